-- One row per station. A natural person's station keeps neither name nor address, and a position of 0.01 degree.
CREATE TABLE stg_estacoes AS
WITH reunidas AS (
    SELECT
        unidas.*,
        enderecos.* EXCLUDE (numero_estacao),
        nomes.nome AS municipio,
        nomes.uf,
        tipos.* EXCLUDE (numero_estacao),
        donas.titular,
        fontes.arquivo,
        pares.* EXCLUDE (par, codigo_ibge, uf),
        coalesce(donas.titular.pessoa_fisica, false) AS pessoa_fisica
    FROM _anatel_unidas AS unidas
    INNER JOIN _anatel_enderecos AS enderecos ON unidas.numero_estacao = enderecos.numero_estacao
    INNER JOIN _anatel_nomes AS nomes ON enderecos.codigo_ibge = nomes.codigo_ibge
    INNER JOIN _anatel_tipos AS tipos ON unidas.numero_estacao = tipos.numero_estacao
    INNER JOIN _anatel_donas AS donas ON unidas.numero_estacao = donas.numero_estacao
    INNER JOIN _anatel_fontes AS fontes ON unidas.fonte = fontes.fonte
    INNER JOIN _anatel_posicoes AS posicoes ON unidas.numero_estacao = posicoes.numero_estacao
    INNER JOIN _anatel_pares AS pares ON posicoes.par = pares.par
)

SELECT
    numero_estacao,
    codigo_ibge,
    municipio,
    uf,
    if(pessoa_fisica, NULL, bairro) AS bairro,
    if(
        pessoa_fisica OR logradouro IS NULL,
        NULL,
        concat_ws(', ', logradouro, if(contains(logradouro, numero), NULL, numero), complemento, bairro)
    ) AS endereco,
    if(pessoa_fisica, NULL, logradouro) AS logradouro,
    if(pessoa_fisica, NULL, numero) AS numero,
    if(pessoa_fisica, NULL, complemento) AS complemento,
    if(pessoa_fisica, NULL, cep) AS cep,
    titular.prestadora AS prestadora,
    titular.prestadora_cnpj AS prestadora_cnpj,
    servico,
    classe,
    if(admite_seguranca AND titular.seguranca, 'SEGURANCA', tipo) AS tipo,
    instalacao,
    classe_infra,
    compartilhada,
    tecnologias,
    if(pessoa_fisica, round(latitude, 2), latitude) AS latitude,
    if(pessoa_fisica, round(longitude, 2), longitude) AS longitude,
    if(pessoa_fisica, NULL, bruta) AS coordenada_bruta,
    forma AS forma_coordenada,
    qualidade AS qualidade_coordenada,
    primeiro_licenciamento,
    ultimo_licenciamento,
    validade_anatel,
    altura_m,
    pessoa_fisica,
    emissoes,
    coalesce(avaliada, false) AS avaliada,
    arquivo,
    linha,
    list_filter(
        [if(presumida AND NOT (admite_seguranca AND titular.seguranca), 'CLASSE_PRESUMIDA', NULL)],
        lambda motivo: motivo IS NOT NULL
    ) AS motivos
FROM reunidas
ORDER BY numero_estacao;
