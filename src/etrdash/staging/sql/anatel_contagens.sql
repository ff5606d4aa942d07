-- What became of the rows of each file.
WITH linhas AS (
    SELECT
        lidas.fonte,
        count(*) FILTER (lidas.recusa IS NULL AND coalesce(disputas.vencedora = lidas.fonte, true)) AS aceitas,
        count(*) FILTER (lidas.recusa IS NULL AND disputas.vencedora <> lidas.fonte) AS substituidas,
        count(DISTINCT lidas.numero_estacao) FILTER (
            lidas.recusa IS NULL AND disputas.vencedora <> lidas.fonte
        ) AS estacoes_substituidas,
        count(*) FILTER (lidas.tecnologia_desconhecida) AS tecnologias,
        count(*) FILTER (lidas.classe_infra_desconhecida) AS classes
    FROM _anatel_lidas AS lidas
    LEFT JOIN _anatel_disputas AS disputas ON lidas.numero_estacao = disputas.numero_estacao
    GROUP BY lidas.fonte
),

rejeitos AS (
    SELECT
        arquivo,
        count(*) AS rejeitadas
    FROM stg_rejeitos
    GROUP BY arquivo
),

pessoas AS (
    SELECT
        arquivo,
        count(*) AS pessoas
    FROM stg_estacoes
    WHERE pessoa_fisica
    GROUP BY arquivo
)

SELECT
    fontes.fonte,
    coalesce(linhas.aceitas, 0),
    coalesce(rejeitos.rejeitadas, 0),
    coalesce(linhas.substituidas, 0),
    coalesce(linhas.estacoes_substituidas, 0),
    coalesce(pessoas.pessoas, 0),
    coalesce(linhas.tecnologias, 0),
    coalesce(linhas.classes, 0)
FROM _anatel_fontes AS fontes
LEFT JOIN linhas ON fontes.fonte = linhas.fonte
LEFT JOIN rejeitos ON fontes.arquivo = rejeitos.arquivo
LEFT JOIN pessoas ON fontes.arquivo = pessoas.arquivo
ORDER BY fontes.fonte;
