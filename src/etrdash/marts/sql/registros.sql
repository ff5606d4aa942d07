-- One row per municipal process, with its last act up to the as-of date and the stations accepted for it.
WITH ate_a_data AS (
    SELECT *
    FROM stg_atos
    WHERE data IS NULL OR data <= $em
),

resumos AS (
    SELECT
        codigo_ibge,
        registro_id,
        arg_max(ato, (data, ordem, arquivo, linha)) FILTER (data IS NOT NULL) AS ultimo_ato,
        max(data) AS ultimo_ato_em,
        max(data) FILTER (ato IN ('emissao', 'renovacao', 'comunicacao')) AS emitido_em,
        arg_max(validade, (data, arquivo, linha)) FILTER (validade IS NOT NULL AND data IS NOT NULL) AS validade,
        arg_max(detentora, (coalesce(data, DATE '0001-01-01'), arquivo, linha))
            FILTER (detentora IS NOT NULL) AS detentora
    FROM (
        -- two acts on one day: a decision is later than the request it answers
        SELECT *, list_position(['protocolo', 'exigencia', 'resposta'], ato) IS NULL AS ordem
        FROM ate_a_data
    )
    GROUP BY codigo_ibge, registro_id
),

instrumentos AS (
    SELECT codigo_ibge, registro_id, list_sort(list(DISTINCT instrumento)) AS instrumentos
    FROM stg_atos
    WHERE instrumento IS NOT NULL
    GROUP BY codigo_ibge, registro_id
),

ligadas AS (
    SELECT codigo_ibge, registro_id, count(DISTINCT numero_estacao) AS estacoes
    FROM int_vinculos
    WHERE NOT ambigua
    GROUP BY codigo_ibge, registro_id
),

processos AS (
    SELECT DISTINCT codigo_ibge, registro_id
    FROM stg_atos
)

SELECT
    $acervo AS acervo,
    codigo_ibge,
    registro_id,
    coalesce(i.instrumentos, []) AS instrumentos,
    r.ultimo_ato,
    r.ultimo_ato_em,
    r.emitido_em,
    r.validade,
    r.detentora,
    coalesce(l.estacoes, 0) AS estacoes,
    l.estacoes IS NULL AS orfao
FROM processos
LEFT JOIN instrumentos AS i USING (codigo_ibge, registro_id)
LEFT JOIN resumos AS r USING (codigo_ibge, registro_id)
LEFT JOIN ligadas AS l USING (codigo_ibge, registro_id)
