-- Holder of each station: of two, the one of the newest licensing; a row without a name never decides.
CREATE TEMP TABLE _anatel_donas AS
WITH distintos AS (
    SELECT
        numero_estacao,
        entidade,
        documento,
        servico,
        -- Newest licensing first (17 bits), then the most rows (12), then the content (32).
        (max(dia) * 4096 + least(4095, count(*))) * 4294967296 + max(sorteio) AS prioridade
    FROM _anatel_aceitas
    GROUP BY numero_estacao, entidade, documento, servico
)

SELECT
    distintos.numero_estacao,
    arg_max(
        titulares.titular,
        distintos.prioridade + if(titulares.titular.prestadora IS NULL, 0, 4611686018427387904)
    ) AS titular
FROM distintos
INNER JOIN _anatel_titulares AS titulares
    ON distintos.entidade IS NOT DISTINCT FROM titulares.entidade
    AND distintos.documento IS NOT DISTINCT FROM titulares.documento
    AND distintos.servico IS NOT DISTINCT FROM titulares.servico
GROUP BY distintos.numero_estacao;
