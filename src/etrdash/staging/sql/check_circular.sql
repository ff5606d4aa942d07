-- Municipal files that only repeat ANATEL: every station number and position is ANATEL's, and nothing is the city's own.
WITH atos AS (
    SELECT
        *,
        arquivo AS do_arquivo,
        len(numeros_estacao) AS numeros
    FROM stg_atos
    WHERE codigo_ibge IN (SELECT codigo_ibge FROM stg_estacoes)
),

numerados AS (
    SELECT
        atos.do_arquivo,
        atos.linha,
        atos.data,
        atos.detentora,
        estacoes.prestadora,
        estacoes.numero_estacao IS NOT NULL AS conhecida,
        atos.latitude IS NOT NULL
        AND abs(atos.latitude - estacoes.latitude) < 1e-5
        AND abs(atos.longitude - estacoes.longitude) < 1e-5 AS no_mesmo_ponto,
        atos.latitude IS NULL OR estacoes.latitude IS NULL AS sem_ponto,
        coalesce(
            atos.data IN (estacoes.primeiro_licenciamento, estacoes.ultimo_licenciamento, estacoes.validade_anatel), false
        ) AS com_data_da_anatel
    FROM atos
    LEFT JOIN stg_estacoes AS estacoes
        ON
            atos.numeros = 1
            AND atos.codigo_ibge = estacoes.codigo_ibge
            AND atos.numeros_estacao[1] = estacoes.numero_estacao
),

contas AS (
    SELECT
        do_arquivo AS arquivo,
        count(*) AS atos,
        count(*) FILTER (WHERE conhecida AND (no_mesmo_ponto OR sem_ponto)) AS iguais,
        count(*) FILTER (WHERE no_mesmo_ponto) AS no_mesmo_ponto,
        count(*) FILTER (WHERE NOT com_data_da_anatel) AS datas_proprias,
        count(DISTINCT data) FILTER (WHERE NOT com_data_da_anatel) AS dias_proprios,
        count(*) FILTER (WHERE detentora IS NOT NULL AND detentora IS DISTINCT FROM prestadora) AS detentoras_proprias
    FROM numerados
    GROUP BY ALL
)

SELECT arquivo, atos, iguais
FROM contas
WHERE
    atos >= 5
    AND iguais >= 0.95 * atos
    AND no_mesmo_ponto >= 0.5 * atos
    AND (datas_proprias < 0.05 * atos OR dias_proprios <= 1)
    AND detentoras_proprias < 0.05 * atos
ORDER BY arquivo;
