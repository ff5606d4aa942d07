-- Files whose dates can only be month first: several that exist only so, and none that exists only day first.
WITH datas AS (
    SELECT DISTINCT fonte, primeiro_licenciamento AS bruto
    FROM _anatel_linhas
    UNION
    SELECT DISTINCT fonte, licenciamento
    FROM _anatel_linhas
    UNION
    SELECT DISTINCT fonte, validade
    FROM _anatel_linhas
),

partes AS (
    SELECT
        fonte,
        regexp_extract(bruto, '^\s*(\d{1,2})[/.-](\d{1,2})[/.-](?:\d{4}|\d{2})(?:\s|$)', ['um', 'dois']) AS lidas
    FROM datas
    WHERE bruto IS NOT NULL
),

contadas AS (
    SELECT
        fonte,
        count(*) FILTER (try_cast(lidas.um AS INTEGER) <= 12 AND try_cast(lidas.dois AS INTEGER) BETWEEN 13 AND 31)
            AS mes_primeiro,
        count(*) FILTER (try_cast(lidas.um AS INTEGER) BETWEEN 13 AND 31 AND try_cast(lidas.dois AS INTEGER) <= 12)
            AS dia_primeiro
    FROM partes
    GROUP BY fonte
)

SELECT fonte, mes_primeiro
FROM contadas
WHERE mes_primeiro >= 3 AND dia_primeiro = 0
ORDER BY fonte
