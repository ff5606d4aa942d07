SELECT *
FROM arquivos
ORDER BY papel, arquivo
