-- The site of each station.
CREATE OR REPLACE TABLE int_estacao_sitio AS
SELECT
    numero_estacao,
    sitio_id
FROM mat_estacoes
ORDER BY numero_estacao;
