"""ANATEL files written for tests: invented emissions in any layout, container, encoding and notation."""

from __future__ import annotations

import csv
import gzip
import io
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

_A = """
Número Fistel; Número Estação; NumCnpjCpf; NumServico; Frequência (MHz); Banda_MHZ;
Frequência Inicial; Frequência Final; FreqTxMHz; FreqRxMHz; Designação Emissão; Número Ato;
Data Validade; Entidade; NumSetor; Tecnologia; Tipo de Tecnologia 5G; Latitude; Longitude;
Latitude decimal; Longitude decimal; EnderecoEstacao; EndBairro; EndNumero; EndComplemento; Cep;
ClassInfraFisica; Data Primeiro Licenciamento; Data Licenciamento; AnoMesLic; Situacao; Caráter;
Empresa Estação; Faixa Estação; Subfaixa Estação; Geração; Código Nacional; Código IBGE;
Município-UF; UF; Nome da UF
"""
_B = """
Status.state, NomeEntidade, NumFistel, NumServico, NumAto, NumEstacao, EnderecoEstacao,
EndComplemento, SiglaUf, CodMunicipio, DesignacaoEmissao, Tecnologia, tipoTecnologia, meioAcesso,
FreqTxMHz, FreqRxMHz, Azimute, CodTipoClasseEstacao, ClassInfraFisica, CompartilhamentoInfraFisica,
CodTipoAntena, CodEquipamentoAntena, GanhoAntena, FrenteCostaAntena, AnguloMeiaPotenciaAntena,
AnguloElevacao, Polarizacao, AlturaAntena, CodEquipamentoTransmissor, PotenciaTransmissorWatts,
Latitude, Longitude, CodDebitoTFI, DataLicenciamento, DataPrimeiroLicenciamento, NumRede, _id,
DataValidade, NumFistelAssociado, NomeEntidadeAssociado
"""
_C = """
Tipo de Identificação; CNPJ ou CPF; Nome Entidade; Fistel do Serviço da Estação; Número da Estação;
Nome Indicativo; Código e Nome do Serviço; Serviço; Número do Ato de RF; Origem;
Data do Primeiro Licenciamento; Data do Último Licenciamento; Data de Validade da Estação;
Status da Validade da Estação; Tipo Classe Estação; Classe Estação; Designação Emissão;
Código do Tipo Antena; Polarização; Raio da Antena; Ganho da Antena (dB);
Frente Costa da Antena (dBi); Ângulo de Meia Potência da Antena (graus); Ângulo de Elevação (graus);
Azimute (graus); Altura da Antena (m); Frequência (MHz); Direção de Comunicação; CodSubfaixaAux;
CodSubfaixa; Divisor Frequências; Divisor Frequências Centenas; Divisor Frequências Dezenas;
Divisor Frequências Unidades; Código de Homologação da Antena; Código de Produto da Antena;
Código de Homologação do Equipamento Transmissor; Código de Produto do Transmissor;
Potência do Transmissor (W); Latitude (graus); Longitude (graus); UF; CodMunicipio;
Código IBGE do Município; Endereço; Bairro; CEP
"""
COLUNAS = {
    layout: tuple(nome.strip() for nome in texto.split(separador))
    for layout, texto, separador in (("A", _A, ";"), ("B", _B, ","), ("C", _C, ";"))
}
DELIMITADOR = {"A": ";", "B0": ",", "B1": ",", "B2": "|", "C": ";"}
COLUNA_DA_DATA = {"A": "Data Licenciamento", "B": "DataLicenciamento", "C": "Data do Último Licenciamento"}
COLUNA_DO_NUMERO = {"A": "Número Estação", "B": "NumEstacao", "C": "Número da Estação"}
COLUNA_DO_MUNICIPIO = {"A": "Código IBGE", "B": "CodMunicipio", "C": "Código IBGE do Município"}
COLUNA_DA_FREQUENCIA = {"A": "FreqTxMHz", "B": "FreqTxMHz", "C": "Frequência (MHz)"}


