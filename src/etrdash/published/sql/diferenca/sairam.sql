SELECT numero_estacao, codigo_ibge, prestadora, situacao
FROM antes.estacoes
ANTI JOIN depois.estacoes USING (numero_estacao)
ORDER BY codigo_ibge, numero_estacao
