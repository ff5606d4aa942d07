-- Open establishments in the municipalities that have stations.
SELECT
    $acervo AS acervo,
    p.ponto_id,
    p.codigo_ibge,
    p.especie,
    p.nome,
    p.latitude,
    p.longitude,
    p.qualidade_coordenada,
    p.fonte,
    p.arquivo,
    p.linha
FROM stg_pontos AS p
SEMI JOIN stg_estacoes USING (codigo_ibge)
