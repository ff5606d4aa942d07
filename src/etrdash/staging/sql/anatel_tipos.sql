-- The service and class that say what each station is; one that the antenna laws cover comes first.
CREATE TEMP TABLE _anatel_tipos AS
WITH distintos AS (
    SELECT DISTINCT
        numero_estacao,
        servico,
        classe,
        tipo,
        presumida,
        admite_seguranca
    FROM _anatel_aceitas
)

SELECT *
FROM distintos
QUALIFY row_number() OVER (
    PARTITION BY numero_estacao
    ORDER BY
        servico <> '010' NULLS LAST,
        tipo <> 'ETR',
        classe <> 'FB' NULLS LAST,
        servico NULLS LAST,
        classe NULLS LAST
) = 1;
