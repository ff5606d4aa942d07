-- Counts per municipality; situações and groups count evaluated stations only.
WITH lugares AS (
    SELECT codigo_ibge, min(municipio) AS municipio, min(uf) AS uf
    FROM estacoes
    GROUP BY codigo_ibge
),

conhecidos AS (
    SELECT codigo_ibge FROM lugares
    UNION
    SELECT codigo_ibge FROM registros
),

estacoes_contadas AS (
    SELECT
        codigo_ibge,
        count(*) AS estacoes,
        count(*) FILTER (avaliada) AS avaliadas,
        count(*) FILTER (avaliada AND situacao = 'ISENTA') AS isenta,
        count(*) FILTER (avaliada AND situacao = 'REGULAR') AS regular,
        count(*) FILTER (avaliada AND situacao = 'COMUNICADA') AS comunicada,
        count(*) FILTER (avaliada AND situacao = 'MANTIDA_POR_LAUDO') AS mantida_por_laudo,
        count(*) FILTER (avaliada AND situacao = 'SILENCIO_POSITIVO') AS silencio_positivo,
        count(*) FILTER (avaliada AND situacao = 'EM_ANALISE') AS em_analise,
        count(*) FILTER (avaliada AND situacao = 'INCOMPLETA') AS incompleta,
        count(*) FILTER (avaliada AND situacao = 'PRAZO_DE_COMUNICACAO') AS prazo_de_comunicacao,
        count(*) FILTER (avaliada AND situacao = 'EM_TRANSICAO') AS em_transicao,
        count(*) FILTER (avaliada AND situacao = 'INDEFERIDA') AS indeferida,
        count(*) FILTER (avaliada AND situacao = 'REGISTRO_VENCIDO') AS registro_vencido,
        count(*) FILTER (avaliada AND situacao = 'PRAZO_VENCIDO') AS prazo_vencido,
        count(*) FILTER (avaliada AND situacao = 'SEM_REGISTRO') AS sem_registro,
        count(*) FILTER (avaliada AND situacao = 'FORA_DO_UNIVERSO') AS fora_do_universo,
        count(*) FILTER (avaliada AND situacao = 'FORA_DO_ESCOPO') AS fora_do_escopo,
        count(*) FILTER (avaliada AND situacao = 'SEM_DADOS_SUFICIENTES') AS sem_dados_suficientes,
        count(*) FILTER (avaliada AND situacao = 'CONFLITO_DE_REGISTROS') AS conflito_de_registros,
        count(*) FILTER (avaliada AND situacao = 'A_CONFERIR') AS a_conferir,
        count(*) FILTER (avaliada AND grupo = 'verde') AS verde,
        count(*) FILTER (avaliada AND grupo = 'amarelo') AS amarelo,
        count(*) FILTER (avaliada AND grupo = 'vermelho') AS vermelho,
        count(*) FILTER (avaliada AND grupo = 'cinza') AS cinza
    FROM estacoes
    GROUP BY codigo_ibge
),

sitios_contados AS (
    SELECT codigo_ibge, count(*) AS sitios
    FROM sitios
    GROUP BY codigo_ibge
),

registros_contados AS (
    SELECT codigo_ibge, count(*) AS registros, count(*) FILTER (orfao) AS orfaos
    FROM registros
    GROUP BY codigo_ibge
)

SELECT
    $acervo AS acervo,
    c.codigo_ibge,
    coalesce(l.municipio, a.nome, n.nome) AS municipio,
    coalesce(l.uf, a.uf, n.uf) AS uf,
    a.lei,
    a.vigencia,
    coalesce(e.estacoes, 0) AS estacoes,
    coalesce(e.avaliadas, 0) AS avaliadas,
    coalesce(s.sitios, 0) AS sitios,
    coalesce(e.isenta, 0) AS isenta,
    coalesce(e.regular, 0) AS regular,
    coalesce(e.comunicada, 0) AS comunicada,
    coalesce(e.mantida_por_laudo, 0) AS mantida_por_laudo,
    coalesce(e.silencio_positivo, 0) AS silencio_positivo,
    coalesce(e.em_analise, 0) AS em_analise,
    coalesce(e.incompleta, 0) AS incompleta,
    coalesce(e.prazo_de_comunicacao, 0) AS prazo_de_comunicacao,
    coalesce(e.em_transicao, 0) AS em_transicao,
    coalesce(e.indeferida, 0) AS indeferida,
    coalesce(e.registro_vencido, 0) AS registro_vencido,
    coalesce(e.prazo_vencido, 0) AS prazo_vencido,
    coalesce(e.sem_registro, 0) AS sem_registro,
    coalesce(e.fora_do_universo, 0) AS fora_do_universo,
    coalesce(e.fora_do_escopo, 0) AS fora_do_escopo,
    coalesce(e.sem_dados_suficientes, 0) AS sem_dados_suficientes,
    coalesce(e.conflito_de_registros, 0) AS conflito_de_registros,
    coalesce(e.a_conferir, 0) AS a_conferir,
    coalesce(e.verde, 0) AS verde,
    coalesce(e.amarelo, 0) AS amarelo,
    coalesce(e.vermelho, 0) AS vermelho,
    coalesce(e.cinza, 0) AS cinza,
    coalesce(r.registros, 0) AS registros,
    coalesce(r.orfaos, 0) AS orfaos,
    a.prazo_em,
    a.base_recebida_em,
    CASE
        WHEN a.lei IS NULL THEN 'sem_lei'
        WHEN r.registros IS NULL THEN 'sem_registros'
        WHEN a.completa AND f.codigo_ibge IS NULL AND b.codigo_ibge IS NULL THEN 'completa'
        ELSE 'parcial'
    END AS cobertura
FROM conhecidos AS c
LEFT JOIN lugares AS l USING (codigo_ibge)
LEFT JOIN mart_adocoes AS a USING (codigo_ibge)
LEFT JOIN mart_nomes AS n USING (codigo_ibge)
LEFT JOIN estacoes_contadas AS e USING (codigo_ibge)
LEFT JOIN sitios_contados AS s USING (codigo_ibge)
LEFT JOIN registros_contados AS r USING (codigo_ibge)
LEFT JOIN stg_recusas_municipais AS f USING (codigo_ibge)
LEFT JOIN mart_bases_sem_lugar AS b USING (codigo_ibge)
