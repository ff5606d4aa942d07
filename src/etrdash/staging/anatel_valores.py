"""What ANATEL's cells mean, worked out once per distinct value: dates, numbers, services, places, holders."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date

import duckdb
import pyarrow as pa

from etrdash.dados import PastaDeDados
from etrdash.staging.celulas import NULOS, CelulaIlegivel, clean_celula, parse_data, parse_numero
from etrdash.staging.empresas import read_referencia
from etrdash.staging.identificadores import fold_texto
from etrdash.staging.pessoas import strip_pessoais

_DATAS = ("primeiro_licenciamento", "licenciamento", "validade")
_NUMEROS = ("frequencia_tx_mhz", "frequencia_rx_mhz", "azimute", "altura_m", "potencia_w")
MAX_MEDIDA = 1e7
"""MHz, degrees, metres or watts."""

_LICENCIADA = frozenset({"LIC LIC 01", "LICENCIADA"})
_ENTRE_NOME_E_UF = re.compile(r"\s*[-/(]\s*([A-Za-z]{2})\)?$")
_COM_PESSOAIS = (
    r"@|[0-9][0-9 ./()-]{7,}|(?i:propriet|respons|contato|locador|inquilin|requerente|s[íi]ndic"
    r"|prop\.|resp\.|a/c|cuidados|falar|fone|tel\b|cel\b|whats|e-?mail)"
    r"|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]"  # what hides between the letters may hide any of these
)
_COMPLEMENTO = re.compile(
    r"[0-9]|\b(?:ANDAR|APTO|AREA|BLOCO|BOX|CASA|CHACARA|COBERTURA|COND\w*|ED|EDIFICIO|ESQ|ESQUINA|ESTRADA|"
    r"FAZENDA|FRENTE|FUNDOS|GALPAO|GLEBA|LADO|LAJE|LOJA|LOTE|LT|MORRO|PARTE|POSTE|PRACA|PROX\w*|QD|QUADRA|"
    r"RODOVIA|SALA|SETOR|SITIO|TERRACO|TERRENO|TOPO|TORRE)\b"
)


def create_lookups(con: duckdb.DuckDBPyConnection, pasta: PastaDeDados) -> None:
    """Create the temporary tables that give every distinct cell of ``_anatel_linhas`` its meaning."""
    _create_typed(con, "_anatel_datas", _DATAS, parse_data, pa.date32())
    _create_typed(con, "_anatel_numeros", _NUMEROS, _parse_medida, pa.float64())
    _create_estados(con)
    _create_codigos(con, pasta)
    _create_servicos(con, pasta)
    _create_municipios(con, pasta)
    _create_textos(con)


def list_terminais(pasta: PastaDeDados) -> list[str]:
    """Return the station classes of mobile terminals (``referencia/terminais.csv``)."""
    return [linha["classe"] for linha in read_referencia(pasta.file("referencia/terminais.csv"))]


def create_table(
    con: duckdb.DuckDBPyConnection,
    nome: str,
    colunas: Mapping[str, pa.DataType],
    linhas: Iterable[tuple[object, ...]],
) -> None:
    """Create a temporary table from rows of Python values."""
    por_coluna = list(zip(*linhas, strict=True)) or [()] * len(colunas)
    tabela = pa.table(
        [pa.array(valores, tipo) for valores, tipo in zip(por_coluna, colunas.values(), strict=True)],
        names=list(colunas),
    )
    con.register("_novas", tabela)
    con.execute(f"CREATE TEMP TABLE {nome} AS SELECT * FROM _novas")
    con.unregister("_novas")


def list_distinct(con: duckdb.DuckDBPyConnection, colunas: Iterable[str]) -> list[str]:
    """Return the distinct non-null texts of several columns of ``_anatel_linhas`` together, sorted."""
    partes = " UNION ".join(f"SELECT DISTINCT {coluna} AS bruto FROM _anatel_linhas" for coluna in colunas)
    linhas = con.execute(f"SELECT bruto FROM ({partes}) WHERE bruto IS NOT NULL ORDER BY bruto").fetchall()
    return [linha[0] for linha in linhas]


def _create_typed(
    con: duckdb.DuckDBPyConnection,
    nome: str,
    colunas: Iterable[str],
    parse: Callable[[str], date | float | None],
    tipo: pa.DataType,
) -> None:
    linhas: list[tuple[object, ...]] = []
    for bruto in list_distinct(con, colunas):
        try:
            linhas.append((bruto, parse(bruto), None))
        except CelulaIlegivel as erro:
            linhas.append((bruto, None, str(erro)))
    create_table(con, nome, {"bruto": pa.string(), "valor": tipo, "motivo": pa.string()}, linhas)


def _parse_medida(texto: str) -> float | None:
    """Read a frequency, angle, height or power; none has eight digits, as documents and telephones do."""
    numero = parse_numero(texto)
    if numero is not None and abs(numero) >= MAX_MEDIDA:
        raise CelulaIlegivel("número fora do possível")
    return numero


def _create_estados(con: duckdb.DuckDBPyConnection) -> None:
    """A file holds licensed stations only; a row in any other state is no station of today."""
    linhas = [
        (
            bruto,
            None
            if clean_celula(bruto) is None or fold_texto(bruto) in _LICENCIADA
            else "situação que não é de estação licenciada",
        )
        for bruto in list_distinct(con, ["estado_licenca"])
    ]
    create_table(con, "_anatel_estados", {"bruto": pa.string(), "motivo": pa.string()}, linhas)


def _create_codigos(con: duckdb.DuckDBPyConnection, pasta: PastaDeDados) -> None:
    tecnologias = {
        linha["grafia"]: linha["tecnologia"]
        for linha in read_referencia(pasta.file("referencia/tecnologias.csv"))
    }
    create_table(
        con,
        "_anatel_tecnologias",
        {"bruto": pa.string(), "valor": pa.string()},
        [
            (bruto, tecnologias.get(limpo.upper()))
            for bruto in list_distinct(con, ["tecnologia"])
            if (limpo := clean_celula(bruto)) is not None
        ],
    )
    classes = {
        linha["classe_infra"]: (linha["rotulo"], linha["instalacao"])
        for linha in read_referencia(pasta.file("referencia/classes.csv"))
    }
    create_table(
        con,
        "_anatel_classes",
        {"bruto": pa.string(), "rotulo": pa.string(), "instalacao": pa.string()},
        [
            (bruto, *classes.get(fold_texto(limpo), (None, None)))
            for bruto in list_distinct(con, ["classe_infra"])
            if (limpo := clean_celula(bruto)) is not None
        ],
    )
    create_table(con, "_anatel_nulos", {"nulo": pa.string()}, [(nulo,) for nulo in sorted(NULOS)])


@dataclass(frozen=True, slots=True)
class _Servico:
    tipo: str
    presumida: bool
    admite_seguranca: bool


def _create_servicos(con: duckdb.DuckDBPyConnection, pasta: PastaDeDados) -> None:
    """Tell what a station is from its service and class (``referencia/servicos.csv``; ``*`` is any)."""
    tipos: dict[tuple[str, str], _Servico] = {}
    por_nome: dict[str, str] = {}
    for linha in read_referencia(pasta.file("referencia/servicos.csv")):
        tipos[linha["servico"], linha["classe"]] = _Servico(
            linha["tipo"], linha["presumida"] == "S", linha["admite_seguranca"] == "S"
        )
        if linha["servico"] != "*":
            por_nome.setdefault(fold_texto(linha["descricao"]), linha["servico"])
    brutos = con.execute(
        "SELECT DISTINCT servico, classe, tipo_classe FROM _anatel_linhas ORDER BY ALL"
    ).fetchall()
    linhas: list[tuple[object, ...]] = []
    for bruto in brutos:
        servico = _read_servico(bruto[0], por_nome)
        classe = next((lida for lida in map(_read_classe, bruto[1:]) if lida), None)
        candidatos = ((servico, classe), ("*", classe), (servico, "*"), ("*", "*"))
        achado = next(tipos[chave] for chave in candidatos if chave in tipos)
        ilegivel = servico is None and any(letra.isdigit() for letra in clean_celula(bruto[0]) or "")
        motivo = "serviço desconhecido" if ilegivel else None
        linhas.append(
            (*bruto, servico, classe, achado.tipo, achado.presumida, achado.admite_seguranca, motivo)
        )
    texto, logico = pa.string(), pa.bool_()
    create_table(
        con,
        "_anatel_servicos",
        {
            "servico_bruto": texto,
            "classe_bruta": texto,
            "tipo_bruto": texto,
            "servico": texto,
            "classe": texto,
            "tipo": texto,
            "presumida": logico,
            "admite_seguranca": logico,
            "motivo": texto,
        },
        linhas,
    )


def _read_servico(bruto: str | None, por_nome: Mapping[str, str]) -> str | None:
    """Return the three digits of ``10``, ``010`` or ``019 - Limitado Privado``, or of a service's name."""
    limpo = clean_celula(bruto)
    if limpo is None:
        return None
    if achado := re.fullmatch(r"(\d{1,3})(?:\.0)?(?:\s*-.*)?", limpo):
        return achado[1].zfill(3)
    return por_nome.get(fold_texto(limpo))


