"""ANATEL's files of the demonstration: layout A for the mobile service, B1 for the other services."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from etrdash.demo.torres import Estacao, Torre

REPETICOES = 3
SETORES = (0, 120, 240)

COLUNAS_A = (
    "Número Fistel", "Número Estação", "NumCnpjCpf", "NumServico", "Frequência (MHz)", "Banda_MHZ",
    "Frequência Inicial", "Frequência Final", "FreqTxMHz", "FreqRxMHz", "Designação Emissão", "Número Ato",
    "Data Validade", "Entidade", "NumSetor", "Tecnologia", "Tipo de Tecnologia 5G", "Latitude", "Longitude",
    "Latitude decimal", "Longitude decimal", "EnderecoEstacao", "EndBairro", "EndNumero", "EndComplemento",
    "Cep", "ClassInfraFisica", "Data Primeiro Licenciamento", "Data Licenciamento", "AnoMesLic", "Situacao",
    "Caráter", "Empresa Estação", "Faixa Estação", "Subfaixa Estação", "Geração", "Código Nacional",
    "Código IBGE", "Município-UF", "UF", "Nome da UF",
)  # fmt: skip
COLUNAS_B1 = (
    "Status.state", "NomeEntidade", "NumFistel", "NumServico", "NumAto", "NumEstacao", "EnderecoEstacao",
    "EndComplemento", "SiglaUf", "CodMunicipio", "DesignacaoEmissao", "Tecnologia", "tipoTecnologia",
    "meioAcesso", "FreqTxMHz", "FreqRxMHz", "Azimute", "CodTipoClasseEstacao", "ClassInfraFisica",
    "CompartilhamentoInfraFisica", "CodTipoAntena", "CodEquipamentoAntena", "GanhoAntena",
    "FrenteCostaAntena", "AnguloMeiaPotenciaAntena", "AnguloElevacao", "Polarizacao", "AlturaAntena",
    "CodEquipamentoTransmissor", "PotenciaTransmissorWatts", "Latitude", "Longitude", "CodDebitoTFI",
    "DataLicenciamento", "DataPrimeiroLicenciamento", "NumRede", "_id", "DataValidade",
    "NumFistelAssociado", "NomeEntidadeAssociado",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Faixa:
    """One band of one technology: MHz, emission designation and generation."""

    tx: float
    rx: float
    banda: int
    designacao: str
    geracao: str


FAIXAS = {
    "GSM": Faixa(943.2, 898.2, 900, "200KG7W", "2G"),
    "WCDMA": Faixa(2137.4, 1947.4, 2100, "5M00G9W", "3G"),
    "LTE": Faixa(1867.5, 1772.5, 1800, "15M0G7W", "4G"),
    "NR": Faixa(3550.0, 3550.0, 3500, "100MG7W", "5G"),
}


def write_layout_a(torres: Iterable[Torre], path: Path) -> None:
    """Write the stations of service 010: UTF-8 with BOM, ``;``, every row three times."""
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        escritor = csv.writer(file, delimiter=";", lineterminator="\r\n")
        escritor.writerow(COLUNAS_A)
        for torre, estacao in _walk(torres, movel=True):
            for linha in _rows_a(torre, estacao):
                escritor.writerows([linha] * REPETICOES)


def write_layout_b1(torres: Iterable[Torre], path: Path) -> None:
    """Write the stations of every other service: latin-1, comma, LF, no BOM."""
    with path.open("w", encoding="latin-1", newline="") as file:
        escritor = csv.writer(file, lineterminator="\n")
        escritor.writerow(COLUNAS_B1)
        for torre, estacao in _walk(torres, movel=False):
            linha = _row_b1(torre, estacao)
            escritor.writerow([linha.get(coluna, "") for coluna in COLUNAS_B1])


def pack_dms(graus: float, hemisferios: str) -> str:
    """Return ``DDHMMSScc``: degrees, hemisphere letter, minutes, seconds and hundredths of a second."""
    centesimos = round(abs(graus) * 360_000)
    inteiros, resto = divmod(centesimos, 360_000)
    minutos, resto = divmod(resto, 6_000)
    return f"{inteiros:02d}{hemisferios[graus < 0]}{minutos:02d}{resto:04d}"


def _walk(torres: Iterable[Torre], *, movel: bool) -> Iterator[tuple[Torre, Estacao]]:
    for torre in torres:
        for estacao in torre.estacoes:
            if (estacao.roteiro.servico == "010") == movel:
                yield torre, estacao


def _rows_a(torre: Torre, estacao: Estacao) -> Iterator[list[str]]:
    cidade, lugar, operadora = torre.cidade, torre.lugar, estacao.operadora
    if operadora is None:
        return
    classes = estacao.roteiro.classe_infra or ("",)
    for i, tecnologia in enumerate(estacao.tecnologias):
        faixa = FAIXAS[tecnologia]
        for setor in range(1, len(SETORES) + 1):
            valores = {
                "Número Fistel": f"999{operadora.cnpj[2:10]}",
                "Número Estação": estacao.numero,
                "NumCnpjCpf": operadora.cnpj,
                "NumServico": "010",
                "Frequência (MHz)": f"{faixa.tx:g}",
                "Banda_MHZ": str(faixa.banda),
                "Frequência Inicial": f"{faixa.tx - 5:g}",
                "Frequência Final": f"{faixa.tx + 5:g}",
                "FreqTxMHz": f"{faixa.tx:g}",
                "FreqRxMHz": f"{faixa.rx:g}",
                "Designação Emissão": faixa.designacao,
                "Número Ato": f"99{estacao.numero[-6:]}",
                "Data Validade": f"{estacao.validade:%d/%m/%Y}",
                "Entidade": estacao.titular,
                "NumSetor": str(setor),
                "Tecnologia": tecnologia,
                "Tipo de Tecnologia 5G": "SA-NSA" if tecnologia == "NR" else "N/I",
                "Latitude": pack_dms(estacao.latitude, "NS"),
                "Longitude": pack_dms(estacao.longitude, "EW"),
                "Latitude decimal": f"{estacao.latitude:.6f}",
                "Longitude decimal": f"{estacao.longitude:.6f}",
                "EnderecoEstacao": estacao.rua.upper(),
                "EndBairro": lugar.bairro.upper(),
                "EndNumero": str(estacao.porta),
                "Cep": lugar.cep,
                "ClassInfraFisica": classes[i % len(classes)],
                "Data Primeiro Licenciamento": f"{estacao.primeira_licenca:%d/%m/%Y}",
                "Data Licenciamento": f"{estacao.ultima_licenca:%d/%m/%Y}",
                "AnoMesLic": f"{estacao.ultima_licenca:%Y%m}",
                "Situacao": "Licenciada",
                "Caráter": "Primário",
                "Empresa Estação": operadora.apelido,
                "Faixa Estação": str(faixa.banda),
                "Subfaixa Estação": "A",
                "Geração": faixa.geracao,
                "Código Nacional": cidade.ddd,
                "Código IBGE": cidade.codigo_ibge,
                "Município-UF": f"{cidade.nome} - {cidade.uf}",
                "UF": cidade.uf,
                "Nome da UF": cidade.nome_uf,
            }
            yield [valores.get(coluna, "") for coluna in COLUNAS_A]


def _row_b1(torre: Torre, estacao: Estacao) -> dict[str, str]:
    cidade, lugar = torre.cidade, torre.lugar
    return {
        "Status.state": "LIC-LIC-01",
        "NomeEntidade": estacao.titular,
        "NumFistel": f"999{estacao.numero[-8:]}",
        "NumServico": estacao.roteiro.servico,
        "NumAto": f"99{estacao.numero[-6:]}",
        "NumEstacao": estacao.numero,
        "EnderecoEstacao": f"{estacao.rua.upper()} {estacao.porta} {lugar.bairro.upper()}",
        "SiglaUf": cidade.uf,
        "CodMunicipio": cidade.codigo_ibge,
        "DesignacaoEmissao": "14M0D7W",
        "FreqTxMHz": "17.9475",
        "FreqRxMHz": "19.5075",
        "Azimute": "151.0",
        "CodTipoClasseEstacao": estacao.roteiro.classe,
        "AlturaAntena": str(torre.acaso.between("altura", 12, 45)),
        "PotenciaTransmissorWatts": ".030",
        "Latitude": f"{estacao.latitude:.6f}",
        "Longitude": f"{estacao.longitude:.6f}",
        "CodDebitoTFI": "E",
        "DataLicenciamento": estacao.ultima_licenca.isoformat(),
        "DataPrimeiroLicenciamento": estacao.primeira_licenca.isoformat(),
        "_id": f"ficticio{estacao.numero}",
        "DataValidade": estacao.validade.isoformat(),
    }
