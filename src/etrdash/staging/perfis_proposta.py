"""A profile proposed for a file that nobody has described yet, with what could not be told.

Only column names and forms come out of here, never the content of a cell.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

import tomlkit
from rapidfuzz import fuzz, process
from tomlkit.items import Table

from etrdash.dados import PastaDeDados
from etrdash.erros import EntradaIlegivel, Problema
from etrdash.staging.celulas import CelulaIlegivel, clean_celula, parse_data
from etrdash.staging.coordenadas import LATITUDES, LONGITUDES
from etrdash.staging.empresas import read_referencia
from etrdash.staging.identificadores import fold_texto, normalise_cep, normalise_cnpj
from etrdash.staging.municipal_leitura import read_tabelas
from etrdash.staging.municipal_planilhas import GEOMETRIA
from etrdash.staging.municipal_tabelas import FormaDaTabela, Tabela
from etrdash.staging.pessoas import strip_pessoais

_AMOSTRA = 300
_MAIORIA = 0.8
_PARECIDO = 90.0
_PESO_DO_SINONIMO = 10
_UTM_NORTE = re.compile(r"[6-9]\d{6}(?:[.,]\d+)?|[6-9]\.\d{3}\.\d{3}(?:,\d+)?|10\d{6}(?:[.,]\d+)?")
_UTM_LESTE = re.compile(r"[1-8]\d{5}(?:[.,]\d+)?|[1-8]\d{2}\.\d{3}(?:,\d+)?")


@dataclass(slots=True)
class _Proposta:
    """What was told so far: role → columns, in the file's order."""

    papeis: dict[str, list[str]] = field(default_factory=dict)
    sem_papel: list[str] = field(default_factory=list)

    def add(self, papel: str, coluna: str) -> None:
        self.papeis.setdefault(papel, []).append(coluna)

    def take(self, papel: str) -> str | None:
        return next(iter(self.papeis.get(papel, ())), None)


def propose_perfil(caminho: Path, pasta: PastaDeDados | None = None) -> tuple[str, list[str]]:
    """Return a profile for a file, as TOML to be completed by hand, and the columns left without a place.

    Args:
        caminho: a file of any form that a profile can describe.
        pasta: data folder with ``referencia/sinonimos_colunas.csv``; the shipped one by default.

    Raises:
        EntradaIlegivel: the file cannot be read, or nothing in it looks like a header.
    """
    dados = pasta or PastaDeDados.open()
    sinonimos = {
        fold_texto(linha["sinonimo"]): linha["papel"]
        for linha in read_referencia(dados.file("referencia/sinonimos_colunas.csv"))
    }

    def score(celulas: Sequence[str]) -> int:
        return _score_cabecalho(celulas, sinonimos)

    with tempfile.TemporaryDirectory() as tmp:
        for tabela in read_tabelas(caminho, FormaDaTabela(), score, Path(tmp)):
            if isinstance(tabela, Tabela):
                amostra = [lida for lida in islice(tabela.linhas, _AMOSTRA) if not lida.defeito]
                colunas = _list_colunas(tabela, [lida.celulas for lida in amostra])
                proposta = _assign(colunas, sinonimos)
                primeira = amostra[0].linha if amostra else None
                return _write(caminho, tabela, proposta, primeira), [_show(c) for c in proposta.sem_papel]
    raise EntradaIlegivel(
        Problema(
            "nada no início do arquivo parece um cabeçalho",
            arquivo=caminho.name,
            esperado="uma linha com os nomes das colunas",
            remedio="Acrescente ao arquivo uma linha com os nomes das colunas.",
        )
    )


def _score_cabecalho(celulas: Sequence[str], sinonimos: Mapping[str, str]) -> int:
    """Prefer rows of distinct words; names that mean something count most."""
    nomes = [fold_texto(celula.replace("_", " ")) for celula in celulas]
    palavras = {nome for nome in nomes if re.search(r"[A-Z]", nome) and len(nome) <= 60}
    if len(palavras) < 2 or len(palavras) < len([nome for nome in nomes if nome]) * _MAIORIA:
        return 0
    conhecidas = sum(nome in sinonimos for nome in palavras)
    return len(palavras) + _PESO_DO_SINONIMO * conhecidas


