"""The real files, whole, against figures counted without DuckDB and without this project's readers."""

from __future__ import annotations

import csv
import io
from collections import Counter, defaultdict
from pathlib import Path

import duckdb
import pandas as pd
import pytest

from etrdash.dados import PastaDeDados
from etrdash.staging.anatel import load_anatel

MOSAICO = ("lavras", "perdoes", "canaverde", "ribeirao")


def load(tmp_path: Path, *caminhos: Path) -> duckdb.DuckDBPyConnection:
    con = duckdb.connect()
    load_anatel(con, caminhos, PastaDeDados.open(), tmp_path)
    return con


def read_csv(caminho: Path, codificacao: str, delimitador: str) -> pd.DataFrame:
    return pd.read_csv(caminho, encoding=codificacao, sep=delimitador, dtype=str, keep_default_na=False)


def starting_lines(caminho: Path, codificacao: str) -> list[int]:
    """Return the physical line where each record starts, header left out, by the standard library."""
    texto = caminho.read_bytes().decode(codificacao)
    leitor = csv.reader(io.StringIO(texto, newline=""))
    inicios, anterior = [], 0
    for _ in leitor:
        inicios.append(anterior + 1)
        anterior = leitor.line_num
    return inicios[1:]


def days(coluna: pd.Series) -> pd.Series:
    return pd.to_datetime(coluna.str[:10].where(coluna != ""), format="%Y-%m-%d")


def test_the_figures_of_one_town(shared, tmp_path):
    con = load(tmp_path, shared / "dados/anatel/mosaico_2023-04_MG_lavras_todos_servicos.csv")
    assert con.execute(
        "SELECT layout, lidas, carregadas, repetidas, rejeitadas, pessoais_descartados FROM stg_arquivos"
    ).fetchall() == [("B1", 1136, 1007, 129, 0, 0)]
    assert con.execute(
        "SELECT count(*), count(*) FILTER (servico = '010'), count(*) FILTER (avaliada) FROM stg_estacoes"
    ).fetchall() == [(138, 34, 34)]


@pytest.mark.parametrize("lugar", MOSAICO)
def test_every_row_of_the_mosaico_exports(shared, tmp_path, lugar):
    caminho = shared / f"dados/anatel/mosaico_2023-04_MG_{lugar}_todos_servicos.csv"
    con = load(tmp_path, caminho)
    dados = read_csv(caminho, "latin-1", ",")
    dados["linha"] = starting_lines(caminho, "latin-1")
    unicas = dados.drop_duplicates([coluna for coluna in dados.columns if coluna not in {"_id", "linha"}])
    assert con.execute("SELECT lidas, carregadas, repetidas, rejeitadas FROM stg_arquivos").fetchall() == [
        (len(dados), len(unicas), len(dados) - len(unicas), 0)
    ]
    emissoes = con.execute("FROM stg_emissoes ORDER BY linha").df()
    assert emissoes["linha"].tolist() == unicas["linha"].tolist()
    assert emissoes["numero_estacao"].tolist() == unicas["NumEstacao"].tolist()
    for coluna, origem in (
        ("frequencia_tx_mhz", "FreqTxMHz"),
        ("frequencia_rx_mhz", "FreqRxMHz"),
        ("azimute", "Azimute"),
        ("altura_m", "AlturaAntena"),
        ("potencia_w", "PotenciaTransmissorWatts"),
    ):
        esperado = pd.to_numeric(unicas[origem].where(unicas[origem] != "")).reset_index(drop=True)
        pd.testing.assert_series_equal(emissoes[coluna], esperado, check_names=False)
    for coluna, origem in (
        ("primeiro_licenciamento", "DataPrimeiroLicenciamento"),
        ("licenciamento", "DataLicenciamento"),
        ("validade", "DataValidade"),
    ):
        esperado = days(unicas[origem]).reset_index(drop=True)
        pd.testing.assert_series_equal(
            pd.to_datetime(emissoes[coluna]), esperado, check_names=False, check_dtype=False
        )
    check_stations(con, unicas)


def check_stations(con: duckdb.DuckDBPyConnection, unicas: pd.DataFrame) -> None:
    """Compare the stations with a plain grouping of the distinct rows."""
    estacoes = con.execute("FROM stg_estacoes").df().set_index("numero_estacao")
    assert set(estacoes.index) == set(unicas["NumEstacao"])
    licencas = days(unicas["DataLicenciamento"])
    for numero, grupo in unicas.groupby("NumEstacao"):
        estacao = estacoes.loc[numero]
        ordem = licencas[grupo.index].fillna(pd.Timestamp(1900, 1, 1))
        novas = grupo.loc[ordem.index[ordem == ordem.max()]]
        assert estacao["emissoes"] == len(grupo)
        assert estacao["codigo_ibge"] in set(novas["CodMunicipio"])
        mais_vista = novas.groupby(["Latitude", "Longitude"]).size().idxmax()
        assert estacao["latitude"] == pytest.approx(float(mais_vista[0]), abs=1e-7)
        assert estacao["longitude"] == pytest.approx(float(mais_vista[1]), abs=1e-7)
        assert estacao["linha"] == grupo["linha"].min()
        assert estacao["primeiro_licenciamento"] == days(grupo["DataPrimeiroLicenciamento"]).min()
        assert estacao["tecnologias"].tolist() == sorted(set(grupo["Tecnologia"]) - {""})
        assert estacao["classe_infra"].tolist() == sorted(set(grupo["ClassInfraFisica"]) - {""})
        assert (
            bool(estacao["avaliada"])
            == ((grupo["NumServico"] == "010") & (grupo["CodTipoClasseEstacao"] == "FB")).any()
        )


