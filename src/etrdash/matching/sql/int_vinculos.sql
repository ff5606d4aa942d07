-- Links with what each side says of every fact that weighed, strongest first where a person reads them in order.
CREATE OR REPLACE TABLE int_vinculos AS
WITH dos_outros AS (
    SELECT
        v.numero_estacao,
        v.registro_id,
        count(*) AS processos,
        string_agg(DISTINCT o.detentora, ', ' ORDER BY o.detentora) AS detentoras
    FROM mat_vinculos AS v
    INNER JOIN mat_registros AS o ON v.sitio_id = o.sitio_id AND v.registro_id <> o.registro_id
    GROUP BY v.numero_estacao, v.registro_id
),

fatos AS (
    SELECT
        v.*,
        e.prestadora,
        e.bairro,
        e.cep,
        e.altura_m,
        e.latitude,
        e.longitude,
        e.primeiro_licenciamento,
        coalesce(concat_ws(', ', e.logradouro, e.numero), '—') AS endereco,
        l.endereco AS endereco_r,
        l.bairro AS bairro_r,
        l.cep AS cep_r,
        l.latitude AS latitude_r,
        l.longitude AS longitude_r,
        d.prestadoras AS prestadoras_r,
        d.numeros AS numeros_r,
        l.detentora AS detentora_r,
        l.compartilhada AS compartilhada_r,
        l.infra AS infra_r,
        l.altura_m AS altura_r,
        l.instalada_em AS instalada_r,
        l.iniciada_em AS iniciada_r,
        s.estacoes AS estacoes_s,
        s.prestadoras AS prestadoras_s,
        s.infra AS infra_s,
        s.licenciada_em AS licenciada_s,
        o.detentoras AS detentoras_s,
        coalesce(o.processos, 0) AS processos_s
    FROM mat_vinculos AS v
    INNER JOIN stg_estacoes AS e ON v.numero_estacao = e.numero_estacao
    INNER JOIN mat_registros AS l
        ON v.codigo_ibge = l.codigo_ibge AND v.registro_id = l.registro_id AND v.lugar = l.lugar
    LEFT JOIN mat_ditos AS d
        ON v.codigo_ibge = d.codigo_ibge AND v.registro_id = d.registro_id AND v.lugar = d.lugar
    LEFT JOIN mat_sitios AS s ON v.sitio_id = s.sitio_id
    LEFT JOIN dos_outros AS o ON v.numero_estacao = o.numero_estacao AND v.registro_id = o.registro_id
),

