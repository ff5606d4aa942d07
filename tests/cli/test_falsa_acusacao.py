"""No station is accused for what the records, or ANATEL, do not say."""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.entradas_minimas import four_stations, three_atos, write_anatel, write_atos, write_municipio

Etrdash = Callable[..., Any]
Linhas = Sequence[Mapping[str, str]]
LEI = "votuporanga_lei_5992_2017"
SEM_LUGAR = dict.fromkeys(("logradouro", "numero", "latitude", "longitude"), "")


@pytest.fixture
def publish(etrdash: Etrdash, tmp_path: Path) -> Callable[[Linhas, Linhas], dict[str, dict[str, str]]]:
    """Build with a confirmed law and complete records; return stations by number, the town under ``""``."""

    def call(estacoes: Linhas, atos: Linhas) -> dict[str, dict[str, str]]:
        saida = etrdash(
            "build",
            "--anatel", write_anatel(tmp_path / "anatel.csv", estacoes),
            "--municipal", f"3138203={write_atos(tmp_path / 'atos.csv', atos)}",
            "--data", write_municipio(tmp_path / "dados", LEI),
            "--as-of", "2026-11-30", "--store", tmp_path / "store", "--json",
        )  # fmt: skip
        assert saida.codigo == 0, saida.erros
        pasta = tmp_path / "store" / saida.json["acervo"]
        lidas: dict[str, dict[str, str]] = {}
        for nome, chave in (("estacoes", "numero_estacao"), ("municipios", "")):
            with (pasta / f"{nome}.csv").open(encoding="utf-8", newline="") as entrada:
                lidas |= {linha.get(chave, ""): linha for linha in csv.DictReader(entrada)}
        return lidas

    return call


def test_records_with_a_header_only_are_no_records(publish: Callable[..., Any]) -> None:
    lidas = publish(four_stations(), [])
    assert {lidas[numero]["situacao"] for numero in ("1001", "1002", "1003")} == {"SEM_DADOS_SUFICIENTES"}
    assert lidas["1003"]["motivos"].startswith("SEM_BASE_MUNICIPAL")
    assert (lidas[""]["cobertura"], lidas[""]["vermelho"]) == ("sem_registros", "0")


def test_records_that_tell_no_place_accuse_nobody(publish: Callable[..., Any]) -> None:
    lidas = publish(four_stations(), [{**ato, **SEM_LUGAR} for ato in three_atos()])
    assert {lidas[numero]["situacao"] for numero in ("1001", "1002", "1003")} == {"SEM_DADOS_SUFICIENTES"}
    assert lidas["1003"]["motivos"].startswith("BASE_PARCIAL|PROCESSOS_SEM_LUGAR")
    assert (lidas[""]["cobertura"], lidas[""]["vermelho"]) == ("parcial", "0")


def test_a_station_without_a_place_cannot_be_looked_for(publish: Callable[..., Any]) -> None:
    torre, outra, sozinha, _ = four_stations()
    perdida = {**sozinha, "Latitude": "", "Longitude": "", "EnderecoEstacao": ""}
    vizinha = {**sozinha, "NumEstacao": "1005"}
    lidas = publish([torre, outra, perdida, vizinha], three_atos())
    assert lidas["1003"]["situacao"] == "SEM_DADOS_SUFICIENTES"
    assert lidas["1003"]["motivos"].startswith("ESTACAO_SEM_LUGAR")
    assert lidas["1005"]["situacao"] == "PRAZO_VENCIDO"
    assert lidas[""]["cobertura"] == "completa"


def test_an_act_dated_after_the_extraction_is_there_all_the_same(publish: Callable[..., Any]) -> None:
    protocolo, emissao, orfao = three_atos()
    lidas = publish(four_stations(), [{**emissao, "data": "2062-05-01", "validade": ""}, orfao])
    assert lidas["1001"]["registro_id"] == protocolo["registro_id"]
    assert lidas["1001"]["situacao"] == "SEM_DADOS_SUFICIENTES"
    assert lidas["1001"]["motivos"].startswith("REGISTRO_COM_DATA_FUTURA")
    assert lidas["1003"]["situacao"] == "PRAZO_VENCIDO"
