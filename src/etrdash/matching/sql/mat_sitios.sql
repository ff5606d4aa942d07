-- What is known of each site, for whoever reads the evidence of a link.
CREATE OR REPLACE TEMP TABLE mat_sitios AS
SELECT
    m.sitio_id,
    count(*) AS estacoes,
    string_agg(DISTINCT e.prestadora, ', ' ORDER BY e.prestadora) AS prestadoras,
    nullif(array_to_string(list_sort(list_distinct(flatten(list(e.classe_infra)))), ', '), '') AS infra,
    min(e.primeiro_licenciamento) AS licenciada_em
FROM mat_estacoes AS m
INNER JOIN stg_estacoes AS e ON m.numero_estacao = e.numero_estacao
GROUP BY m.sitio_id;
