SELECT numero_estacao, codigo_ibge, prestadora, situacao
FROM depois.estacoes
ANTI JOIN antes.estacoes USING (numero_estacao)
ORDER BY codigo_ibge, numero_estacao
