-- Where no law is on file nothing can be compared: every station is unknown, and the answer says why.
SELECT
    e.numero_estacao,
    NULL::VARCHAR AS lei,
    coalesce(e.avaliada, false) AS avaliada,
    'SEM_DADOS_SUFICIENTES' AS situacao,
    'cinza' AS grupo,
    NULL::DATE AS prazo_nominal,
    NULL::DATE AS prazo_em,
    [$motivo] AS motivos,
    []::VARCHAR[] AS base_legal,
    $explicacao AS explicacao,
    $explicacao_en AS explicacao_en
FROM stg_estacoes AS e
LEFT JOIN mart_adocoes AS a USING (codigo_ibge)
WHERE a.lei IS NULL
