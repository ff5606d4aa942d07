"""ANATEL's layouts, recognised by their header whatever its accents, case, order, quotes or extra columns.

The canonical names on the left are the columns that ``staging`` works with; the right side lists the header
cells that mean them, in the publisher's spelling first. Layouts and their origin: open data
``Estacoes_SMP.csv`` (A), the Mosaico licensing export (B: 2019–2021 B0, 2021–2025 B1, 2026 B2) and the
members of ``estacoes_licenciadas.zip`` (C).
"""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

DELIMITADORES = (";", ",", "|", "\t")
MAX_LINHAS_ANTES = 10
"""A header is looked for in the first lines, so that a title or ``sep=;`` above it does no harm."""


@dataclass(frozen=True, slots=True)
class Layout:
    """What a publisher's header looks like.

    Attributes:
        nome: ``A``, ``B`` or ``C``.
        colunas: canonical column → header cells that mean it, best first (compared normalised).
        exigidas: groups of canonical columns; at least one of each group must be present.
        opcionais: canonical columns that the publisher's own files may lack.
        outras: other normalised header cells that the layout is known to have and that are not read.
        chave: column that makes otherwise repeated rows unique, not compared when repeats are dropped.
    """

    nome: str
    colunas: Mapping[str, tuple[str, ...]]
    exigidas: tuple[tuple[str, ...], ...]
    opcionais: frozenset[str]
    outras: frozenset[str]
    chave: str | None = None


def _words(texto: str) -> frozenset[str]:
    return frozenset(texto.split())


_LUGAR = ("codigo_ibge", "municipio")
_DATAS = ("primeiro_licenciamento", "licenciamento", "validade")

LAYOUT_A = Layout(
    "A",
    {
        "numero_estacao": ("Número Estação",),
        "entidade": ("Entidade", "Empresa Estação"),
        "documento": ("NumCnpjCpf",),
        "servico": ("NumServico",),
        "tecnologia": ("Tecnologia",),
        "tecnologia_5g": ("Tipo de Tecnologia 5G",),
        "frequencia_tx_mhz": ("FreqTxMHz", "Frequência (MHz)"),
        "frequencia_rx_mhz": ("FreqRxMHz",),
        "designacao_emissao": ("Designação Emissão",),
        "setor": ("NumSetor",),
        "latitude": ("Latitude decimal",),
        "longitude": ("Longitude decimal",),
        "latitude_dms": ("Latitude",),
        "longitude_dms": ("Longitude",),
        "logradouro": ("EnderecoEstacao",),
        "bairro": ("EndBairro",),
        "numero": ("EndNumero",),
        "complemento": ("EndComplemento",),
        "cep": ("Cep",),
        "classe_infra": ("ClassInfraFisica",),
        "primeiro_licenciamento": ("Data Primeiro Licenciamento",),
        "licenciamento": ("Data Licenciamento",),
        "validade": ("Data Validade",),
        "codigo_ibge": ("Código IBGE",),
        "municipio": ("Município-UF",),
        "uf": ("UF",),
        "estado_licenca": ("Situacao",),
    },
    (("numero_estacao",), ("entidade",), _LUGAR, _DATAS),
    frozenset(),
    _words(
        "numerofistel frequenciamhz bandamhz frequenciainicial frequenciafinal numeroato anomeslic carater "
        "empresaestacao faixaestacao subfaixaestacao geracao codigonacional nomedauf"
    ),
)

