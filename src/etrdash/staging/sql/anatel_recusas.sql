-- Rows refused: those that could not be split, and those with a cell that is not what its column holds.
INSERT INTO stg_rejeitos
FROM _anatel_recusadas
UNION ALL
SELECT
    fontes.arquivo,
    lidas.linha,
    lidas.recusa.motivo,
    coalesce(cabecalhos.celula, lidas.recusa.coluna),
    mascaras.mascarado
FROM _anatel_lidas AS lidas
INNER JOIN _anatel_fontes AS fontes ON lidas.fonte = fontes.fonte
LEFT JOIN _anatel_cabecalhos AS cabecalhos
    ON lidas.fonte = cabecalhos.fonte AND lidas.recusa.coluna = cabecalhos.canonica
LEFT JOIN _anatel_mascaras AS mascaras
    ON lidas.recusa.coluna = mascaras.coluna AND lidas.recusa.valor = mascaras.valor
WHERE lidas.recusa IS NOT NULL;
