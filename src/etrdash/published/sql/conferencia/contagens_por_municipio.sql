-- What a municipality's row counts is what its stations say.
WITH contadas AS (
    SELECT
        codigo_ibge,
        count(*) AS estacoes,
        count(*) FILTER (avaliada) AS avaliadas,
        count(*) FILTER (avaliada AND grupo = 'verde') AS verde,
        count(*) FILTER (avaliada AND grupo = 'amarelo') AS amarelo,
        count(*) FILTER (avaliada AND grupo = 'vermelho') AS vermelho,
        count(*) FILTER (avaliada AND grupo = 'cinza') AS cinza
    FROM estacoes
    GROUP BY codigo_ibge
)

SELECT codigo_ibge, m.estacoes, c.estacoes AS contadas
FROM municipios AS m
FULL JOIN contadas AS c USING (codigo_ibge)
WHERE coalesce(m.estacoes, -1) <> coalesce(c.estacoes, 0)
   OR m.avaliadas <> coalesce(c.avaliadas, 0)
   OR m.verde <> coalesce(c.verde, 0)
   OR m.amarelo <> coalesce(c.amarelo, 0)
   OR m.vermelho <> coalesce(c.vermelho, 0)
   OR m.cinza <> coalesce(c.cinza, 0)
   OR m.avaliadas <> m.verde + m.amarelo + m.vermelho + m.cinza
