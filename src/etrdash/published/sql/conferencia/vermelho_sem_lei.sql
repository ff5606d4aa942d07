-- No accusation without a law.
SELECT numero_estacao, situacao
FROM estacoes
WHERE grupo = 'vermelho' AND (lei IS NULL OR len(base_legal) = 0)
