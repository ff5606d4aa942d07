-- The stations as they stood at the end of a month. What is only known of the as-of date is left empty.
-- Where no law is on file, or a station was not judged, its situação is the same in every month.
SELECT e.* REPLACE (
    least(last_day(strptime($mes || '-01', '%Y-%m-%d')::DATE), e.em) AS em,
    coalesce(c.situacao, e.situacao) AS situacao,
    coalesce(c.grupo, e.grupo) AS grupo,
    NULL::DATE AS prazo_nominal,
    NULL::DATE AS prazo_em,
    []::VARCHAR[] AS motivos,
    []::VARCHAR[] AS base_legal
)
FROM estacoes AS e
LEFT JOIN cursos AS c ON c.numero_estacao = e.numero_estacao AND $mes BETWEEN c.desde AND c.ate
