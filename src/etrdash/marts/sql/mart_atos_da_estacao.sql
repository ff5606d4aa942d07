-- The acts that speak of a station: those of its linked registros; a communication only for its own station.
-- `propria` acts speak of this very station, the others of the structure it stands on.
WITH ligados AS (
    SELECT v.codigo_ibge, v.registro_id, v.numero_estacao, v.ambigua, min(v.distancia_m) AS distancia_m
    FROM int_vinculos AS v
    JOIN mart_adocoes AS m USING (codigo_ibge)
    WHERE m.lei IS NOT NULL
    GROUP BY v.codigo_ibge, v.registro_id, v.numero_estacao, v.ambigua
),

-- a number that processes of two sites name
lugares_do_numero AS (
    SELECT numero_estacao, count(DISTINCT sitio_id) AS sitios, count(DISTINCT registro_id) AS registros
    FROM (
        SELECT unnest(a.numeros_estacao) AS numero_estacao, a.registro_id, r.sitio_id
        FROM stg_atos AS a
        JOIN int_registros AS r USING (codigo_ibge, registro_id)
        WHERE r.sitio_id IS NOT NULL
    )
    GROUP BY numero_estacao
)

SELECT
    l.numero_estacao,
    l.ambigua,
    l.distancia_m,
    a.* EXCLUDE (codigo_ibge),
    coalesce(n.sitios > 1 AND n.registros > 1, false) AS numero_em_dois_sitios,
    a.instrumento IS NOT DISTINCT FROM 'COMUNICACAO'
    OR coalesce(list_contains(a.numeros_estacao, l.numero_estacao), false) AS propria
FROM ligados AS l
JOIN stg_atos AS a USING (codigo_ibge, registro_id)
LEFT JOIN lugares_do_numero AS n ON n.numero_estacao = l.numero_estacao
WHERE a.instrumento IS DISTINCT FROM 'COMUNICACAO'
   OR coalesce(len(a.numeros_estacao), 0) = 0
   OR list_contains(a.numeros_estacao, l.numero_estacao)
