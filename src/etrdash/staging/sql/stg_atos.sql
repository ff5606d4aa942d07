-- One row per ato, with one spelling per process and one name per company.
CREATE OR REPLACE TABLE stg_atos AS
WITH lidos AS (
    SELECT * FROM atos_lidos
),

-- Of the spellings of a process: the shape that is commonest in the municipality, then the commonest, then the first in order.
grafias AS (
    SELECT
        codigo_ibge,
        chave,
        registro_grafia,
        count(*) AS vezes,
        regexp_replace(registro_grafia, '[0-9]', '9', 'g') AS molde
    FROM lidos
    GROUP BY ALL
),

moldes AS (
    SELECT codigo_ibge, molde, sum(vezes) AS usos
    FROM grafias
    GROUP BY ALL
),

processos AS (
    SELECT DISTINCT ON (codigo_ibge, chave)
        codigo_ibge,
        chave,
        registro_grafia AS registro_id
    FROM grafias
    INNER JOIN moldes USING (codigo_ibge, molde)
    ORDER BY codigo_ibge, chave, usos DESC, vezes DESC, registro_grafia
),

-- A CNPJ root that stands beside one company's name somewhere says who it is where the name is missing.
raizes AS (
    SELECT
        left(detentora_cnpj, 8) AS raiz,
        min(detentora) AS detentora
    FROM lidos
    WHERE detentora_cnpj IS NOT NULL AND detentora IS NOT NULL
    GROUP BY ALL
    HAVING count(DISTINCT detentora) = 1
),

-- A precise point that several processes give for unrelated streets is a placeholder (the town hall), not a place.
ruas AS (
    SELECT
        codigo_ibge,
        latitude,
        longitude,
        chave,
        regexp_extract(upper(strip_accents(logradouro)), '^.*\b([A-Z]{3,})', 1) AS rua
    FROM lidos
    WHERE latitude IS NOT NULL AND forma_coordenada NOT IN ('decimal_0', 'decimal_1', 'decimal_2', 'decimal_3')
),

marcadores AS (
    SELECT codigo_ibge, latitude, longitude
    FROM ruas
    GROUP BY ALL
    HAVING count(DISTINCT chave) >= 4 AND count(DISTINCT nullif(rua, '')) >= 4
),

final AS (
    SELECT
        lidos.codigo_ibge,
        processos.registro_id,
        lidos.registro_grafia,
        lidos.instrumento,
        lidos.ato,
        lidos.data,
        lidos.validade,
        coalesce(lidos.detentora, raizes.detentora) AS detentora,
        lidos.detentora_cnpj,
        lidos.prestadora,
        lidos.prestadora_cnpj,
        lidos.numeros_estacao,
        lidos.tipo_estacao,
        lidos.instalacao,
        lidos.tipo_infraestrutura,
        lidos.compartilhada,
        lidos.area_sensivel,
        lidos.zona,
        lidos.zona_codigo,
        lidos.construcao,
        lidos.equiparada,
        lidos.substituicao,
        lidos.motivo,
        lidos.prazo,
        lidos.favoravel,
        lidos.suspensivo,
        lidos.altura_m,
        lidos.logradouro,
        lidos.numero,
        lidos.bairro,
        lidos.cep,
        lidos.latitude,
        lidos.longitude,
        lidos.forma_coordenada,
        if(marcadores.latitude IS NULL, lidos.qualidade_coordenada, 'compartilhada') AS qualidade_coordenada,
        lidos.data_instalacao,
        lidos.arquivo,
        lidos.linha
    FROM lidos
    INNER JOIN processos USING (codigo_ibge, chave)
    LEFT JOIN raizes ON raizes.raiz = left(lidos.detentora_cnpj, 8)
    LEFT JOIN marcadores
        ON
            lidos.codigo_ibge = marcadores.codigo_ibge
            AND lidos.latitude = marcadores.latitude
            AND lidos.longitude = marcadores.longitude
)

SELECT *
FROM final
ORDER BY codigo_ibge, registro_id, data, arquivo, linha, instrumento, ato;