LAYOUT_B = Layout(
    "B",
    {
        "numero_estacao": ("NumEstacao",),
        "entidade": ("NomeEntidade", "entidade"),
        "documento": ("NumCnpjCpf",),
        "servico": ("NumServico",),
        "classe": ("CodTipoClasseEstacao", "tipoestacao"),
        "tecnologia": ("Tecnologia",),
        "tecnologia_5g": ("tipoTecnologia",),
        "frequencia_tx_mhz": ("FreqTxMHz", "frequenciainicial"),
        "frequencia_rx_mhz": ("FreqRxMHz",),
        "designacao_emissao": ("DesignacaoEmissao", "emissao"),
        "azimute": ("Azimute",),
        "altura_m": ("AlturaAntena", "altura"),
        "potencia_w": ("PotenciaTransmissorWatts", "potenciatransmissao"),
        "latitude": ("Latitude",),
        "longitude": ("Longitude",),
        "latitude_dms": ("latitudedms",),
        "longitude_dms": ("longitudedms",),
        "logradouro": ("EnderecoEstacao", "endereco"),
        "complemento": ("EndComplemento",),
        "bairro": ("endbairro", "bairro"),
        "numero": ("endnumero",),
        "cep": ("cep",),
        "classe_infra": ("ClassInfraFisica", "classificacaoinfrafisica"),
        "compartilhada": ("CompartilhamentoInfraFisica",),
        "primeiro_licenciamento": ("DataPrimeiroLicenciamento",),
        "licenciamento": ("DataLicenciamento",),
        "validade": ("DataValidade",),
        "codigo_ibge": ("CodMunicipio", "municipio"),
        "municipio": ("Municipio.NomeMunicipio", "nomemunicipio"),
        "uf": ("SiglaUf", "uf"),
        "estado_licenca": ("Status.state", "status"),
    },
    (("numero_estacao",), ("entidade",), _LUGAR, _DATAS),
    _words("documento latitude_dms longitude_dms bairro numero cep municipio"),
    _words(
        "numfistel numato meioacesso codtipoantena codequipamentoantena ganhoantena frentecostaantena "
        "angulomeiapotenciaantena anguloelevacao polarizacao codequipamentotransmissor coddebitotfi numrede "
        "numfistelassociado nomeentidadeassociado"
    ),
    chave="id",
)

LAYOUT_C = Layout(
    "C",
    {
        "numero_estacao": ("Número da Estação",),
        "entidade": ("Nome Entidade", "Nome da Entidade"),
        "documento": ("CNPJ ou CPF",),
        "servico": ("Código e Nome do Serviço", "Serviço"),
        "classe": ("Classe Estação", "Tipo Classe Estação", "Tipo de Estação"),
        "frequencia_tx_mhz": ("Frequência (MHz)",),
        "designacao_emissao": ("Designação Emissão",),
        "azimute": ("Azimute (graus)",),
        "altura_m": ("Altura da Antena (m)",),
        "potencia_w": ("Potência do Transmissor (W)",),
        "latitude": ("Latitude (graus)",),
        "longitude": ("Longitude (graus)",),
        "logradouro": ("Endereço",),
        "bairro": ("Bairro",),
        "cep": ("CEP",),
        "primeiro_licenciamento": ("Data do Primeiro Licenciamento",),
        "licenciamento": ("Data do Último Licenciamento",),
        "validade": ("Data de Validade da Estação", "Data da Validade"),
        "codigo_ibge": ("Código IBGE do Município", "CodMunicipio"),
        "municipio": ("Município da Estação",),
        "uf": ("UF", "UF da Estação"),
        "direcao": ("Direção de Comunicação",),
        "tipo_classe": ("Tipo Classe Estação",),
    },
    (("numero_estacao",), ("entidade",), _LUGAR, _DATAS),
    _words("municipio direcao tipo_classe"),
    _words(
        "tipodeidentificacao cnpjoucpfinterno fisteldoservicodaestacao nomeindicativo indicativo servico "
        "numerodoatoderf origem mmsi statusdavalidadedaestacao statusdavalidade codigodotipoantena "
        "polarizacao raiodaantena ganhodaantenadb frentecostadaantenadbi angulodemeiapotenciadaantenagraus "
        "angulodeelevacaograus codsubfaixaaux codsubfaixa divisorfrequencias divisorfrequenciascentenas "
        "divisorfrequenciasdezenas divisorfrequenciasunidades codigodehomologacaodaantena "
        "codigodeprodutodaantena codigodehomologacaodoequipamentotransmissor codigodeprodutodotransmissor "
        "codmunicipio ufdaentidade coer nomedaestacao frequenciasdeoperacaodaestacao tipodeestacao"
    ),
)

LAYOUTS = (LAYOUT_A, LAYOUT_B, LAYOUT_C)
CANONICAS: tuple[str, ...] = tuple(dict.fromkeys(coluna for layout in LAYOUTS for coluna in layout.colunas))