evidencias AS (
    SELECT
        *,
        [
            {fato: 'decisão', estacao: decidido_por, registro: strftime(decidido_em, '%d/%m/%Y'), peso: w_decisao},
            {fato: 'número da estação', estacao: numero_estacao, registro: coalesce(numeros_r, '—'), peso: w_numero},
            {
                fato: 'distância',
                estacao: coalesce(printf('%.6f; %.6f', latitude, longitude), '—'),
                registro: coalesce(
                    printf('%.6f; %.6f', latitude_r, longitude_r) || coalesce(printf(' (%.0f m)', distancia_m), ''),
                    '—'
                ),
                peso: w_distancia
            },
            {fato: 'logradouro', estacao: endereco, registro: coalesce(endereco_r, '—'), peso: w_logradouro},
            {
                fato: 'número do imóvel',
                estacao: endereco || if(estacoes_s > 1, printf(' (conta a mais parecida das %d estações do sítio)', estacoes_s), ''),
                registro: coalesce(endereco_r, '—'),
                peso: w_casa
            },
            {fato: 'CEP', estacao: coalesce(cep, '—'), registro: coalesce(cep_r, '—'), peso: w_cep},
            {fato: 'bairro', estacao: coalesce(bairro, '—'), registro: coalesce(bairro_r, '—'), peso: w_bairro},
            {
                fato: 'prestadora',
                estacao: coalesce(prestadoras_s, prestadora, '—'),
                registro: coalesce(prestadoras_r, '—'),
                peso: w_prestadora
            },
            {
                fato: 'detentora',
                estacao: coalesce('nos outros processos do sítio: ' || detentoras_s, 'prestadoras do sítio: ' || prestadoras_s, '—'),
                registro: coalesce(detentora_r, '—'),
                peso: w_detentora
            },
            {
                fato: 'compartilhamento',
                estacao: if(estacoes_s = 1, '1 estação no sítio', printf('%d estações no sítio', estacoes_s)),
                registro: CASE compartilhada_r WHEN true THEN 'compartilhada' WHEN false THEN 'não compartilhada' ELSE '—' END,
                peso: w_compartilhada
            },
            {
                fato: 'infraestrutura',
                estacao: coalesce(infra_s, '—'),
                registro: coalesce(infra_r, '—'),
                peso: w_infraestrutura
            },
            {
                fato: 'data de instalação',
                estacao: coalesce('1ª licença do sítio em ' || strftime(licenciada_s, '%d/%m/%Y'), '—'),
                registro: coalesce('instalada em ' || strftime(instalada_r, '%d/%m/%Y'), '—'),
                peso: w_instalacao
            },
            {
                fato: 'data do processo',
                estacao: coalesce('1ª licença em ' || strftime(primeiro_licenciamento, '%d/%m/%Y'), '—'),
                registro: coalesce('primeiro ato em ' || strftime(iniciada_r, '%d/%m/%Y'), '—'),
                peso: w_processo
            },
            {
                fato: 'altura',
                estacao: 'nos outros processos do sítio',
                registro: coalesce(printf('%.0f m', altura_r), '—'),
                peso: w_altura
            },
            {
                fato: 'outros processos do sítio',
                estacao: printf('%d', processos_s),
                registro: '—',
                peso: w_processos
            },
            {fato: 'uma estação entre as do sítio', estacao: numero_estacao, registro: coalesce(prestadoras_r, '—'), peso: w_comunicacao},
            {fato: 'ponto de partida', estacao: '—', registro: '—', peso: w_base}
        ] AS lista
    FROM fatos
),

-- What the shown facts do not explain: the score's log-odds less their sum. A decision needs no explanation.
somadas AS (
    SELECT
        *,
        list_filter(lista, lambda item: abs(item.peso) >= $minimo) AS mostradas,
        if(
            w_decisao > 0,
            0.0,
            round(
                ln(least(greatest(escore, $menor), 1 - $menor) / (1 - least(greatest(escore, $menor), 1 - $menor)))
                - coalesce(list_sum(list_transform(mostradas, lambda item: item.peso)), 0.0),
                2
            )
        ) AS resto
    FROM evidencias
),

final AS (
    SELECT
        codigo_ibge,
        numero_estacao,
        registro_id,
        sitio_id,
        nivel,
        distancia_m,
        escore,
        ambigua,
        list_filter(
            [
                if(numero_de_outro_sitio, 'NUMERO_DE_OUTRO_SITIO', NULL),
                if(detentora_divergente, 'DETENTORA_DIVERGENTE', NULL),
                if(prestadora_ausente, 'PRESTADORA_AUSENTE_DO_SITIO', NULL),
                if(distancia_m > $longe_m, 'MAIS_DE_200_M', NULL)
            ],
            lambda codigo: codigo IS NOT NULL
        ) AS contradicoes,
        decidido_por,
        CAST(
            to_json(
                mostradas
                || if(
                    abs(resto) < $minimo,
                    [],
                    [{
                        fato: 'concorrência e dúvida sobre o sítio',
                        estacao: '—',
                        registro: '—',
                        peso: resto
                    }]
                )
                || if(
                    estacoes_em_duvida = 0 OR decidido_por IS NOT NULL OR NOT ambigua,
                    [],
                    [{
                        fato: 'rua ou ponto de muitas estações',
                        estacao: printf('uma de %d estações sem vínculo', estacoes_em_duvida),
                        registro: printf('o de data mais próxima entre %d processos sem sítio', processos_em_duvida),
                        peso: 0.0
                    }]
                )
                || if(
                    segundo IS NULL,
                    [],
                    [{
                        fato: 'segundo candidato',
                        estacao: 'sítio ' || segundo,
                        registro: replace(printf('probabilidade %.2f', segundo_p), '.', ','),
                        peso: 0.0
                    }]
                )
            ) AS VARCHAR
        ) AS evidencias
    FROM somadas
)

SELECT * FROM final
ORDER BY codigo_ibge, numero_estacao, registro_id;
