"""Tiny inputs of the whole path: a handful of ANATEL rows, a few municipal acts, one municipality file."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path

from etrdash.demo.anatel import COLUNAS_B1

COLUNAS_DE_ATOS = (
    "codigo_ibge", "registro_id", "instrumento", "ato", "data", "validade", "detentora_nome",
    "detentora_documento", "prestadora_nome", "numero_estacao", "tipo_estacao", "instalacao", "logradouro",
    "numero", "latitude", "longitude", "data_instalacao", "observacao",
)  # fmt: skip
ESTACAO = {
    "Status.state": "LIC-LIC-01", "NomeEntidade": "CLARO S.A.", "NumFistel": "50409146285",
    "NumServico": "010", "NumAto": "1", "SiglaUf": "MG", "CodMunicipio": "3138203",
    "DesignacaoEmissao": "5M00G9W", "Tecnologia": "LTE", "FreqTxMHz": "2165", "FreqRxMHz": "2155",
    "Azimute": "120", "CodTipoClasseEstacao": "FB", "ClassInfraFisica": "Greenfield", "AlturaAntena": "40",
    "PotenciaTransmissorWatts": "20", "DataLicenciamento": "2021-01-01", "DataValidade": "2035-01-01",
}  # fmt: skip


def write_anatel(caminho: Path, estacoes: Sequence[Mapping[str, str]]) -> Path:
    """Write a layout B1 file; each station gives what it has of its own, ``_id`` is added."""
    with caminho.open("w", encoding="latin-1", newline="") as saida:
        escritor = csv.DictWriter(saida, COLUNAS_B1, lineterminator="\n", restval="")
        escritor.writeheader()
        for posicao, estacao in enumerate(estacoes):
            escritor.writerow({**ESTACAO, "_id": f"id{posicao}", **estacao})
    return caminho


def write_atos(caminho: Path, atos: Sequence[Mapping[str, str]]) -> Path:
    """Write a canonical acts file."""
    with caminho.open("w", encoding="utf-8", newline="") as saida:
        escritor = csv.DictWriter(saida, COLUNAS_DE_ATOS, lineterminator="\n", restval="")
        escritor.writeheader()
        escritor.writerows(atos)
    return caminho


def write_municipio(pasta: Path, lei: str, **campos: str) -> Path:
    """Write an overlay data folder whose one municipality applies a law; values are TOML literals."""
    municipios = pasta / "municipios"
    municipios.mkdir(parents=True, exist_ok=True)
    base = {
        "codigo_ibge": '"3138203"', "nome": '"Lavras"', "uf": '"MG"', "lei": f'"{lei}"',
        "vigencia": '"confirmada"', **campos,
    }  # fmt: skip
    linhas = [f"{chave} = {valor}\n" for chave, valor in base.items()]
    linhas.append(
        '[registros]\norgao = "Obras"\ncanal = "LAI"\nlicenca = "não declarada"\n'
        'extraida_em = 2026-11-30\ncompletude = "completa"\n'
    )
    (municipios / "3138203.toml").write_text("".join(linhas), encoding="utf-8")
    return pasta


def four_stations() -> list[dict[str, str]]:
    """Two stations on one tower, one alone, one of another service."""
    torre = {"Latitude": "-21.24500", "Longitude": "-45.00000", "EnderecoEstacao": "RUA AMAZONAS,100,CENTRO"}
    longe = {"Latitude": "-21.26000", "Longitude": "-44.98000", "EnderecoEstacao": "RUA PARA,900,VILA NOVA"}
    return [
        {"NumEstacao": "1001", "DataPrimeiroLicenciamento": "2015-04-01", **torre},
        {
            "NumEstacao": "1002", "NomeEntidade": "TIM S A",
            "DataPrimeiroLicenciamento": "2016-05-02", **torre,
        },
        {"NumEstacao": "1003", "DataPrimeiroLicenciamento": "2015-04-01", **longe},
        {
            "NumEstacao": "1004", "NumServico": "019", "CodTipoClasseEstacao": "FX",
            "NomeEntidade": "EMPRESA DE ENERGIA S.A.", "DataPrimeiroLicenciamento": "2015-04-01", **longe,
        },
    ]  # fmt: skip


def three_atos() -> list[dict[str, str]]:
    """One process on the tower, requested and issued, and one that no station answers to."""
    torre = {
        "codigo_ibge": "3138203", "registro_id": "10/2022", "instrumento": "LICENCA_INSTALACAO",
        "detentora_nome": "SBA TORRES BRASIL LTDA", "latitude": "-21.24500", "longitude": "-45.00000",
        "logradouro": "Rua Amazonas", "numero": "100",
    }  # fmt: skip
    orfao = {**torre, "registro_id": "99/2019", "latitude": "-21.20000", "longitude": "-45.05000",
             "logradouro": "Rua Ceará", "numero": "1"}  # fmt: skip
    return [
        {**torre, "ato": "protocolo", "data": "2022-03-01"},
        {**torre, "ato": "emissao", "data": "2022-05-01", "validade": "2032-05-01"},
        {**orfao, "ato": "protocolo", "data": "2019-03-01"},
    ]
