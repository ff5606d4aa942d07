-- Stations held by more than one file: the file with the newest licensing speaks for each (SPEC §2).
CREATE TEMP TABLE _anatel_disputas AS
WITH por_fonte AS (
    SELECT
        numero_estacao,
        fonte,
        max(licenciamento) AS ultimo,
        count(*) AS linhas
    FROM _anatel_lidas
    WHERE recusa IS NULL
    GROUP BY numero_estacao, fonte
),

ordenada AS (
    SELECT
        por_fonte.*,
        row_number() OVER (
            PARTITION BY por_fonte.numero_estacao
            ORDER BY por_fonte.ultimo DESC NULLS LAST, por_fonte.linhas DESC, fontes.sha256, por_fonte.fonte
        ) AS ordem
    FROM por_fonte
    INNER JOIN _anatel_fontes AS fontes ON por_fonte.fonte = fontes.fonte
    QUALIFY count(*) OVER (PARTITION BY por_fonte.numero_estacao) > 1
)

SELECT
    numero_estacao,
    fonte AS vencedora
FROM ordenada
WHERE ordem = 1;
