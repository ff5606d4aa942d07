-- Stations that a crowded street or point leaves in doubt, by municipality.
CREATE OR REPLACE TABLE int_duvidas AS
SELECT
    codigo_ibge,
    count(DISTINCT numero_estacao) AS estacoes
FROM mat_vinculos
WHERE estacoes_em_duvida > 0 AND ambigua
GROUP BY codigo_ibge
ORDER BY codigo_ibge;
