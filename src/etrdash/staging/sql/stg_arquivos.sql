-- One row per input file, zip member or sheet: what was read and what became of it.
CREATE TABLE IF NOT EXISTS stg_arquivos (
    arquivo VARCHAR NOT NULL,
    papel VARCHAR NOT NULL CHECK (papel IN ('anatel', 'municipal', 'pontos', 'malha', 'populacao')),
    layout VARCHAR NOT NULL,
    codigo_ibge VARCHAR,
    sha256 VARCHAR NOT NULL,
    bytes BIGINT NOT NULL,
    lidas BIGINT NOT NULL,
    carregadas BIGINT NOT NULL,
    repetidas BIGINT NOT NULL,
    rejeitadas BIGINT NOT NULL,
    pessoais_descartados BIGINT NOT NULL,
    colunas_ignoradas VARCHAR[] NOT NULL,
    avisos VARCHAR[] NOT NULL,
    CHECK (lidas = carregadas + repetidas + rejeitadas)
);
