SELECT
    count(*) AS estacoes,
    count(*) FILTER (avaliada) AS avaliadas,
    count(DISTINCT sitio_id) AS sitios,
    count(DISTINCT codigo_ibge) AS municipios,
    count(*) FILTER (avaliada AND grupo = 'verde') AS verde,
    count(*) FILTER (avaliada AND grupo = 'amarelo') AS amarelo,
    count(*) FILTER (avaliada AND grupo = 'vermelho') AS vermelho,
    count(*) FILTER (avaliada AND grupo = 'cinza') AS cinza
FROM filtradas
