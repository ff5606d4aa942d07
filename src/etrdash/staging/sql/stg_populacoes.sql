-- One row per municipality and year: inhabitants and who counted them.
CREATE TABLE IF NOT EXISTS stg_populacoes (
    codigo_ibge VARCHAR NOT NULL,
    ano BIGINT NOT NULL,
    habitantes BIGINT NOT NULL,
    fonte VARCHAR NOT NULL,
    arquivo VARCHAR NOT NULL,
    linha BIGINT NOT NULL
);
