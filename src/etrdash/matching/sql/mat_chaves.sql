-- What the links of each municipality depend on besides the program and the data folder: one checksum of both
-- sides and of the decisions, whatever the order of the rows.
CREATE OR REPLACE TABLE mat_chaves AS
WITH linhas AS (
    SELECT codigo_ibge, 'estacao ' || CAST(to_json(e) AS VARCHAR) AS linha FROM mat_lado_estacoes AS e
    UNION ALL
    SELECT codigo_ibge, 'ato ' || CAST(to_json(a) AS VARCHAR) AS linha FROM mat_lado_atos AS a
    UNION ALL
    SELECT codigo_ibge, 'decisao ' || CAST(to_json(d) AS VARCHAR) AS linha FROM _decisoes AS d
)

SELECT codigo_ibge, sha256(string_agg(linha, chr(10) ORDER BY linha)) AS chave
FROM linhas
GROUP BY codigo_ibge
ORDER BY codigo_ibge;
