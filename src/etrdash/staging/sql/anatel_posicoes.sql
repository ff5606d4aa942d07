-- Position of each station: the newest of those that could be read, else the newest.
CREATE TEMP TABLE _anatel_posicoes AS
WITH distintos AS (
    SELECT
        numero_estacao,
        latitude_bruta,
        longitude_bruta,
        latitude_dms,
        longitude_dms,
        codigo_ibge,
        -- Newest licensing first (17 bits), then the most rows (12), then the content (32).
        (max(dia) * 4096 + least(4095, count(*))) * 4294967296 + max(sorteio) AS prioridade
    FROM _anatel_aceitas
    GROUP BY numero_estacao, latitude_bruta, longitude_bruta, latitude_dms, longitude_dms, codigo_ibge
)

SELECT
    distintos.numero_estacao,
    arg_max(
        pares.par,
        distintos.prioridade + if(pares.qualidade IN ('ok', 'convertida', 'reparada'), 4611686018427387904, 0)
    ) AS par
FROM distintos
INNER JOIN _anatel_pares AS pares
    ON distintos.latitude_bruta IS NOT DISTINCT FROM pares.latitude_bruta
    AND distintos.longitude_bruta IS NOT DISTINCT FROM pares.longitude_bruta
    AND distintos.latitude_dms IS NOT DISTINCT FROM pares.latitude_dms
    AND distintos.longitude_dms IS NOT DISTINCT FROM pares.longitude_dms
    AND distintos.codigo_ibge = pares.codigo_ibge
GROUP BY distintos.numero_estacao;
