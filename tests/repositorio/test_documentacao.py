"""A documented thing exists, and an existing thing is documented."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from etrdash.cli.principal import etrdash
from tests.repositorio.arvore import RAIZ, texts

LEITURA = [Path("README.md"), Path("README.pt-BR.md"), Path("CONTRIBUTING.md")]
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
COMANDOS = Path("docs/comandos.md")


def documents() -> dict[Path, str]:
    return {caminho: texto for caminho, texto in texts().items() if caminho.suffix == ".md"}


def links(caminho: Path) -> set[Path]:
    """Return the local files that a document links, relative to the root."""
    destinos = (destino.partition("#")[0] for destino in LINK.findall(texts()[caminho]))
    locais = (destino for destino in destinos if destino and "://" not in destino)
    return {(RAIZ / caminho.parent / destino).resolve().relative_to(RAIZ) for destino in locais}


def commands() -> Iterator[tuple[str, click.Command]]:
    assert isinstance(etrdash, click.Group)
    contexto = click.Context(etrdash)
    for nome in etrdash.list_commands(contexto):
        comando = etrdash.get_command(contexto, nome)
        assert comando is not None
        yield nome, comando


def test_every_link_leads_somewhere():
    quebrados = [
        f"{caminho.as_posix()} → {destino.as_posix()}"
        for caminho in documents()
        for destino in links(caminho)
        if not (RAIZ / destino).exists()
    ]
    assert quebrados == []


def test_every_page_of_docs_is_reached_from_the_readme():
    alcancados: set[Path] = set()
    fila = [Path("README.md")]
    while fila:
        caminho = fila.pop()
        if caminho not in alcancados:
            alcancados.add(caminho)
            fila += [destino for destino in links(caminho) if destino.suffix == ".md" and destino in texts()]
    docs = {caminho for caminho in documents() if caminho.parts[0] == "docs"}
    assert docs - alcancados == set()


def test_both_readmes_link_and_run_the_same():
    ingles, portugues = (texts()[caminho] for caminho in LEITURA[:2])
    blocos = [
        re.findall(r"^(?:make|\.venv)\S* [^#\n]*", texto, re.MULTILINE) for texto in (ingles, portugues)
    ]
    assert [linha.strip() for linha in blocos[0]] == [linha.strip() for linha in blocos[1]]
    assert len(blocos[0]) == 6
    assert links(LEITURA[0]) - {LEITURA[1]} == links(LEITURA[1]) - {LEITURA[0]}
    assert ingles.count("\n## ") == portugues.count("\n## ")


def test_every_make_target_named_exists():
    alvos = set(re.findall(r"^([a-z-]+):", texts()[Path("Makefile")], re.MULTILINE))
    codigos = [
        trecho
        for texto in documents().values()
        for trecho in re.findall(r"```sh\n(.*?)```|`([^`\n]+)`", texto, re.DOTALL)
    ]
    citados = {
        alvo for par in codigos for alvo in re.findall(r"^make ([a-z-]+)", "\n".join(par), re.MULTILINE)
    }
    assert {"run", "test"} <= citados
    assert citados - alvos == set()


def test_every_command_is_documented_and_every_documented_one_exists():
    secoes = re.findall(r"^## `etrdash ([a-z-]+)", texts()[COMANDOS], re.MULTILINE)
    assert sorted(secoes) == sorted(nome for nome, _ in commands())


@pytest.mark.parametrize("nome", [nome for nome, _ in commands()])
def test_every_option_is_documented_and_every_documented_one_exists(nome):
    comando = dict(commands())[nome]
    secao = texts()[COMANDOS].partition(f"## `etrdash {nome}")[2].partition("\n## ")[0]
    opcoes = {
        opcao
        for parametro in comando.params
        if isinstance(parametro, click.Option) and not parametro.hidden
        for opcao in parametro.opts
        if opcao.startswith("--")
    }
    comuns = set(re.findall(r"--[a-z][a-z-]*", texts()[COMANDOS].partition("\n## ")[0]))
    citadas = set(re.findall(r"--[a-z][a-z-]*", secao))
    assert opcoes - citadas - comuns == set()
    assert citadas - opcoes == set()


@pytest.mark.parametrize("caminho", LEITURA, ids=str)
def test_commands_named_in_prose_exist(caminho):
    nomes = {nome for nome, _ in commands()}
    citados = set(re.findall(r"(?:`|/)etrdash ([a-z]+)", texts()[caminho]))
    assert citados
    assert citados - nomes == set()


def test_every_command_says_in_one_line_what_it_does():
    ajudas = {nome: comando.get_short_help_str(limit=200) for nome, comando in commands()}
    assert [nome for nome, ajuda in ajudas.items() if not ajuda or "\n" in ajuda] == []


def test_every_environment_variable_is_documented_and_every_documented_one_exists():
    proprio = Path(__file__).relative_to(RAIZ)
    usadas = {
        nome
        for caminho, texto in texts().items()
        if caminho.suffix in {".py", ".sh", ".toml"} and caminho != proprio
        for nome in re.findall(r"ETRDASH_[A-Z_]+[A-Z]", texto)
    }
    documentadas = set(re.findall(r"^\| `(ETRDASH_[A-Z_]+)`", texts()[COMANDOS], re.MULTILINE))
    assert usadas
    assert usadas == documentadas
