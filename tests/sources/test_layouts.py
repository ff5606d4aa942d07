"""Headers recognised whatever they look like, and the nearest layout named when they are not."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from etrdash.sources.layouts import (
    LAYOUT_A,
    LAYOUT_B,
    LAYOUT_C,
    Cabecalho,
    Semelhanca,
    find_cabecalho,
    normalise_celula,
)

B1 = (
    "Status.state,NomeEntidade,NumFistel,NumServico,NumAto,NumEstacao,EnderecoEstacao,EndComplemento,SiglaUf,"
    "CodMunicipio,DesignacaoEmissao,Tecnologia,tipoTecnologia,meioAcesso,FreqTxMHz,FreqRxMHz,Azimute,"
    "CodTipoClasseEstacao,ClassInfraFisica,CompartilhamentoInfraFisica,CodTipoAntena,CodEquipamentoAntena,"
    "GanhoAntena,FrenteCostaAntena,AnguloMeiaPotenciaAntena,AnguloElevacao,Polarizacao,AlturaAntena,"
    "CodEquipamentoTransmissor,PotenciaTransmissorWatts,Latitude,Longitude,CodDebitoTFI,DataLicenciamento,"
    "DataPrimeiroLicenciamento,NumRede,_id,DataValidade,NumFistelAssociado,NomeEntidadeAssociado"
)


def recognised(*linhas: str) -> Cabecalho:
    achado = find_cabecalho(linhas)
    assert isinstance(achado, Cabecalho)
    return achado


def test_b1_as_published():
    cabecalho = recognised(B1)
    assert (cabecalho.layout, cabecalho.delimitador, cabecalho.linha) == (LAYOUT_B, ",", 1)
    assert cabecalho.posicoes["numero_estacao"] == 5
    assert cabecalho.chave == 36
    assert cabecalho.ausentes == ()
    assert cabecalho.ignoradas == ()


def test_a_and_c_as_published(shared):
    dados = shared / "dados/anatel"
    colunas = json.loads((dados / "evidencia_smp_inventory_2026-07-21.json").read_text())["columns"]
    cabecalho = recognised(";".join(colunas))
    assert cabecalho.layout is LAYOUT_A
    assert (cabecalho.ausentes, cabecalho.ignoradas, cabecalho.chave) == ((), (), None)
    assert cabecalho.posicoes["latitude"] == colunas.index("Latitude decimal")
    assert cabecalho.posicoes["latitude_dms"] == colunas.index("Latitude")
    membros = json.loads(
        (dados / "evidencia_estacoes_licenciadas_members_columns_2026-08-10.json").read_text()
    )["members"]
    lidos = {membro["name"]: find_cabecalho([";".join(membro["columns"])]) for membro in membros}
    de_c = {nome for nome, achado in lidos.items() if isinstance(achado, Cabecalho)}
    assert all(lidos[nome].layout is LAYOUT_C for nome in de_c)
    # Ships' radios state no municipality at all: the only member that says nowhere where a station is.
    assert set(lidos) - de_c == {"Estacoes_MMA.csv"}


@given(
    st.randoms(use_true_random=False),
    st.sampled_from((";", ",", "|", "\t")),
    st.sampled_from((str.upper, str.lower, str.title, str.swapcase)),
    st.booleans(),
    st.booleans(),
)
def test_case_order_quotes_padding_and_delimiter_do_not_matter(sorteio, delimitador, caixa, aspas, espacos):
    celulas = B1.split(",")
    sorteio.shuffle(celulas)
    escritas = [caixa(celula) for celula in celulas]
    if aspas:
        escritas = [f'"{celula}"' for celula in escritas]
    if espacos:
        escritas = [f" {celula}  " for celula in escritas]
    cabecalho = recognised(delimitador.join(escritas))
    assert cabecalho.layout is LAYOUT_B
    assert cabecalho.delimitador == delimitador
    for coluna, nome in (
        ("numero_estacao", "NumEstacao"),
        ("latitude", "Latitude"),
        ("validade", "DataValidade"),
    ):
        assert cabecalho.posicoes[coluna] == celulas.index(nome)


def test_accents_marks_and_lost_bytes_do_not_matter():
    assert normalise_celula("\ufeffNúmero  Estação") == "numeroestacao"
    assert normalise_celula("MUNICÍPIO-UF") == "municipiouf"
    assert normalise_celula("Latitude (graus)") == "latitudegraus"


def test_extra_columns_are_named_and_missing_optional_ones_too():
    celulas = [celula for celula in B1.split(",") if celula != "Azimute"]
    cabecalho = recognised(",".join([*celulas, "Observação do técnico"]))
    assert cabecalho.ausentes == ("azimute",)
    assert cabecalho.ignoradas == ("Observação do técnico",)


def test_the_extra_municipality_name_of_b1_is_used():
    cabecalho = recognised(B1 + ",Municipio.NomeMunicipio")
    assert cabecalho.posicoes["municipio"] == 40


def test_a_title_above_the_header_is_passed_over():
    cabecalho = recognised("sep=,", "", "Estações licenciadas em 2023", B1)
    assert cabecalho.linha == 4


@pytest.mark.parametrize("falta", ["NumEstacao", "NomeEntidade", "CodMunicipio"])
def test_without_a_required_column_the_nearest_layout_and_the_difference_are_told(falta):
    celulas = ["outra" if celula == falta else celula for celula in B1.split(",")]
    achado = find_cabecalho([",".join(celulas)])
    assert isinstance(achado, Semelhanca)
    assert achado.layout is LAYOUT_B
    assert achado.faltam == (falta,)
    assert "outra" in achado.sobram


def test_data_is_no_header():
    sorteio = random.Random(1)
    linhas = [",".join(str(sorteio.randrange(10**6)) for _ in range(40)) for _ in range(12)]
    achado = find_cabecalho(linhas)
    assert isinstance(achado, Semelhanca)
    assert achado.layout is None
