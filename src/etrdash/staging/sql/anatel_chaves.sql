-- Distinct rows of each file by content (the key column left out): the first line stands for its repeats.
CREATE TEMP TABLE _anatel_chaves AS
WITH linhas AS (
    SELECT
        fonte,
        linha,
        md5_number(texto) AS chave
    FROM _anatel_linhas
)

SELECT
    fonte,
    chave,
    min(linha) AS linha,
    count(*) AS vezes
FROM linhas
GROUP BY fonte, chave;
