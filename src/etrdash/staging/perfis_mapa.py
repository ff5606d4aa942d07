"""A profile at work: rows of a city hall's table → atos as text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from functools import lru_cache

from etrdash.staging.identificadores import fold_texto
from etrdash.staging.municipal_mapa import AtoEscrito, normalise_coluna
from etrdash.staging.municipal_planilhas import GEOMETRIA
from etrdash.staging.municipal_tabelas import FormaDaTabela
from etrdash.staging.perfis import AtoDoPerfil, Fontes, Perfil

_MILHARES = re.compile(r"[+-]?\d{1,3}(?:\.\d{3})+")
_NUMERICAS = ("altura_m", "latitude", "longitude")
_METADE = 0.5


class MapaDePerfil:
    """Reads tables as a profile says (see ``municipal_mapa.Mapa``).

    Args:
        nome: profile's name, shown as the layout.
        perfil: the profile.
        codigo_ibge: municipality that the file is said to be of, or None.
    """

    def __init__(self, nome: str, perfil: Perfil, codigo_ibge: str | None = None) -> None:
        self.nome = nome
        self._perfil = perfil
        self._codigo_ibge = codigo_ibge or perfil.codigo_ibge
        arquivo = perfil.arquivo
        self.forma = FormaDaTabela(
            arquivo.codificacao, arquivo.delimitador, tuple(arquivo.planilhas), arquivo.linha_cabecalho
        )
        self.epsg = arquivo.epsg
        self._nulos = frozenset(nulo.strip().lower() for nulo in arquivo.nulos)
        self._vocabulario = {
            coluna: {fold_glob(palavra): valor for palavra, valor in palavras.items()}
            for coluna, palavras in perfil.vocabulario.items()
        }

    def score(self, celulas: Sequence[str]) -> int:
        """Count the profile's columns; a header that lacks a needed one, or half of them, is another's."""
        nomes = {normalise_coluna(celula) for celula in celulas if celula.strip()}
        citadas = {normalise_coluna(fonte) for fonte in self._iter_fontes()}
        presentes = len(nomes & citadas)
        if not presentes or presentes < _METADE * len(citadas) or self.find_faltas(celulas):
            return 0
        return presentes

    def find_faltas(self, cabecalho: Sequence[str]) -> list[str]:
        """Return the columns without which no ato can be told: process, dates, instrument, municipality."""
        nomes = {normalise_coluna(celula) for celula in cabecalho}
        precisas: list[Fontes] = [
            self._perfil.colunas[coluna]
            for coluna in ("registro_id", "instrumento", "ato", "data")
            if coluna in self._perfil.colunas and coluna not in self._perfil.constantes
        ]
        if self._perfil.atos:
            precisas.append([fonte for ato in self._perfil.atos for fonte in _as_list(ato.data)])
        if not self._codigo_ibge:
            precisas.append(self._perfil.colunas.get("codigo_ibge", ["codigo_ibge"]))
        if self._perfil.filtro:
            precisas.append(self._perfil.filtro.coluna)
        return [
            " ou ".join(_as_list(fontes))
            for fontes in precisas
            if not nomes.intersection(map(normalise_coluna, _as_list(fontes)))
        ]

    def find_ignoradas(self, cabecalho: Sequence[str]) -> list[str]:
        """Return the columns that the profile does not mention."""
        citadas = {normalise_coluna(fonte) for fonte in self._iter_fontes()} | set(GEOMETRIA)
        return [celula for celula in cabecalho if celula and normalise_coluna(celula) not in citadas]

    def split_atos(self, cabecalho: Sequence[str], celulas: Sequence[str]) -> list[AtoEscrito] | None:
        """Return the atos of one row, each of its addresses apart; None where the filter leaves it out."""
        nomes = [normalise_coluna(coluna) for coluna in cabecalho]
        filtro = self._perfil.filtro
        if filtro:
            posicao = nomes.index(normalise_coluna(filtro.coluna))
            celula = celulas[posicao] if posicao < len(celulas) else ""
            if not _contains(celula, tuple(filtro.contem)):
                return None
        linha = {
            nome: "" if celula.strip().lower() in self._nulos else celula
            for nome, celula in zip(nomes, celulas, strict=False)
        }
        comuns, origem = self._read_comuns(linha)
        atos: Sequence[AtoDoPerfil | None] = self._perfil.atos or [None]
        return [
            AtoEscrito(
                celulas={**escritas, **lugar},
                origem=origem | origem_do_ato,
                palavra_pessoa=self._first(linha, self._perfil.pessoas.tipo)[0] or None,
                nomes=tuple(
                    filter(None, (self._first(linha, nome)[0] for nome in self._perfil.pessoas.nomes))
                ),
                datas=tuple(self._perfil.arquivo.datas),
            )
            for ato in atos
            for escritas, origem_do_ato in self._read_ato(linha, comuns, ato)
            for lugar in self._split_enderecos(escritas)
        ]

    def _iter_fontes(self) -> Iterator[str]:
        perfil = self._perfil
        for fontes in perfil.colunas.values():
            yield from _as_list(fontes)
        for ato in perfil.atos:
            yield from _as_list(ato.data)
            yield from _as_list(ato.validade or [])
            yield from _as_list(ato.coluna_ato or [])
        yield from perfil.pessoas.nomes
        yield from _as_list(perfil.pessoas.tipo or [])
        yield from _as_list(perfil.filtro.coluna if perfil.filtro else [])

    def _read_comuns(self, linha: dict[str, str]) -> tuple[dict[str, str], dict[str, str]]:
        celulas: dict[str, str] = {}
        origem: dict[str, str] = {}
        for coluna, fontes in self._perfil.colunas.items():
            celulas[coluna], origem[coluna] = self._first(linha, fontes)
        celulas.update(self._perfil.constantes)
        if self._codigo_ibge and not celulas.get("codigo_ibge", "").strip():
            celulas["codigo_ibge"] = self._codigo_ibge
        if not celulas.get("latitude") and not celulas.get("longitude"):
            celulas["longitude"], celulas["latitude"] = (linha.get(coluna, "") for coluna in GEOMETRIA)
        if self._perfil.arquivo.decimal == ",":
            for coluna in _NUMERICAS:
                if _MILHARES.fullmatch(celulas.get(coluna, "").strip()):
                    celulas[coluna] = celulas[coluna].replace(".", "")
        return celulas, origem

    def _read_ato(
        self, linha: dict[str, str], comuns: dict[str, str], ato: AtoDoPerfil | None
    ) -> Iterator[tuple[dict[str, str], dict[str, str]]]:
        celulas, origem = dict(comuns), {}
        if ato is not None:
            celulas["data"], origem["data"] = self._first(linha, ato.data)
            if not celulas["data"].strip():
                return
            celulas["validade"], origem["validade"] = self._first(linha, ato.validade)
            if ato.coluna_ato:
                celulas["ato"], origem["ato"] = self._first(linha, ato.coluna_ato)
            elif ato.ato:
                celulas["ato"] = ato.ato.value
            if ato.instrumento:
                celulas["instrumento"] = ato.instrumento.value
        for coluna, palavras in self._vocabulario.items():
            if escrita := celulas.get(coluna, "").strip():
                celulas[coluna] = _translate(escrita, palavras)
        if (
            celulas.get("ato", "")
            or (ato is not None and not ato.coluna_ato)
            or "ato" not in self._vocabulario
        ):
            yield celulas, origem

    def _split_enderecos(self, celulas: dict[str, str]) -> list[dict[str, str]]:
        separador = self._perfil.separador_enderecos
        endereco = celulas.get("logradouro", "")
        if not separador or separador not in endereco:
            return [{}]
        return [{"logradouro": parte.strip()} for parte in endereco.split(separador) if parte.strip()]

    def _first(self, linha: dict[str, str], fontes: Fontes | None) -> tuple[str, str]:
        """Return the first filled cell of some columns, and the column that it is of."""
        colunas = _as_list(fontes or [])
        for coluna in colunas:
            if (celula := linha.get(normalise_coluna(coluna), "")).strip():
                return celula, coluna
        return "", colunas[0] if colunas else ""


def fold_glob(palavra: str) -> str:
    """Fold a word of a profile's vocabulary, its ``*`` kept."""
    return "*".join(fold_texto(parte) for parte in palavra.split("*"))


def _translate(escrita: str, palavras: dict[str, str]) -> str:
    dobrada = fold_texto(escrita)
    if dobrada in palavras:
        return palavras[dobrada]
    return next((valor for padrao, valor in palavras.items() if fnmatchcase(dobrada, padrao)), escrita)


@lru_cache(maxsize=65536)
def _contains(celula: str, textos: tuple[str, ...]) -> bool:
    dobrada = fold_texto(celula)
    return any(fold_texto(texto) in dobrada for texto in textos)


def _as_list(fontes: Fontes) -> list[str]:
    return [fontes] if isinstance(fontes, str) else list(fontes)
