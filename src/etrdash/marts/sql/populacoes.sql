-- The newest count of inhabitants of each municipality of the acervo, none from after the as-of date's year.
SELECT
    p.codigo_ibge,
    p.ano,
    p.habitantes,
    p.fonte,
    p.arquivo,
    p.linha
FROM stg_populacoes AS p
SEMI JOIN municipios USING (codigo_ibge)
WHERE p.ano <= year($em::DATE)
QUALIFY row_number() OVER (PARTITION BY p.codigo_ibge ORDER BY p.ano DESC) = 1
