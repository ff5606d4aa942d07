-- One row per site; its owner is the one that the latest accepted registro of the structure declares.
WITH ocupantes AS (
    SELECT
        s.sitio_id,
        count(*) AS estacoes,
        list_sort(list(DISTINCT e.prestadora) FILTER (e.prestadora IS NOT NULL)) AS prestadoras
    FROM int_estacao_sitio AS s
    JOIN stg_estacoes AS e USING (numero_estacao)
    GROUP BY s.sitio_id
),

declaradas AS (
    SELECT
        s.sitio_id,
        arg_max(r.detentora, (coalesce(r.ultimo_ato_em, DATE '0001-01-01'), r.registro_id)) AS detentora
    FROM int_vinculos AS v
    JOIN int_estacao_sitio AS s USING (numero_estacao)
    JOIN registros AS r ON r.codigo_ibge = v.codigo_ibge AND r.registro_id = v.registro_id
    WHERE NOT v.ambigua AND r.detentora IS NOT NULL
    GROUP BY s.sitio_id
)

SELECT
    $acervo AS acervo,
    s.codigo_ibge,
    s.sitio_id,
    round(s.latitude, 6) AS latitude,
    round(s.longitude, 6) AS longitude,
    o.estacoes,
    coalesce(o.prestadoras, []) AS prestadoras,
    d.detentora
FROM int_sitios AS s
JOIN ocupantes AS o USING (sitio_id)
LEFT JOIN declaradas AS d USING (sitio_id)