def test_the_export_of_2021_in_packed_degrees(shared, tmp_path):
    """Its header was renamed by whoever kept it; put back, its packed cells agree with its own decimals."""
    origem = read_csv(shared / "dados/anatel/derivado_mosaico_2021-04_MG_lavras_sqlite_dms.csv", "utf-8", ",")
    compactas = origem["latitude_dms"].str.match(r"\d+S\d+$")
    misturada = origem.assign(
        Latitude=origem["latitude_dms"].where(compactas, origem["latitude_dms"]),
        Longitude=origem["longitude_dms"],
    )
    renomeada = misturada.rename(
        columns={
            "status": "Status.state", "entidade": "NomeEntidade", "num_servico": "NumServico",
            "num_estacao": "NumEstacao", "endereco": "EnderecoEstacao", "uf": "SiglaUf",
            "municipio": "CodMunicipio", "emissao": "DesignacaoEmissao", "tecnologia": "Tecnologia",
            "frequencia_inicial": "FreqTxMHz", "azimute": "Azimute", "tipo_estacao": "CodTipoClasseEstacao",
            "classificacao_infra_fisica": "ClassInfraFisica",
            "data_primeiro_licenciamento": "DataPrimeiroLicenciamento", "id": "_id",
        }
    ).drop(columns=["latitude", "longitude", "latitude_dms", "longitude_dms"])  # fmt: skip
    caminho = tmp_path / "b0.csv"
    renomeada.to_csv(caminho, index=False, encoding="latin-1")
    con = load(tmp_path, caminho)
    assert con.execute("SELECT layout, lidas, rejeitadas FROM stg_arquivos").fetchall() == [("B0", 1117, 0)]
    lidas = con.execute(
        "SELECT numero_estacao, latitude, longitude, qualidade_coordenada FROM stg_estacoes"
    ).fetchall()
    assert len(lidas) == origem["num_estacao"].nunique()
    decimais = {
        numero: (float(grupo["latitude"].iloc[0]), float(grupo["longitude"].iloc[0]))
        for numero, grupo in origem[compactas].groupby("num_estacao")
    }
    qualidades = Counter(qualidade for _, _, _, qualidade in lidas)
    assert qualidades["convertida"] == len(decimais)
    for numero, latitude, longitude, qualidade in lidas:
        if qualidade == "convertida":
            assert (latitude, longitude) == (
                pytest.approx(decimais[numero][0], abs=2e-6),
                pytest.approx(decimais[numero][1], abs=2e-6),
            )


@pytest.mark.parametrize("conjunto", ["conjunto_1", "conjunto_2", "conjunto_3"])
def test_the_reconciliation_sets(shared, tmp_path, conjunto):
    pasta = shared / "vinculos" / conjunto
    caminho = pasta / "anatel/Estacoes_SMP.csv"
    con = load(tmp_path, caminho)
    dados = read_csv(caminho, "utf-8-sig", ";")
    assert con.execute(
        "SELECT layout, lidas, carregadas, repetidas, rejeitadas FROM stg_arquivos"
    ).fetchall() == [
        ("A", len(dados), len(dados.drop_duplicates()), len(dados) - len(dados.drop_duplicates()), 0)
    ]
    verdade = read_csv(pasta / "truth/estacoes.csv", "utf-8", ",")
    verdade = verdade[verdade["numero_estacao"].isin(dados["Número Estação"])].set_index("numero_estacao")
    lidas = con.execute(
        "SELECT numero_estacao, codigo_ibge, upper(prestadora), qualidade_coordenada FROM stg_estacoes"
    ).fetchall()
    assert {linha[:3] for linha in lidas} == {
        (numero, codigo, operadora)
        for numero, codigo, operadora in zip(
            verdade.index, verdade["codigo_ibge"], verdade["operadora"], strict=True
        )
    }
    # What was spoiled on purpose: exchanged cells are put back, far ones set aside, nothing else touched.
    palavras = defaultdict(Counter)
    for numero, _, _, qualidade in lidas:
        for marca in ("anatel_trocada", "anatel_fora", "anatel_dms_decimal"):
            if marca in verdade.loc[numero, "tags"]:
                palavras[marca][qualidade] += 1
                break
        else:
            palavras["nenhuma"][qualidade] += 1
    assert set(palavras["nenhuma"]) == {"ok"}
    assert set(palavras["anatel_trocada"]) <= {"reparada"}
    assert palavras["anatel_fora"]["fora_do_municipio"] >= palavras["anatel_fora"].total() - 1


def test_all_the_files_of_the_folder_at_once(shared, tmp_path):
    con = load(tmp_path, shared / "dados/anatel")
    contagens = con.execute(
        "SELECT layout, lidas, carregadas + repetidas + rejeitadas FROM stg_arquivos"
    ).fetchall()
    assert Counter(layout for layout, _, _ in contagens) == {"B1": 4, "B0": 1, "desconhecido": 3}
    assert all(lidas == contadas for _, lidas, contadas in contagens)
    assert sum(lidas for _, lidas, _ in contagens) == 1136 + 341 + 84 + 96 + 1117
