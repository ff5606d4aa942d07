"""Wrong calls: a sentence in Portuguese, exit code 2, never a traceback."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.acervo_minimo import build_minimo

Etrdash = Callable[..., Any]
COMANDOS = (
    "demo", "fetch", "build", "cases", "check", "profile", "export", "diff", "rollback", "status", "serve",
)  # fmt: skip


def test_help_lists_every_command_in_portuguese(etrdash: Etrdash) -> None:
    saida = etrdash("--help")
    assert saida.codigo == 0
    for comando in COMANDOS:
        assert f"  {comando} " in saida.saida
    assert "Uso: etrdash" in saida.saida
    assert "Comandos:" in saida.saida
    for ingles in ("Usage", "Options", "Commands", "Show this", "Show the"):
        assert ingles not in saida.saida


@pytest.mark.parametrize("comando", COMANDOS)
def test_each_command_has_its_help(etrdash: Etrdash, comando: str) -> None:
    saida = etrdash(comando, "--help")
    assert saida.codigo == 0
    assert f"Uso: etrdash {comando}" in saida.saida
    assert "Mostra esta ajuda." in saida.saida
    for ingles in ("Usage", "Options:", "Show this", "required", "default:"):
        assert ingles not in saida.saida


@pytest.mark.parametrize(
    ("args", "frase"),
    [
        ([], "Comandos:"),
        (["nada"], "comando desconhecido"),
        (["status", "--stre", "x"], 'opção desconhecida: "--stre"; você quis dizer "--store"?'),
        (["build"], 'falta "--anatel"'),
        (["build", "--anatel"], 'a opção "--anatel" pede um valor'),
        (["build", "--anatel", "x", "--as-of", "31/02/2024"], "não é uma data; escreva AAAA-MM-DD"),
        (["rollback"], 'falta "ID"'),
        (["diff", "a", "b", "c"], "argumento a mais"),
        (["serve", "--port", "x"], 'valor inválido em "--port"'),
        (["fetch", "nada"], "fonte desconhecida"),
    ],
)
def test_a_wrong_call_is_explained(etrdash: Etrdash, args: list[str], frase: str) -> None:
    saida = etrdash(*args)
    assert saida.codigo == 2
    assert frase in saida.erros
    assert saida.saida == ""


def test_a_wrong_call_with_json_prints_one_object(etrdash: Etrdash) -> None:
    saida = etrdash("build", "--json")
    assert saida.codigo == 2
    assert 'falta "--anatel"' in saida.json["problemas"][0]["mensagem"]


def test_version(etrdash: Etrdash) -> None:
    assert etrdash("--version").saida.startswith("etrdash ")


def test_lack_of_memory_is_said(etrdash: Etrdash, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def demand(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("etrdash.cli.acervos.find_problemas", demand)
    build_minimo(tmp_path).close()
    saida = etrdash("status", "--store", tmp_path)
    assert saida.codigo == 2
    assert "faltou memória" in saida.erros
