SELECT numero_estacao, explicacao
FROM mart_respostas