def _list_colunas(tabela: Tabela, amostra: Sequence[Sequence[str]]) -> dict[str, list[str]]:
    """Return column → its filled cells in the sample."""
    colunas: dict[str, list[str]] = {}
    for posicao, nome in enumerate(tabela.cabecalho):
        if nome.strip() and nome not in GEOMETRIA:
            celulas = (linha[posicao] for linha in amostra if posicao < len(linha))
            colunas.setdefault(nome, [limpa for celula in celulas if (limpa := clean_celula(celula))])
    return colunas


def _assign(colunas: Mapping[str, list[str]], sinonimos: Mapping[str, str]) -> _Proposta:
    proposta = _Proposta()
    indecisas: list[str] = []
    for coluna, celulas in colunas.items():
        nome = fold_texto(coluna.replace("_", " "))
        papel = sinonimos.get(nome)
        if papel is None and (achado := process.extractOne(nome, sinonimos.keys(), scorer=fuzz.ratio)):
            papel = sinonimos[achado[0]] if achado[1] >= _PARECIDO else None
        if papel == "ato" and _are_datas(celulas):
            papel = "ato:emissao"
        if papel is None:
            indecisas.append(coluna)
        else:
            proposta.add(papel, coluna)
    for coluna in indecisas:
        papel = _guess(colunas[coluna])
        if papel and papel not in proposta.papeis:
            proposta.add(papel, coluna)
        else:
            proposta.sem_papel.append(coluna)
    proposta.sem_papel.extend(proposta.papeis.pop("nunca", []))
    return proposta


def _guess(celulas: Sequence[str]) -> str | None:
    """Tell a column by its content: most cells are a CNPJ, a CEP, a latitude."""
    for papel, prova in _PROVAS.items():
        if celulas and sum(map(prova, celulas)) >= _MAIORIA * len(celulas):
            return papel
    return None


def _is_between(celula: str, limites: tuple[float, float]) -> bool:
    achado = re.fullmatch(r"-\d{1,2}[.,]\d{3,}", celula)
    return achado is not None and limites[0] <= float(celula.replace(",", ".")) <= limites[1]


def _is_processo(celula: str) -> bool:
    return bool(re.fullmatch(r"[\d./-]*\d{3,}[./-][\d./-]+", celula)) and not _are_datas([celula])


_PROVAS: dict[str, Callable[[str], bool]] = {
    "detentora_documento": lambda celula: normalise_cnpj(celula) is not None,
    "cep": lambda celula: "-" in celula and normalise_cep(celula) is not None,
    "latitude": lambda celula: bool(_UTM_NORTE.fullmatch(celula)) or _is_between(celula, LATITUDES),
    "longitude": lambda celula: bool(_UTM_LESTE.fullmatch(celula)) or _is_between(celula, LONGITUDES),
    "numero_estacao": lambda celula: bool(re.fullmatch(r"\d{9,10}", celula)),
    "registro_id": _is_processo,
}


def _are_datas(celulas: Sequence[str]) -> bool:
    def is_data(celula: str) -> bool:
        try:
            return parse_data(celula) is not None
        except CelulaIlegivel:
            return False

    return bool(celulas) and sum(map(is_data, celulas)) >= _MAIORIA * len(celulas)