def _read_classe(bruto: str | None) -> str | None:
    """Return the two letters of ``FB`` or ``FB - Estação de base``."""
    achado = re.match(r"([A-Z]{2})(?:\s*-|$)", (clean_celula(bruto) or "").upper())
    return achado[1] if achado else None


def _create_municipios(con: duckdb.DuckDBPyConnection, pasta: PastaDeDados) -> None:
    municipios = [
        (linha["codigo_ibge"], linha["nome"], linha["uf"])
        for linha in read_referencia(pasta.file("referencia/municipios.csv"))
    ]
    texto, real = pa.string(), pa.float64()
    create_table(con, "_anatel_nomes", {"codigo_ibge": texto, "nome": texto, "uf": texto}, municipios)
    create_table(
        con,
        "_anatel_ufs",
        {"uf": texto, "sul": real, "norte": real, "oeste": real, "leste": real, "area_km2": real},
        [
            (linha["uf"], *(float(linha[lado]) for lado in ("sul", "norte", "oeste", "leste", "area_km2")))
            for linha in read_referencia(pasta.file("referencia/ufs.csv"))
        ],
    )
    lugares = Lugares(municipios)
    brutos = con.execute(
        "SELECT DISTINCT codigo_ibge, municipio, uf FROM _anatel_linhas ORDER BY ALL"
    ).fetchall()
    create_table(
        con,
        "_anatel_municipios",
        dict.fromkeys(("codigo_bruto", "nome_bruto", "uf_bruta", "codigo_ibge", "coluna", "motivo"), texto),
        [(*bruto, *lugares.find(*bruto)) for bruto in brutos],
    )


