-- One row per registro and place; without a site it is an orphan.
CREATE OR REPLACE TABLE int_registros AS
WITH instrumentos AS (
    SELECT
        codigo_ibge,
        registro_id,
        list_sort(list(DISTINCT instrumento)) AS instrumentos
    FROM stg_atos
    GROUP BY codigo_ibge, registro_id
)

SELECT
    codigo_ibge,
    registro_id,
    lugar,
    sitio_id,
    instrumentos,
    detentora,
    detentora_cnpj
FROM mat_registros
INNER JOIN instrumentos USING (codigo_ibge, registro_id)
ORDER BY codigo_ibge, registro_id, lugar;
