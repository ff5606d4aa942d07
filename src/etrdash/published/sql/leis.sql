SELECT lei, nome, ficha
FROM leis
ORDER BY lei