def _write(caminho: Path, tabela: Tabela, proposta: _Proposta, primeira: int | None) -> str:
    documento = tomlkit.document()
    documento.add(
        tomlkit.comment(f"Perfil proposto para {caminho.name}: confira cada linha e complete o que falta.")
    )
    documento.add(tomlkit.comment("Como escrever um perfil: docs/municipais.md"))
    documento.add("nome", tomlkit.string("COMPLETE: o que é este arquivo"))
    if not proposta.take("codigo_ibge"):
        documento.add("codigo_ibge", tomlkit.string("0000000"))
        documento.add(tomlkit.comment("COMPLETE: os 7 dígitos do IBGE do município"))
    documento.add("arquivo", _write_arquivo(tabela, primeira))
    documento.add("colunas", _write_colunas(proposta))
    _write_constantes(documento, proposta)
    if nomes := proposta.papeis.get("pessoa"):
        pessoas = tomlkit.table()
        pessoas.add(tomlkit.comment("nunca guardadas; os nomes saem também dos endereços"))
        pessoas.add("nomes", list(map(_show, nomes)))
        if tipo := proposta.take("pessoa:tipo"):
            pessoas.add("tipo", _show(tipo))
        documento.add("pessoas", pessoas)
    _write_atos(documento, proposta)
    if proposta.sem_papel:
        documento.add(tomlkit.nl())
        documento.add(tomlkit.comment("Colunas sem lugar nos atos; não serão guardadas:"))
        for coluna in proposta.sem_papel:
            documento.add(tomlkit.comment(f"  {_show(coluna)}"))
    return tomlkit.dumps(documento)


def _write_arquivo(tabela: Tabela, primeira: int | None) -> Table:
    arquivo = tomlkit.table()
    if "!" in tabela.arquivo and not tabela.arquivo.lower().endswith((".csv", ".txt")):
        arquivo.add("planilhas", [tabela.arquivo.split("!", 1)[1]])
    if primeira is not None and primeira > 2:
        arquivo.add("linha_cabecalho", primeira - 1)
    if tabela.epsg:
        arquivo.add("epsg", tabela.epsg)
    return arquivo


def _write_colunas(proposta: _Proposta) -> Table:
    colunas = tomlkit.table()
    nos_atos = {"data", "ato", "validade"} if _list_atos(proposta) else set()
    for papel, nomes in proposta.papeis.items():
        if ":" not in papel and papel != "pessoa" and papel not in nos_atos:
            mostrados = list(map(_show, nomes))
            colunas.add(papel, mostrados[0] if len(mostrados) == 1 else mostrados)
    if proposta.take("instrumento"):
        colunas.add(
            tomlkit.comment("COMPLETE: [vocabulario.instrumento] com cada palavra do arquivo e a que vale")
        )
    return colunas


def _write_constantes(documento: tomlkit.TOMLDocument, proposta: _Proposta) -> None:
    faltam = [coluna for coluna in ("registro_id", "instrumento") if not proposta.take(coluna)]
    if not _list_atos(proposta):
        faltam.extend(coluna for coluna in ("ato", "data") if not proposta.take(coluna))
    if not faltam:
        return
    constantes = tomlkit.table()
    for coluna in faltam:
        constantes.add(tomlkit.comment(f'COMPLETE: {coluna} = "…" aqui, ou a coluna certa em [colunas]'))
    documento.add("constantes", constantes)


def _write_atos(documento: tomlkit.TOMLDocument, proposta: _Proposta) -> None:
    atos = tomlkit.aot()
    for ato, coluna in _list_atos(proposta):
        tabela = tomlkit.table()
        tabela.add("ato", ato)
        tabela.add("data", _show(coluna))
        validade = proposta.take("validade")
        if validade and ato in {"emissao", "renovacao"}:
            tabela.add("validade", _show(validade))
        atos.append(tabela)
    if atos:
        documento.add("atos", atos)


def _list_atos(proposta: _Proposta) -> list[tuple[str, str]]:
    """Return act and column of the dates that name their act; a plain date beside them is an issue."""
    atos = [
        (papel.removeprefix("ato:"), coluna)
        for papel, colunas in proposta.papeis.items()
        if papel.startswith("ato:")
        for coluna in colunas
    ]
    return atos and [*atos, *(("emissao", coluna) for coluna in proposta.papeis.get("data", []))]


def _show(coluna: str) -> str:
    """Return a column's name fit to show; a name that holds a person's number is not one."""
    limpo, retirados = strip_pessoais(coluna)
    return (limpo or "?") if not retirados else "(nome com dado pessoal)"
