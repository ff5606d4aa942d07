SELECT *
FROM emissoes
WHERE numero_estacao = $numero_estacao
ORDER BY arquivo, linha
