-- Stations whose term ends inside a window: deadlines ahead and validities that run out.
SELECT *
FROM filtradas
WHERE prazo_em BETWEEN $prazo_desde AND $prazo_ate
ORDER BY prazo_em, codigo_ibge, numero_estacao
LIMIT $limite OFFSET $deslocamento
