-- The acts of one process, or of every process with an accepted link to a station.
WITH processos AS (
    SELECT DISTINCT codigo_ibge, registro_id
    FROM vinculos
    WHERE numero_estacao = $numero_estacao::VARCHAR AND NOT ambigua
    UNION
    SELECT codigo_ibge, registro_id
    FROM registros
    WHERE codigo_ibge = $codigo_ibge::VARCHAR AND registro_id = $registro_id::VARCHAR
)

SELECT *
FROM atos_detalhes
JOIN processos USING (codigo_ibge, registro_id)
ORDER BY registro_id, data, arquivo, linha, instrumento, ato