@dataclass(frozen=True, slots=True)
class Emissao:
    """One licensed emission, with values that any layout can say."""

    numero: str = "1002595735"
    entidade: str = "CLARO S.A."
    cnpj: str = "40432544000147"
    servico: str = "010"
    classe: str = "FB"
    tecnologia: str = "LTE"
    frequencia: float = 2660.0
    azimute: float = 120.0
    latitude: float = -20.4227
    longitude: float = -49.9727
    logradouro: str = "RUA DAS ACÁCIAS"
    numero_do_endereco: str = "100"
    codigo_ibge: str = "3557105"
    municipio: str = "Votuporanga"
    uf: str = "SP"
    infra: str = "Greenfield"
    primeiro: date = date(2010, 3, 1)
    ultimo: date = date(2022, 3, 24)
    validade: date = date(2030, 12, 31)
    documento: str | None = None


@dataclass(frozen=True, slots=True)
class Escrita:
    """How a file is written."""

    layout: str = "B1"
    container: str = "csv"
    codificacao: str = "utf-8"
    fim: str = "\n"
    delimitador: str = ""
    data: str = "%Y-%m-%d"
    coordenada: str = "decimal"
    aspas: bool = False
    recuo: str = ""
    ordem: tuple[int, ...] = ()


def pack_degrees(graus: float, letras: str) -> str:
    """Return ``DD[letter]MMSSHH`` of an angle."""
    total = round(abs(graus) * 360000)
    segundos, centesimos = divmod(total, 100)
    minutos, segundos = divmod(segundos, 60)
    inteiros, minutos = divmod(minutos, 60)
    return f"{inteiros:02d}{letras[graus < 0]}{minutos:02d}{segundos:02d}{centesimos:02d}"


def cells(emissao: Emissao, escrita: Escrita, ordem: int = 0) -> dict[str, str]:
    """Return column → cell of an emission in a layout."""
    latitude, longitude = f"{emissao.latitude:.6f}", f"{emissao.longitude:.6f}"
    compacta = pack_degrees(emissao.latitude, "NS"), pack_degrees(emissao.longitude, "EW")
    if escrita.coordenada == "virgula":
        latitude, longitude = latitude.replace(".", ","), longitude.replace(".", ",")
    elif escrita.coordenada == "compacta":
        latitude, longitude = compacta
    datas = [dia.strftime(escrita.data) for dia in (emissao.primeiro, emissao.ultimo, emissao.validade)]
    documento = emissao.cnpj if emissao.documento is None else emissao.documento
    frequencia, azimute = f"{emissao.frequencia:g}", f"{emissao.azimute:g}"
    if escrita.layout == "A":
        decimais = ("", "") if escrita.coordenada == "compacta" else (latitude, longitude)
        return {
            "Número Estação": emissao.numero, "NumCnpjCpf": documento, "NumServico": emissao.servico,
            "FreqTxMHz": frequencia, "FreqRxMHz": "", "Designação Emissão": "5M00G9W",
            "Entidade": emissao.entidade, "NumSetor": "1", "Tecnologia": emissao.tecnologia,
            "Latitude": compacta[0], "Longitude": compacta[1], "Latitude decimal": decimais[0],
            "Longitude decimal": decimais[1], "EnderecoEstacao": emissao.logradouro,
            "EndNumero": emissao.numero_do_endereco, "ClassInfraFisica": emissao.infra,
            "Data Primeiro Licenciamento": datas[0], "Data Licenciamento": datas[1],
            "Data Validade": datas[2], "Situacao": "Licenciada", "Código IBGE": emissao.codigo_ibge,
            "Município-UF": f"{emissao.municipio} - {emissao.uf}", "UF": emissao.uf,
        }  # fmt: skip
    if escrita.layout == "C":
        return {
            "CNPJ ou CPF": documento, "Nome Entidade": emissao.entidade, "Número da Estação": emissao.numero,
            "Código e Nome do Serviço": f"{emissao.servico} - Serviço", "Classe Estação": emissao.classe,
            "Data do Primeiro Licenciamento": datas[0], "Data do Último Licenciamento": datas[1],
            "Data de Validade da Estação": datas[2], "Azimute (graus)": azimute,
            "Frequência (MHz)": frequencia, "Direção de Comunicação": "Transmissão",
            "Latitude (graus)": latitude, "Longitude (graus)": longitude, "UF": emissao.uf,
            "Código IBGE do Município": emissao.codigo_ibge, "Endereço": emissao.logradouro,
            "Designação Emissão": "5M00G9W", "Polarização": "N/I",
        }  # fmt: skip
    return {
        "Status.state": "LIC-LIC-01", "NomeEntidade": emissao.entidade, "NumServico": emissao.servico,
        "NumEstacao": emissao.numero, "EnderecoEstacao": emissao.logradouro, "SiglaUf": emissao.uf,
        "CodMunicipio": emissao.codigo_ibge, "DesignacaoEmissao": "5M00G9W",
        "Tecnologia": emissao.tecnologia, "FreqTxMHz": frequencia, "Azimute": azimute,
        "CodTipoClasseEstacao": emissao.classe, "ClassInfraFisica": emissao.infra,
        "Latitude": latitude, "Longitude": longitude, "DataLicenciamento": datas[1],
        "DataPrimeiroLicenciamento": datas[0], "DataValidade": datas[2], "_id": f"4d5c{ordem:08x}",
    }  # fmt: skip


