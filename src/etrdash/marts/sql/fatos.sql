-- Facts of every station where a law applies, from ANATEL's licence and from what the linked acts declare:
-- first the acts that speak of the station itself, then those of the structure; of several, the latest.
WITH estacoes_da_lei AS (
    SELECT e.*, s.sitio_id, m.lei
    FROM stg_estacoes AS e
    JOIN mart_adocoes AS m USING (codigo_ibge)
    LEFT JOIN int_estacao_sitio AS s USING (numero_estacao)
    WHERE m.lei IS NOT NULL
),

usados AS (
    SELECT *, (propria, coalesce(data, DATE '0001-01-01'), arquivo, linha) AS peso
    FROM mart_atos_da_estacao
    WHERE NOT ambigua OR $com_provaveis
),

declarados AS (
    SELECT
        numero_estacao,
        arg_max(tipo_estacao, peso) FILTER (tipo_estacao IS NOT NULL) AS tipo,
        arg_max(instalacao, peso) FILTER (instalacao IS NOT NULL) AS instalacao,
        arg_max(compartilhada, peso) FILTER (compartilhada IS NOT NULL AND propria) AS compartilhada,
        arg_max(zona, peso) FILTER (zona IS NOT NULL) AS zona,
        arg_max(area_sensivel, peso) FILTER (area_sensivel IS NOT NULL) AS area_sensivel,
        arg_max(equiparada, peso) FILTER (equiparada IS NOT NULL) AS equiparada,
        arg_max(substituicao, peso) FILTER (substituicao IS NOT NULL) AS substituicao,
        arg_max(construcao, peso) FILTER (construcao IS NOT NULL) AS construcao,
        count(DISTINCT registro_id) AS registros
    FROM usados
    GROUP BY numero_estacao
),

-- the structure's installation: a municipal document's date, for every station of the site
documentadas AS (
    SELECT s.sitio_id, min(u.data_instalacao) AS instalada_em
    FROM usados AS u
    JOIN int_estacao_sitio AS s USING (numero_estacao)
    WHERE u.data_instalacao IS NOT NULL AND u.instrumento IS DISTINCT FROM 'COMUNICACAO'
    GROUP BY s.sitio_id
),

presumidas AS (
    SELECT s.sitio_id, min(e.primeiro_licenciamento) AS instalada_em
    FROM int_estacao_sitio AS s
    JOIN stg_estacoes AS e USING (numero_estacao)
    GROUP BY s.sitio_id
)

SELECT
    e.codigo_ibge,
    e.numero_estacao,
    e.servico,
    e.classe,
    CASE WHEN e.tipo = 'ETR' THEN coalesce(d.tipo, e.tipo) ELSE e.tipo END AS tipo,
    coalesce(d.instalacao, e.instalacao) AS instalacao,
    e.primeiro_licenciamento,
    coalesce(c.instalada_em, p.instalada_em, e.primeiro_licenciamento) AS instalada_em,
    c.instalada_em IS NULL AND coalesce(p.instalada_em, e.primeiro_licenciamento) IS NOT NULL AS instalacao_presumida,
    p.instalada_em AS sitio_licenciado_em,
    e.validade_anatel,
    d.compartilhada,
    d.zona,
    d.area_sensivel,
    d.equiparada,
    d.substituicao,
    d.construcao,
    coalesce(d.registros, 0) AS registros,
    -- neither an address nor a coordinate that staging trusts: no process can be compared with it
    e.logradouro IS NULL
    AND e.cep IS NULL
    AND e.bairro IS NULL
    AND (
        e.latitude IS NULL
        OR e.qualidade_coordenada IN ('fora_do_municipio', 'fora_do_brasil', 'compartilhada', 'ausente')
    ) AS sem_lugar,
    coalesce(e.motivos, []) AS motivos
FROM estacoes_da_lei AS e
LEFT JOIN declarados AS d USING (numero_estacao)
LEFT JOIN documentadas AS c USING (sitio_id)
LEFT JOIN presumidas AS p USING (sitio_id)
WHERE NOT $com_provaveis
   OR e.numero_estacao IN (SELECT numero_estacao FROM int_vinculos WHERE ambigua)
ORDER BY e.numero_estacao
