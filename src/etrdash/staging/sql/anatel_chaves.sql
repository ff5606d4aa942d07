-- Distinct rows of each file by content (the key column left out): the first line stands for its repeats.
CREATE TEMP TABLE _anatel_chaves AS
SELECT
    fonte,
    chave,
    min(linha) AS linha,
    count(*) AS vezes
FROM _anatel_marcas
GROUP BY fonte, chave;
