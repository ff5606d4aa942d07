-- A link joins a station and a registro that are both in the acervo.
SELECT v.numero_estacao, v.registro_id
FROM vinculos AS v
LEFT JOIN estacoes AS e USING (numero_estacao)
LEFT JOIN registros AS r ON r.codigo_ibge = v.codigo_ibge AND r.registro_id = v.registro_id
WHERE e.numero_estacao IS NULL OR r.registro_id IS NULL
