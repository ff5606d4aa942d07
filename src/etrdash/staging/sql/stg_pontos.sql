-- One row per open establishment that some law may name; a position that cannot be read is null.
CREATE TABLE IF NOT EXISTS stg_pontos (
    ponto_id VARCHAR NOT NULL,
    codigo_ibge VARCHAR NOT NULL,
    especie VARCHAR NOT NULL,
    nome VARCHAR,
    latitude DOUBLE,
    longitude DOUBLE,
    qualidade_coordenada VARCHAR NOT NULL,
    fonte VARCHAR NOT NULL,
    arquivo VARCHAR NOT NULL,
    linha BIGINT NOT NULL
);
