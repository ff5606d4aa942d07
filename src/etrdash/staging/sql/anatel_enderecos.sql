-- Address of each station's newest row: null markers dropped, persons' data already taken out of the texts.
CREATE TEMP TABLE _anatel_enderecos AS
WITH brutos AS (
    SELECT
        unidas.numero_estacao,
        fichas.codigo_ibge,
        coalesce(logradouros.limpo, fichas.logradouro) AS logradouro,
        coalesce(bairros.limpo, fichas.bairro) AS bairro,
        complementos.limpo AS complemento,
        trim(fichas.numero_do_endereco) AS numero,
        regexp_replace(fichas.cep, '[^0-9]', '', 'g') AS cep
    FROM _anatel_unidas AS unidas
    INNER JOIN _anatel_lidas AS fichas ON unidas.ficha = fichas.rowid
    LEFT JOIN _anatel_textos AS logradouros ON fichas.logradouro = logradouros.bruto
    LEFT JOIN _anatel_textos AS bairros ON fichas.bairro = bairros.bruto
    LEFT JOIN _anatel_complementos AS complementos ON fichas.complemento = complementos.bruto
),

limpos AS (
    SELECT
        numero_estacao,
        codigo_ibge,
        nullif(trim(regexp_replace(logradouro, '\s+', ' ', 'g')), '') AS logradouro,
        nullif(trim(regexp_replace(bairro, '\s+', ' ', 'g')), '') AS bairro,
        nullif(complemento, '') AS complemento,
        nullif(
            regexp_extract(
                numero,
                '^(?:[0-9]{1,6}(?:[ /-]?[A-Za-z0-9]{1,4})?|[sS]/?\.?[nN][.ºo°]*|[kK][mM] ?[0-9.,+ ]{1,10})$'
            ),
            ''
        ) AS numero,
        if(regexp_full_match(cep, '[0-9]{7,8}') AND trim(cep, '0') <> '', lpad(cep, 8, '0'), NULL) AS cep
    FROM brutos
)

SELECT
    limpos.* REPLACE (
        if(lower(logradouro) IN (FROM _anatel_nulos), NULL, logradouro) AS logradouro,
        if(lower(bairro) IN (FROM _anatel_nulos), NULL, bairro) AS bairro
    )
FROM limpos;
