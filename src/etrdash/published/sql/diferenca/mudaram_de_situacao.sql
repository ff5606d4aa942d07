SELECT
    numero_estacao,
    d.codigo_ibge,
    a.situacao AS situacao_antes,
    d.situacao,
    a.grupo AS grupo_antes,
    d.grupo
FROM antes.estacoes AS a
JOIN depois.estacoes AS d USING (numero_estacao)
WHERE a.situacao <> d.situacao
ORDER BY codigo_ibge, numero_estacao