def columns(escrita: Escrita) -> list[str]:
    """Return the header of a layout, in the order asked for."""
    nomes = COLUNAS[escrita.layout[0]]
    return [nomes[indice] for indice in escrita.ordem] if escrita.ordem else list(nomes)


def encode_row(celulas: Sequence[str], escrita: Escrita) -> str:
    """Return one line without its end."""
    delimitador = escrita.delimitador or DELIMITADOR[escrita.layout]
    if escrita.recuo and not escrita.aspas:
        return delimitador.join(f"{escrita.recuo}{celula}{escrita.recuo}" for celula in celulas)
    saida = io.StringIO()
    modo = csv.QUOTE_ALL if escrita.aspas else csv.QUOTE_MINIMAL
    csv.writer(saida, delimiter=delimitador, lineterminator="\r\n", quoting=modo).writerow(celulas)
    return saida.getvalue().removesuffix("\r\n")


def encode_emissoes(emissoes: Sequence[Emissao], escrita: Escrita) -> list[str]:
    """Return the file's lines, header first."""
    nomes = columns(escrita)
    linhas = [encode_row(nomes, escrita)]
    for ordem, emissao in enumerate(emissoes):
        celulas = cells(emissao, escrita, ordem)
        linhas.append(encode_row([celulas.get(nome, "") for nome in nomes], escrita))
    return linhas


def write_lines(pasta: Path, linhas: Sequence[str], escrita: Escrita, nome: str = "estacoes") -> Path:
    """Write the lines in the container asked for and return the path to give to the reader."""
    dados = (escrita.fim.join(linhas) + escrita.fim).encode(escrita.codificacao)
    return write_bytes(pasta, dados, escrita.container, nome)


def write_bytes(pasta: Path, dados: bytes, container: str, nome: str = "estacoes") -> Path:
    """Write a file's bytes in the container asked for: csv, gz, zip, aninhado (zip in zip), pasta."""
    if container == "csv":
        caminho = pasta / f"{nome}.csv"
        caminho.write_bytes(dados)
    elif container == "gz":
        caminho = pasta / f"{nome}.csv.gz"
        caminho.write_bytes(gzip.compress(dados, mtime=0))
    elif container == "zip":
        caminho = pasta / f"{nome}.zip"
        caminho.write_bytes(pack_zip({f"sub/{nome}.csv": dados, "LEIAME.pdf": b"%PDF"}))
    elif container == "aninhado":
        caminho = pasta / f"{nome}.zip"
        caminho.write_bytes(pack_zip({"dentro.zip": pack_zip({f"{nome}.csv": dados})}))
    else:
        caminho = pasta / nome
        caminho.mkdir()
        (caminho / "a.csv").write_bytes(dados)
    return caminho


def pack_zip(membros: dict[str, bytes]) -> bytes:
    """Return a zip with the given members."""
    saida = io.BytesIO()
    with zipfile.ZipFile(saida, "w", zipfile.ZIP_DEFLATED) as zipado:
        for nome, dados in membros.items():
            zipado.writestr(zipfile.ZipInfo(nome), dados)
    return saida.getvalue()


def write_emissoes(
    pasta: Path, emissoes: Sequence[Emissao], nome: str = "estacoes", **escrita: object
) -> Path:
    """Write emissions in one call; ``escrita`` holds the fields of ``Escrita``."""
    forma = replace(Escrita(), **escrita)
    return write_lines(pasta, encode_emissoes(emissoes, forma), forma, nome)
