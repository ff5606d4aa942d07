-- Refused rows of municipal files that may state an act, by the municipality that they may speak of.
CREATE TABLE IF NOT EXISTS stg_recusas_municipais (
    codigo_ibge VARCHAR NOT NULL,
    linhas BIGINT NOT NULL
);
