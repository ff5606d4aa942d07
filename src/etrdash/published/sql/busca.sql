-- Municipalities, station numbers, streets, neighbourhoods and postcodes that answer a search, best first.
WITH pedido AS (
    SELECT strip_accents(lower(trim($texto))) AS texto, regexp_replace($texto, '\D', '', 'g') AS algarismos
),

lugares AS (
    SELECT
        'municipio' AS tipo, municipio AS rotulo, codigo_ibge, municipio, uf, NULL AS numero_estacao, estacoes
    FROM municipios
    UNION ALL
    SELECT 'estacao', numero_estacao, codigo_ibge, municipio, uf, numero_estacao, 1
    FROM estacoes
    WHERE numero_estacao = regexp_replace($texto, '\D', '', 'g')
    UNION ALL
    SELECT 'bairro', bairro, codigo_ibge, any_value(municipio), any_value(uf), NULL, count(*)
    FROM estacoes
    WHERE bairro IS NOT NULL
    GROUP BY bairro, codigo_ibge
    UNION ALL
    SELECT 'logradouro', logradouro, codigo_ibge, any_value(municipio), any_value(uf), NULL, count(*)
    FROM estacoes
    JOIN detalhes USING (numero_estacao)
    WHERE logradouro IS NOT NULL
    GROUP BY logradouro, codigo_ibge
    UNION ALL
    SELECT 'cep', logradouro, codigo_ibge, any_value(municipio), any_value(uf), NULL, count(*)
    FROM estacoes
    JOIN detalhes USING (numero_estacao)
    CROSS JOIN pedido
    WHERE logradouro IS NOT NULL AND length(algarismos) = 8 AND regexp_replace(cep, '\D', '', 'g') = algarismos
    GROUP BY logradouro, codigo_ibge
    UNION ALL
    SELECT 'cep5', logradouro, codigo_ibge, any_value(municipio), any_value(uf), NULL, count(*)
    FROM estacoes
    JOIN detalhes USING (numero_estacao)
    CROSS JOIN pedido
    WHERE logradouro IS NOT NULL AND length(algarismos) = 8
      AND starts_with(regexp_replace(cep, '\D', '', 'g'), left(algarismos, 5))
    GROUP BY logradouro, codigo_ibge
),

comparados AS (
    SELECT
        lugares.* REPLACE (CASE WHEN tipo IN ('cep', 'cep5') THEN 'logradouro' ELSE tipo END AS tipo),
        strip_accents(lower(rotulo)) AS nome,
        CASE
            WHEN lugares.tipo IN ('estacao', 'cep') OR nome = texto THEN 1.0
            WHEN length(nome) >= 4 AND contains(texto, nome) AND lugares.tipo <> 'municipio'
                AND contains(texto, strip_accents(lower(municipio))) THEN 0.99
            WHEN length(nome) >= 6 AND lugares.tipo = 'logradouro' AND starts_with(texto, nome) THEN 0.96
            WHEN starts_with(nome, texto) THEN 0.95
            WHEN contains(nome, texto) THEN 0.9
            WHEN lugares.tipo = 'cep5' THEN 0.9
            WHEN lugares.tipo IN ('bairro', 'logradouro') AND length(texto) >= 6
                AND jaro_winkler_similarity(nome, texto) >= 0.94 THEN 0.89
            WHEN lugares.tipo IN ('bairro', 'logradouro') AND len($palavras) > 0
                AND list_has_all(string_split_regex(nome, '[^a-z0-9]+'), $palavras) THEN 0.88
            WHEN lugares.tipo = 'municipio' THEN jaro_winkler_similarity(nome, texto)
            ELSE 0.0
        END AS semelhanca
    FROM lugares
    CROSS JOIN pedido
    WHERE length(texto) >= 2 AND (len($codigos) = 0 OR list_contains($codigos, codigo_ibge))
)

SELECT tipo, rotulo, codigo_ibge, municipio, uf, numero_estacao, estacoes, semelhanca
FROM comparados
WHERE semelhanca >= 0.88
-- a street with the postcode itself also has its beginning
QUALIFY row_number() OVER (PARTITION BY tipo, rotulo, codigo_ibge ORDER BY semelhanca DESC) = 1
ORDER BY
    semelhanca DESC,
    list_position(['estacao', 'municipio', 'bairro', 'logradouro'], tipo),
    estacoes DESC,
    rotulo,
    codigo_ibge
LIMIT $limite
