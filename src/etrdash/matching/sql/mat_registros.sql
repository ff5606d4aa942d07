-- Places of registros with what they say, as the batches gave them.
SELECT
    CAST(codigo_ibge AS VARCHAR) AS codigo_ibge,
    CAST(registro_id AS VARCHAR) AS registro_id,
    CAST(lugar AS INTEGER) AS lugar,
    CAST(sitio_id AS VARCHAR) AS sitio_id,
    CAST(comunicacao AS BOOLEAN) AS comunicacao,
    CAST(detentora AS VARCHAR) AS detentora,
    CAST(detentora_cnpj AS VARCHAR) AS detentora_cnpj,
    CAST(compartilhada AS BOOLEAN) AS compartilhada,
    nullif(
        concat_ws(', ', CAST(infra AS VARCHAR), CAST(tipo_estacao AS VARCHAR), CAST(instalacao AS VARCHAR)), ''
    ) AS infra,
    CAST(altura_m AS DOUBLE) AS altura_m,
    CAST(instalada_em AS DATE) AS instalada_em,
    CAST(iniciada_em AS DATE) AS iniciada_em,
    CAST(endereco AS VARCHAR) AS endereco,
    CAST(bairro AS VARCHAR) AS bairro,
    CAST(cep AS VARCHAR) AS cep,
    CAST(latitude AS DOUBLE) AS latitude,
    CAST(longitude AS DOUBLE) AS longitude
FROM _mat_registros
