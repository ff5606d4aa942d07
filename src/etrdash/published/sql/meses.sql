-- The months of the series.
SELECT DISTINCT mes
FROM serie
ORDER BY mes
