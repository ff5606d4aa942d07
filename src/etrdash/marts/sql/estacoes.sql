-- Every station with its situação; of several accepted registros, the strongest link, then the latest process.
WITH escolhidos AS (
    SELECT v.*, r.detentora
    FROM vinculos AS v
    JOIN registros AS r USING (codigo_ibge, registro_id)
    WHERE NOT v.ambigua
    QUALIFY row_number() OVER (
        PARTITION BY v.numero_estacao
        ORDER BY
            list_position(['decisao', 'numero', 'local', 'proximo', 'endereco'], v.nivel),
            v.escore DESC NULLS LAST,
            r.ultimo_ato_em DESC NULLS LAST,
            v.registro_id
    ) = 1
)

SELECT
    $acervo AS acervo,
    $em AS em,
    e.codigo_ibge,
    e.municipio,
    e.uf,
    e.bairro,
    e.numero_estacao,
    e.prestadora,
    s.sitio_id,
    e.servico,
    e.classe,
    e.tipo,
    e.instalacao,
    coalesce(e.tecnologias, []) AS tecnologias,
    round(e.latitude, 6) AS latitude,
    round(e.longitude, 6) AS longitude,
    e.qualidade_coordenada,
    e.endereco,
    e.primeiro_licenciamento,
    e.validade_anatel,
    coalesce(v.detentora, s.detentora) AS detentora,
    v.registro_id,
    v.nivel,
    v.distancia_m,
    r.lei,
    r.avaliada,
    r.situacao,
    r.grupo,
    r.prazo_nominal,
    r.prazo_em,
    list_concat(
        r.motivos,
        list_filter(coalesce(e.motivos, []), lambda motivo: NOT list_contains(r.motivos, motivo))
    ) AS motivos,
    r.base_legal,
    e.arquivo,
    e.linha
FROM stg_estacoes AS e
JOIN mart_respostas AS r USING (numero_estacao)
LEFT JOIN int_estacao_sitio AS es USING (numero_estacao)
LEFT JOIN sitios AS s USING (sitio_id)
LEFT JOIN escolhidos AS v USING (numero_estacao)
