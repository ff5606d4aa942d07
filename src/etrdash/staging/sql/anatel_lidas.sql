-- Every raw row with its cells understood, and why it is refused where one of them cannot be.
CREATE TEMP TABLE _anatel_lidas AS
WITH fonte AS (
    SELECT
        * EXCLUDE (numero),
        numero AS numero_do_endereco,
        regexp_extract(trim(numero_estacao), '^0*([1-9][0-9]{0,9})(?:\.0+)?$', 1) AS numero
    FROM _anatel_linhas
),

lida AS (
    SELECT
        fonte.fonte,
        fonte.linha,
        fonte.numero AS numero_estacao,
        fonte.entidade,
        fonte.documento,
        fonte.latitude AS latitude_bruta,
        fonte.longitude AS longitude_bruta,
        fonte.latitude_dms,
        fonte.longitude_dms,
        fonte.logradouro,
        fonte.numero_do_endereco,
        fonte.complemento,
        fonte.bairro,
        fonte.cep,
        tecnologias.valor AS tecnologia,
        tx.valor AS frequencia_tx_mhz,
        rx.valor AS frequencia_rx_mhz,
        regexp_extract(
            upper(trim(fonte.designacao_emissao)), '^[0-9]{0,3}[HKMG][0-9]{0,3}[A-Z0-9]{3,5}$'
        ) AS designacao_emissao,
        regexp_extract(trim(fonte.setor), '^(?:[0-9]{1,4}|[A-Za-z][0-9]{0,2})$') AS setor,
        azimute.valor AS azimute,
        altura.valor AS altura_m,
        potencia.valor AS potencia_w,
        primeiro.valor AS primeiro_licenciamento,
        licenciamento.valor AS licenciamento,
        validade.valor AS validade,
        servicos.servico,
        servicos.classe,
        servicos.tipo,
        servicos.presumida,
        servicos.admite_seguranca,
        classes.rotulo AS classe_infra,
        classes.instalacao,
        CASE
            WHEN lower(trim(fonte.compartilhada)) IN ('sim', 's') THEN true
            WHEN lower(trim(fonte.compartilhada)) IN ('não', 'nao', 'n') THEN false
        END AS compartilhada,
        municipios.codigo_ibge,
        fonte.direcao ILIKE '%recep%' AS recepcao,
        tecnologias.bruto IS NOT NULL AND tecnologias.valor IS NULL AS tecnologia_desconhecida,
        classes.bruto IS NOT NULL AND classes.rotulo IS NULL AS classe_infra_desconhecida,
        -- Newest licensing first (17 bits), then a fuller address (8), then the content (32): never the row order.
        coalesce(date_diff('day', DATE '1900-01-01', licenciamento.valor), 0) AS dia,
        (chaves.chave & 4294967295)::BIGINT AS sorteio,
        (
            dia * 256
            + least(255, length(concat(fonte.logradouro, fonte.complemento, fonte.bairro, fonte.cep)))
        ) * 4294967296 + sorteio AS prioridade,
        CASE
            WHEN fonte.numero IS NULL OR fonte.numero = '' THEN {
                'coluna': 'numero_estacao',
                'valor': fonte.numero_estacao,
                'motivo': if(
                    trim(coalesce(fonte.numero_estacao, '')) = '',
                    'número de estação ausente',
                    'número de estação ilegível'
                )
            }
            WHEN municipios.motivo IS NOT NULL THEN {
                'coluna': municipios.coluna,
                'valor': if(municipios.coluna = 'codigo_ibge', fonte.codigo_ibge, fonte.municipio),
                'motivo': municipios.motivo
            }
            WHEN primeiro.motivo IS NOT NULL THEN {
                'coluna': 'primeiro_licenciamento',
                'valor': fonte.primeiro_licenciamento,
                'motivo': primeiro.motivo
            }
            WHEN licenciamento.motivo IS NOT NULL THEN {
                'coluna': 'licenciamento', 'valor': fonte.licenciamento, 'motivo': licenciamento.motivo
            }
            WHEN validade.motivo IS NOT NULL THEN {
                'coluna': 'validade', 'valor': fonte.validade, 'motivo': validade.motivo
            }
            WHEN tx.motivo IS NOT NULL THEN {
                'coluna': 'frequencia_tx_mhz', 'valor': fonte.frequencia_tx_mhz, 'motivo': tx.motivo
            }
            WHEN rx.motivo IS NOT NULL THEN {
                'coluna': 'frequencia_rx_mhz', 'valor': fonte.frequencia_rx_mhz, 'motivo': rx.motivo
            }
            WHEN azimute.motivo IS NOT NULL THEN {
                'coluna': 'azimute', 'valor': fonte.azimute, 'motivo': azimute.motivo
            }
            WHEN altura.motivo IS NOT NULL THEN {
                'coluna': 'altura_m', 'valor': fonte.altura_m, 'motivo': altura.motivo
            }
            WHEN potencia.motivo IS NOT NULL THEN {
                'coluna': 'potencia_w', 'valor': fonte.potencia_w, 'motivo': potencia.motivo
            }
            WHEN servicos.motivo IS NOT NULL THEN {
                'coluna': 'servico', 'valor': fonte.servico, 'motivo': servicos.motivo
            }
            WHEN estados.motivo IS NOT NULL THEN {
                'coluna': 'estado_licenca', 'valor': fonte.estado_licenca, 'motivo': estados.motivo
            }
        END AS recusa
    FROM fonte
    INNER JOIN _anatel_chaves AS chaves ON fonte.fonte = chaves.fonte AND fonte.linha = chaves.linha
    LEFT JOIN _anatel_datas AS primeiro ON fonte.primeiro_licenciamento = primeiro.bruto
    LEFT JOIN _anatel_datas AS licenciamento ON fonte.licenciamento = licenciamento.bruto
    LEFT JOIN _anatel_datas AS validade ON fonte.validade = validade.bruto
    LEFT JOIN _anatel_numeros AS tx ON fonte.frequencia_tx_mhz = tx.bruto
    LEFT JOIN _anatel_numeros AS rx ON fonte.frequencia_rx_mhz = rx.bruto
    LEFT JOIN _anatel_numeros AS azimute ON fonte.azimute = azimute.bruto
    LEFT JOIN _anatel_numeros AS altura ON fonte.altura_m = altura.bruto
    LEFT JOIN _anatel_numeros AS potencia ON fonte.potencia_w = potencia.bruto
    LEFT JOIN _anatel_tecnologias AS tecnologias ON fonte.tecnologia = tecnologias.bruto
    LEFT JOIN _anatel_classes AS classes ON fonte.classe_infra = classes.bruto
    LEFT JOIN _anatel_estados AS estados ON fonte.estado_licenca = estados.bruto
    LEFT JOIN _anatel_servicos AS servicos
        ON fonte.servico IS NOT DISTINCT FROM servicos.servico_bruto
        AND fonte.classe IS NOT DISTINCT FROM servicos.classe_bruta
        AND fonte.tipo_classe IS NOT DISTINCT FROM servicos.tipo_bruto
    LEFT JOIN _anatel_municipios AS municipios
        ON fonte.codigo_ibge IS NOT DISTINCT FROM municipios.codigo_bruto
        AND fonte.municipio IS NOT DISTINCT FROM municipios.nome_bruto
        AND fonte.uf IS NOT DISTINCT FROM municipios.uf_bruta
)

SELECT
    * EXCLUDE (frequencia_tx_mhz, frequencia_rx_mhz, recepcao, designacao_emissao, setor),
    if(coalesce(recepcao, false), NULL, frequencia_tx_mhz) AS frequencia_tx_mhz,
    if(coalesce(recepcao, false), frequencia_tx_mhz, frequencia_rx_mhz) AS frequencia_rx_mhz,
    nullif(designacao_emissao, '') AS designacao_emissao,
    nullif(setor, '') AS setor
FROM lida;
