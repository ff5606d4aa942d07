-- One row per kept emission: accepted, and of the file that speaks for its station.
CREATE TABLE stg_emissoes AS
SELECT
    aceitas.numero_estacao,
    fontes.arquivo,
    aceitas.linha,
    aceitas.tecnologia,
    aceitas.frequencia_tx_mhz,
    aceitas.frequencia_rx_mhz,
    aceitas.designacao_emissao,
    aceitas.setor,
    aceitas.azimute,
    aceitas.altura_m,
    aceitas.potencia_w,
    aceitas.primeiro_licenciamento,
    aceitas.licenciamento,
    aceitas.validade
FROM _anatel_aceitas AS aceitas
INNER JOIN _anatel_fontes AS fontes ON aceitas.fonte = fontes.fonte;
