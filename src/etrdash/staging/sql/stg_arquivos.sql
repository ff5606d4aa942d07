-- One row per input file or zip member; lidas = carregadas + repetidas + rejeitadas.
CREATE TABLE IF NOT EXISTS stg_arquivos (
    arquivo VARCHAR,
    papel VARCHAR,
    layout VARCHAR,
    codigo_ibge VARCHAR,
    sha256 VARCHAR,
    bytes BIGINT,
    lidas BIGINT,
    carregadas BIGINT,
    repetidas BIGINT,
    rejeitadas BIGINT,
    pessoais_descartados BIGINT,
    colunas_ignoradas VARCHAR[],
    avisos VARCHAR[]
);
