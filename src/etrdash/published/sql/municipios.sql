-- Every municipality of the acervo with the median place of its stations, for the national and state maps.
WITH centros AS (
    SELECT codigo_ibge, median(latitude) AS latitude, median(longitude) AS longitude
    FROM estacoes
    WHERE latitude IS NOT NULL AND qualidade_coordenada NOT IN ('fora_do_municipio', 'fora_do_brasil')
    GROUP BY codigo_ibge
)

SELECT m.*, c.latitude, c.longitude, f.ficha
FROM municipios AS m
LEFT JOIN fichas AS f USING (codigo_ibge)
LEFT JOIN centros AS c USING (codigo_ibge)
WHERE ($codigo_ibge::VARCHAR IS NULL OR codigo_ibge = $codigo_ibge::VARCHAR)
  AND ($uf::VARCHAR IS NULL OR uf = $uf::VARCHAR)
ORDER BY codigo_ibge
