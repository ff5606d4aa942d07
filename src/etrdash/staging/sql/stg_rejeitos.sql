-- One row per refused source row; valor is already masked (SPEC §8).
CREATE TABLE IF NOT EXISTS stg_rejeitos (
    arquivo VARCHAR,
    linha BIGINT,
    motivo VARCHAR,
    coluna VARCHAR,
    valor VARCHAR
);
