SELECT numero_estacao, explicacao, explicacao_en
FROM mart_respostas
