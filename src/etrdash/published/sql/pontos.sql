-- Places that laws name, of one municipality or of all.
SELECT *
FROM pontos
WHERE $codigo_ibge IS NULL OR codigo_ibge = $codigo_ibge
ORDER BY especie, nome NULLS LAST, ponto_id
