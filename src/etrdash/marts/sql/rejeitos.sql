SELECT $acervo AS acervo, arquivo, linha, motivo, coluna, valor
FROM stg_rejeitos
