-- Accepted rows of the file that speaks for each station.
CREATE TEMP VIEW _anatel_aceitas AS
SELECT
    lidas.*,
    lidas.rowid AS ficha
FROM _anatel_lidas AS lidas
LEFT JOIN _anatel_disputas AS disputas ON lidas.numero_estacao = disputas.numero_estacao
WHERE lidas.recusa IS NULL AND coalesce(disputas.vencedora = lidas.fonte, true);
