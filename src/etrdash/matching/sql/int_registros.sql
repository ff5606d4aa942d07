-- One row per registro and place; without a site it is an orphan.
CREATE OR REPLACE TABLE int_registros AS
SELECT
    codigo_ibge,
    registro_id,
    lugar,
    sitio_id,
    instrumentos,
    detentora,
    detentora_cnpj
FROM mat_registros
ORDER BY codigo_ibge, registro_id, lugar;
