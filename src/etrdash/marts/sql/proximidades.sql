-- Stations nearer than a distance that their law mentions: to a place, and tower to tower. Information only.
WITH regras AS (
    SELECT d.codigo_ibge, d.distancia, d.minimo_m, e.especie
    FROM mart_distancias AS d
    JOIN stg_especies AS e ON e.onde = 'lei' AND e.palavra = d.palavra
),

situadas AS (
    SELECT e.codigo_ibge, e.numero_estacao, e.sitio_id, e.latitude, e.longitude
    FROM estacoes AS e
    WHERE e.avaliada AND e.qualidade_coordenada IN ('ok', 'convertida', 'compartilhada', 'reparada')
),

em_torres AS (
    SELECT DISTINCT e.numero_estacao
    FROM stg_estacoes AS e, unnest(e.classe_infra) AS c (classe)
    JOIN stg_especies AS p ON p.onde = 'infraestrutura' AND contains(upper(c.classe), p.palavra)
),

torres AS (
    SELECT DISTINCT s.codigo_ibge, s.sitio_id, s.latitude, s.longitude
    FROM sitios AS s
    JOIN situadas AS e USING (sitio_id)
    SEMI JOIN em_torres USING (numero_estacao)
),

alvos AS (
    SELECT r.codigo_ibge, r.distancia, r.minimo_m, r.especie, p.ponto_id, NULL AS vizinho, p.nome,
        p.latitude, p.longitude
    FROM regras AS r
    JOIN pontos AS p USING (codigo_ibge, especie)
    WHERE p.qualidade_coordenada IN ('ok', 'convertida', 'reparada')
    UNION ALL
    SELECT r.codigo_ibge, r.distancia, r.minimo_m, r.especie, NULL, t.sitio_id, NULL, t.latitude, t.longitude
    FROM regras AS r
    JOIN torres AS t USING (codigo_ibge)
    WHERE r.especie = 'torre'
),

celulas AS (
    SELECT a.*, floor(a.latitude / $celula)::BIGINT + i.d AS linha_da_celula,
        floor(a.longitude / $celula)::BIGINT + j.d AS coluna_da_celula
    FROM alvos AS a, (VALUES (-1), (0), (1)) AS i (d), (VALUES (-1), (0), (1)) AS j (d)
),

medidas AS (
    SELECT
        e.codigo_ibge, e.numero_estacao, e.sitio_id, c.distancia, c.minimo_m, c.especie, c.ponto_id, c.vizinho, c.nome,
        2 * 6371008.8 * asin(sqrt(
            power(sin(radians(c.latitude - e.latitude) / 2), 2)
            + cos(radians(e.latitude)) * cos(radians(c.latitude))
            * power(sin(radians(c.longitude - e.longitude) / 2), 2)
        )) AS metros
    FROM situadas AS e
    JOIN celulas AS c
        ON c.codigo_ibge = e.codigo_ibge
        AND c.linha_da_celula = floor(e.latitude / $celula)::BIGINT
        AND c.coluna_da_celula = floor(e.longitude / $celula)::BIGINT
)

SELECT
    codigo_ibge,
    numero_estacao,
    distancia,
    minimo_m,
    round(metros, 1) AS distancia_m,
    especie,
    ponto_id,
    vizinho,
    nome
FROM medidas
WHERE
    metros < minimo_m
    AND (vizinho IS NULL OR (vizinho <> sitio_id AND numero_estacao IN (SELECT numero_estacao FROM em_torres)))
