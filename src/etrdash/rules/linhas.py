"""Where each key of a TOML file stands, so that a message can say its line."""

from __future__ import annotations

from dataclasses import dataclass, field

import tree_sitter_toml
from tree_sitter import Language, Node, Parser

Caminho = tuple[str, ...]
_DATAS = frozenset({"local_date", "local_date_time", "offset_date_time"})
_CHAVES = frozenset({"bare_key", "quoted_key", "dotted_key"})
_TABELAS = frozenset({"table", "table_array_element"})


@dataclass(frozen=True, slots=True)
class DataEscrita:
    """A date as written.

    Attributes:
        caminho: key that holds it.
        linha: 1-based line.
        inicio: offset of its first byte.
        texto: the date as it stands in the file.
    """

    caminho: Caminho
    linha: int
    inicio: int
    texto: str


@dataclass(slots=True)
class Linhas:
    """Lines of the keys of one TOML file; elements of a list are counted from 1.

    Attributes:
        datas: every date written in the file.
    """

    datas: list[DataEscrita] = field(default_factory=list)
    _linhas: dict[Caminho, int] = field(default_factory=dict)
    _ids: dict[Caminho, str] = field(default_factory=dict)
    _tamanhos: dict[Caminho, int] = field(default_factory=dict)

    @classmethod
    def read(cls, conteudo: bytes) -> Linhas:
        """Read the positions of a TOML text in UTF-8, as far as it can be understood."""
        linhas = cls()
        raiz = Parser(Language(tree_sitter_toml.language())).parse(conteudo.removeprefix(b"\xef\xbb\xbf"))
        for no in raiz.root_node.named_children:
            if no.type == "pair":
                linhas._add_par((), no)
            elif no.type in _TABELAS:
                linhas._add_tabela(no)
        return linhas

    def find(self, chave: str | None) -> int | None:
        """Return the line of a key such as ``obrigacao.movel.prazo``, or of its nearest table that exists.

        An element of a list is named by its position or by its ``id``.
        """
        return self._linhas.get(self._resolve(chave)) if chave else None

    def has(self, chave: str) -> bool:
        """Whether the whole path of the key is in the file."""
        return len(self._resolve(chave)) == len(chave.split("."))

    def _resolve(self, chave: str) -> Caminho:
        atual: Caminho = ()
        for parte in chave.split("."):
            proximo = (*atual, parte)
            if proximo not in self._linhas:
                proximo = next(
                    (caminho for caminho in self._elements(atual) if self._ids.get(caminho) == parte), ()
                )
            if not proximo:
                break
            atual = proximo
        return atual

    def _elements(self, lista: Caminho) -> list[Caminho]:
        return [(*lista, str(n)) for n in range(1, self._tamanhos.get(lista, 0) + 1)]

    def _add_tabela(self, no: Node) -> None:
        cabecalho = next((filho for filho in no.named_children if filho.type in _CHAVES), None)
        if cabecalho is None:
            return
        *pais, ultima = _split_chave(cabecalho)
        base: Caminho = ()
        for parte in pais:
            base = self._enter((*base, parte))
        caminho = (*base, ultima)
        self._mark(caminho, no)
        if no.type == "table_array_element":
            caminho = self._append(caminho, no)
        for filho in no.named_children:
            if filho.type == "pair":
                self._add_par(caminho, filho)

    def _enter(self, caminho: Caminho) -> Caminho:
        """Return the table itself or, in a list of tables, its newest element."""
        tamanho = self._tamanhos.get(caminho, 0)
        return (*caminho, str(tamanho)) if tamanho else caminho

    def _append(self, lista: Caminho, no: Node) -> Caminho:
        self._tamanhos[lista] = self._tamanhos.get(lista, 0) + 1
        elemento = (*lista, str(self._tamanhos[lista]))
        self._mark(elemento, no)
        return elemento

    def _add_par(self, base: Caminho, par: Node) -> None:
        chave, *valores = [filho for filho in par.named_children if filho.type != "comment"]
        caminho = base
        for parte in _split_chave(chave):
            caminho = (*caminho, parte)
            self._mark(caminho, par)
        for valor in valores:
            if caminho == (*base, "id") and valor.type == "string":
                self._ids[base] = _read(valor)[1:-1]
            self._add_valor(caminho, valor)

    def _add_valor(self, caminho: Caminho, valor: Node) -> None:
        if valor.type in _DATAS:
            self.datas.append(DataEscrita(caminho, _line(valor), valor.start_byte, _read(valor)))
        elif valor.type == "inline_table":
            for filho in valor.named_children:
                if filho.type == "pair":
                    self._add_par(caminho, filho)
        elif valor.type == "array":
            for filho in valor.named_children:
                if filho.type != "comment":
                    self._add_valor(self._append(caminho, filho), filho)

    def _mark(self, caminho: Caminho, no: Node) -> None:
        """Keep the first line of a path and of the tables above it."""
        for fim in range(1, len(caminho) + 1):
            self._linhas.setdefault(caminho[:fim], _line(no))


def _split_chave(chave: Node) -> list[str]:
    if chave.type == "dotted_key":
        return [parte for filho in chave.named_children for parte in _split_chave(filho)]
    texto = _read(chave)
    return [texto[1:-1] if chave.type == "quoted_key" else texto]


def _read(no: Node) -> str:
    return (no.text or b"").decode("utf-8", "replace")


def _line(no: Node) -> int:
    return no.start_point.row + 1
