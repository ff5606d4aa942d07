SELECT *
FROM rejeitos
WHERE ($arquivo::VARCHAR IS NULL OR arquivo = $arquivo::VARCHAR)
ORDER BY arquivo, linha, motivo, coluna
LIMIT $limite OFFSET $deslocamento
