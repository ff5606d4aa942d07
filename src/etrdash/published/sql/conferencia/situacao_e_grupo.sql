-- A situação has one colour, and every station its explanation.
SELECT e.numero_estacao, e.situacao, e.grupo
FROM estacoes AS e
LEFT JOIN explicacoes AS x USING (numero_estacao)
WHERE x.explicacao IS NULL
   OR json_extract_string(x.explicacao, '$.situacao') IS DISTINCT FROM e.situacao
   OR json_extract_string(x.explicacao, '$.grupo') IS DISTINCT FROM e.grupo
