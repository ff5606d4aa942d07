-- A number that is no coordinate never reaches the map.
SELECT numero_estacao, latitude, longitude
FROM estacoes
WHERE (latitude IS NULL) <> (longitude IS NULL)
   OR NOT coalesce(latitude BETWEEN -90 AND 90, true)
   OR NOT coalesce(longitude BETWEEN -180 AND 180, true)
