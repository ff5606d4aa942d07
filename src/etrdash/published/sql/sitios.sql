-- Sites of one municipality, those of more stations first.
SELECT *
FROM sitios
WHERE codigo_ibge = $codigo_ibge AND latitude IS NOT NULL
ORDER BY estacoes DESC, sitio_id