class Lugares:
    """Municipalities by code and by name.

    Args:
        municipios: (seven-digit code, name, state) of each.
    """

    def __init__(self, municipios: Iterable[tuple[str, str, str]]) -> None:
        self._nomes = {codigo: (nome, uf) for codigo, nome, uf in municipios}
        self._por_seis = {codigo[:6]: codigo for codigo in self._nomes}
        self._por_uf: dict[str, dict[str, str]] = {}

    def find(
        self, codigo: str | None, nome: str | None, uf: str | None
    ) -> tuple[str | None, str | None, str | None]:
        """Return (code, None, None), or (None, column, reason) where the place cannot be told.

        A code of six or seven digits decides, unless the name is exactly that of another municipality of the
        same state; without a readable code, name and state decide.
        """
        escrito, nome = clean_celula(codigo), clean_celula(nome)
        completo = self._complete(escrito)
        if completo is None and escrito is not None and not any(letra.isdigit() for letra in escrito):
            nome, escrito = nome or escrito, None
        pelo_nome = self._find_nome(nome, uf or (self._nomes[completo][1] if completo else None))
        if completo is not None:
            if pelo_nome is not None and pelo_nome != completo:
                return None, "codigo_ibge", "código e nome de município que não combinam"
            return completo, None, None
        if pelo_nome is not None and escrito is None:
            return pelo_nome, None, None
        coluna = "codigo_ibge" if escrito is not None or nome is None else "municipio"
        return (
            None,
            coluna,
            "município ausente" if escrito is None and nome is None else "município desconhecido",
        )

    def _complete(self, codigo: str | None) -> str | None:
        digitos = re.sub(r"\.0+$", "", codigo or "")
        if len(digitos) == 6:
            return self._por_seis.get(digitos)
        return digitos if digitos in self._nomes else None

    def _find_nome(self, nome: str | None, uf: str | None) -> str | None:
        if nome is None:
            return None
        limpo = nome
        if achado := _ENTRE_NOME_E_UF.search(limpo):
            limpo, uf = limpo[: achado.start()], achado[1]
        sigla = (clean_celula(uf) or "").upper()
        if sigla not in self._por_uf:
            self._por_uf[sigla] = {
                fold_texto(oficial).replace(" ", ""): codigo
                for codigo, (oficial, da_uf) in self._nomes.items()
                if da_uf == sigla
            }
        return self._por_uf[sigla].get(fold_texto(limpo).replace(" ", ""))


def _create_textos(con: duckdb.DuckDBPyConnection) -> None:
    """Texts of addresses that need care: persons' data taken out, complements kept where they are places."""
    suspeitos = con.execute(
        """
        SELECT bruto
        FROM (
            SELECT DISTINCT logradouro AS bruto FROM _anatel_linhas
            UNION
            SELECT DISTINCT bairro FROM _anatel_linhas
        )
        WHERE regexp_matches(bruto, ?)
        ORDER BY bruto
        """,
        [_COM_PESSOAIS],
    ).fetchall()
    colunas = {"bruto": pa.string(), "limpo": pa.string()}
    create_table(
        con, "_anatel_textos", colunas, [(b, strip_pessoais(clean_celula(b))[0] or "") for (b,) in suspeitos]
    )
    complementos = [
        (bruto, strip_pessoais(" ".join(limpo.split()))[0])
        for bruto in list_distinct(con, ["complemento"])
        if (limpo := clean_celula(bruto)) is not None and _COMPLEMENTO.search(fold_texto(limpo))
    ]
    create_table(con, "_anatel_complementos", colunas, complementos)
