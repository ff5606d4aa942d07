-- The other stations on the same site.
SELECT outra.*
FROM estacoes AS esta
JOIN estacoes AS outra USING (sitio_id)
WHERE esta.numero_estacao = $numero_estacao AND outra.numero_estacao <> $numero_estacao
ORDER BY outra.prestadora, outra.numero_estacao
