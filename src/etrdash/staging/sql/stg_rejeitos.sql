-- One row per refused source row; `valor` is masked before it gets here.
CREATE TABLE IF NOT EXISTS stg_rejeitos (
    arquivo VARCHAR NOT NULL,
    linha BIGINT,
    motivo VARCHAR NOT NULL,
    coluna VARCHAR,
    valor VARCHAR
);
