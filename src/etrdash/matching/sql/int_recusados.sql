-- The best refused candidates of each station.
CREATE OR REPLACE TABLE int_recusados AS
SELECT
    codigo_ibge,
    numero_estacao,
    registro_id,
    min(distancia_m) AS distancia_m,
    min_by(motivo, (coalesce(distancia_m, 1e9), motivo)) AS motivo
FROM mat_recusados
WHERE (codigo_ibge, numero_estacao, registro_id) NOT IN (
    SELECT (codigo_ibge, numero_estacao, registro_id) FROM mat_vinculos
)
GROUP BY codigo_ibge, numero_estacao, registro_id
ORDER BY codigo_ibge, numero_estacao, registro_id;
