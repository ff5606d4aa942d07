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

SELECT a.*, d.* EXCLUDE (codigo_ibge, registro_id, arquivo, linha)
FROM atos AS a
JOIN processos USING (codigo_ibge, registro_id)
LEFT JOIN atos_detalhes AS d USING (arquivo, linha)
ORDER BY a.registro_id, a.data, a.arquivo, a.linha
