-- Outlines of the municipalities of the acervo.
SELECT
    c.codigo_ibge,
    c.uf,
    c.geometria,
    c.arquivo
FROM stg_contornos AS c
SEMI JOIN municipios USING (codigo_ibge)