@dataclass(frozen=True, slots=True)
class Cabecalho:
    """A recognised header.

    Attributes:
        layout: which one.
        delimitador: one character.
        linha: 1-based physical line of the header.
        celulas: its cells as written, trimmed.
        posicoes: canonical column → 0-based position.
        chave: 0-based position of the key that repeats ignore, or None.
        ausentes: canonical columns that the layout has and the file does not.
        ignoradas: cells of the header that mean nothing here, as written.
    """

    layout: Layout
    delimitador: str
    linha: int
    celulas: tuple[str, ...]
    posicoes: Mapping[str, int]
    chave: int | None
    ausentes: tuple[str, ...]
    ignoradas: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Semelhanca:
    """The layout that a refused header resembles most.

    Attributes:
        layout: nearest layout, or None where nothing at all is shared.
        linha: line that was compared.
        faltam: header cells that the layout would need.
        sobram: cells of the file that the layout does not know.
    """

    layout: Layout | None
    linha: int
    faltam: tuple[str, ...]
    sobram: tuple[str, ...]


@lru_cache(maxsize=4096)
def normalise_celula(texto: str) -> str:
    """Return a header cell as bare ASCII letters and digits: ``Número Estação`` → ``numeroestacao``."""
    sem_acento = unicodedata.normalize("NFKD", texto.replace("\N{REPLACEMENT CHARACTER}", ""))
    return re.sub(r"[^0-9a-z]+", "", sem_acento.encode("ascii", "ignore").decode().lower())


def split_linha(texto: str, delimitador: str) -> list[str]:
    """Return the trimmed cells of one header line, quotes removed."""
    try:
        celulas = next(csv.reader([texto], delimiter=delimitador, skipinitialspace=True), [])
    except csv.Error:
        celulas = texto.split(delimitador)
    return [celula.strip().strip('"').strip() for celula in celulas]


def find_cabecalho(linhas: Sequence[str]) -> Cabecalho | Semelhanca:
    """Recognise the header among the first physical lines of a file.

    Args:
        linhas: first lines without their ends (at most ``MAX_LINHAS_ANTES`` are looked at).

    Returns:
        The header, or what comes nearest to one.
    """
    melhor = Semelhanca(None, 1, (), ())
    pontos_do_melhor = 0
    for indice, texto in enumerate(linhas[:MAX_LINHAS_ANTES]):
        for delimitador in DELIMITADORES:
            celulas = split_linha(texto, delimitador)
            for layout in LAYOUTS:
                achado = _compare(layout, celulas, delimitador, indice + 1)
                if isinstance(achado, Cabecalho):
                    return achado
                pontos = sum(map(bool, celulas)) - len(achado.sobram)
                if pontos > pontos_do_melhor:
                    melhor, pontos_do_melhor = achado, pontos
    return melhor


def _compare(layout: Layout, celulas: Sequence[str], delimitador: str, linha: int) -> Cabecalho | Semelhanca:
    normalizadas = [normalise_celula(celula) for celula in celulas]
    primeira = {nome: indice for indice, nome in reversed(list(enumerate(normalizadas))) if nome}
    posicoes: dict[str, int] = {}
    for canonica, nomes in layout.colunas.items():
        iguais = (primeira.get(normalise_celula(nome)) for nome in nomes)
        indice = next((posicao for posicao in iguais if posicao is not None), None)
        if indice is not None:
            posicoes[canonica] = indice
    usadas = set(posicoes.values())
    chave = primeira.get(layout.chave) if layout.chave else None
    sobram = tuple(
        celula
        for indice, celula in enumerate(celulas)
        if indice not in usadas and indice != chave and celula and normalizadas[indice] not in layout.outras
    )
    faltam = tuple(
        layout.colunas[grupo[0]][0]
        for grupo in layout.exigidas
        if not any(canonica in posicoes for canonica in grupo)
    )
    if faltam:
        return Semelhanca(layout, linha, faltam, sobram)
    return Cabecalho(
        layout=layout,
        delimitador=delimitador,
        linha=linha,
        celulas=tuple(celulas),
        posicoes=posicoes,
        chave=chave,
        ausentes=tuple(
            canonica
            for canonica in layout.colunas
            if canonica not in posicoes and canonica not in layout.opcionais
        ),
        ignoradas=sobram,
    )
