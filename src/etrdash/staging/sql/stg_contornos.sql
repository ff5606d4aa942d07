-- One row per municipality of the mesh: its outline as GeoJSON, degrees with four decimals.
CREATE TABLE IF NOT EXISTS stg_contornos (
    codigo_ibge VARCHAR NOT NULL,
    uf VARCHAR NOT NULL,
    geometria VARCHAR NOT NULL,
    arquivo VARCHAR NOT NULL,
    linha BIGINT NOT NULL
);
