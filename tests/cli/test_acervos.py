"""Commands over the store, called as a user calls them."""

from __future__ import annotations

import hashlib
import json
import socket
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.acervo_minimo import build_minimo

Etrdash = Callable[..., Any]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, str]:
    """A store with two acervos, and their ids, the current one last."""
    pasta = tmp_path_factory.mktemp("store")
    ids = []
    for versao in ("1", "2"):
        acervo = build_minimo(pasta, versao=versao)
        acervo.close()
        ids.append(acervo.id)
    return pasta, ids[0], ids[1]


def test_status_says_what_is_published(etrdash: Etrdash, store: tuple[Path, str, str]) -> None:
    pasta, anterior, atual = store
    saida = etrdash("status", "--store", pasta, "--json")
    assert saida.codigo == 0, saida.erros
    assert saida.json["acervo"] == atual
    assert saida.json["em"] == "2026-11-30"
    assert saida.json["integro"] is True
    assert saida.json["ficticio"] is False
    assert saida.json["acervos"] == sorted([anterior, atual])
    assert [fonte["arquivo"] for fonte in saida.json["fontes"]] == ["anatel.csv", "3557105.csv"]
    texto = etrdash("status", "--store", pasta)
    assert f"acervo atual: {atual} (íntegro)" in texto.saida


def test_status_for_cron_tells_old_sources_by_its_exit_code(
    etrdash: Etrdash, store: tuple[Path, str, str]
) -> None:
    saida = etrdash("status", "--store", store[0], "--max-age", "36500", "--json")
    assert saida.codigo == 0
    assert saida.json["velhas"] == []


def test_rollback_and_back(etrdash: Etrdash, store: tuple[Path, str, str]) -> None:
    pasta, anterior, atual = store
    saida = etrdash("rollback", anterior, "--store", pasta, "--json")
    assert saida.json == {"acervo": anterior, "anterior": atual}
    assert (pasta / "atual").read_text() == f"{anterior}\n"
    assert etrdash("rollback", atual, "--store", pasta).codigo == 0


def test_rollback_to_nothing_changes_nothing(etrdash: Etrdash, store: tuple[Path, str, str]) -> None:
    pasta, _, atual = store
    saida = etrdash("rollback", "2020-01-01-00000000", "--store", pasta, "--json")
    assert saida.codigo == 2
    assert "acervo não encontrado" in saida.erros
    assert saida.json["problemas"][0]["mensagem"] == "acervo não encontrado"
    assert (pasta / "atual").read_text() == f"{atual}\n"


def test_diff_of_equal_content_is_empty(etrdash: Etrdash, store: tuple[Path, str, str]) -> None:
    pasta, anterior, atual = store
    saida = etrdash("diff", anterior, atual, "--store", pasta, "--json")
    assert saida.codigo == 0
    assert saida.json == {
        "antes": anterior,
        "depois": atual,
        "entraram": [],
        "sairam": [],
        "mudaram_de_lugar": [],
        "mudaram_de_situacao": [],
    }


def test_export_writes_files_that_check(
    etrdash: Etrdash, store: tuple[Path, str, str], tmp_path: Path
) -> None:
    pasta, anterior, _ = store
    saida = etrdash("export", "--out", tmp_path / "fora", "--acervo", anterior, "--store", pasta, "--json")
    assert saida.codigo == 0, saida.erros
    assert "estacoes.csv" in saida.json["arquivos"]
    for linha in (tmp_path / "fora" / "SHA256SUMS").read_text().splitlines():
        soma, nome = linha.split("  ")
        assert hashlib.sha256((tmp_path / "fora" / nome).read_bytes()).hexdigest() == soma


def test_a_store_without_acervo_says_what_to_do(etrdash: Etrdash, tmp_path: Path) -> None:
    for comando in (["status"], ["export", "--out", str(tmp_path / "x")]):
        saida = etrdash(*comando, "--store", tmp_path)
        assert saida.codigo == 2
        assert "ainda não há acervo" in saida.erros
        assert "etrdash build" in saida.erros


def test_a_pointer_to_nowhere_names_the_acervos_there_are(etrdash: Etrdash, tmp_path: Path) -> None:
    acervo = build_minimo(tmp_path)
    acervo.close()
    (tmp_path / "atual").write_text("2020-01-01-00000000\n")
    saida = etrdash("status", "--store", tmp_path)
    assert saida.codigo == 2
    assert acervo.id in saida.erros
    assert "etrdash rollback" in saida.erros


def test_a_damaged_acervo_is_told_by_status(etrdash: Etrdash, tmp_path: Path) -> None:
    acervo = build_minimo(tmp_path)
    acervo.close()
    banco = acervo.pasta / "acervo.duckdb"
    banco.write_bytes(banco.read_bytes()[:5000])
    saida = etrdash("status", "--store", tmp_path, "--json")
    assert saida.codigo == 1
    assert saida.json["integro"] is False
    assert "incompleto ou danificado" in saida.erros


def test_withdraw_takes_an_acervo_down_and_logs_it(etrdash: Etrdash, tmp_path: Path) -> None:
    velho, novo = (build_minimo(tmp_path, versao=versao) for versao in ("1", "2"))
    for acervo in (velho, novo):
        acervo.close()
    saida = etrdash("withdraw", velho.id, "--motivo", "dados_pessoais", "--store", tmp_path, "--json")
    assert saida.codigo == 0, saida.erros
    linha = {**saida.json}
    date.fromisoformat(linha.pop("em"))
    assert linha == {"acervo": velho.id, "motivo": "dados_pessoais", "substituto": novo.id}
    assert [json.loads(texto) for texto in (tmp_path / "retiradas.jsonl").read_text().splitlines()] == [
        saida.json
    ]
    assert not velho.pasta.exists()
    de_novo = etrdash("withdraw", velho.id, "--motivo", "dados_pessoais", "--store", tmp_path)
    assert de_novo.codigo == 2
    assert "acervo não encontrado" in de_novo.erros


def test_withdraw_refuses_the_current_acervo_and_says_what_comes_first(
    etrdash: Etrdash, tmp_path: Path
) -> None:
    acervo = build_minimo(tmp_path)
    acervo.close()
    saida = etrdash("withdraw", acervo.id, "--motivo", "dados_pessoais", "--store", tmp_path)
    assert saida.codigo == 2
    assert "o acervo atual não pode ser retirado" in saida.erros
    assert "Publique antes o acervo corrigido" in saida.erros
    assert acervo.pasta.is_dir()
    assert not (tmp_path / "retiradas.jsonl").exists()


@pytest.mark.parametrize("motivo", ["Maria da Silva", "cpf 123", "", "a\nb", "Dados"])
def test_withdraw_takes_no_free_text_as_its_reason(
    etrdash: Etrdash, store: tuple[Path, str, str], motivo: str
) -> None:
    pasta, anterior, _ = store
    saida = etrdash("withdraw", anterior, "--motivo", motivo, "--store", pasta)
    assert saida.codigo == 2
    assert "dados_pessoais" in saida.erros
    assert "Maria" not in saida.erros
    assert (pasta / anterior).is_dir()


def test_serve_says_that_the_port_is_taken(etrdash: Etrdash, store: tuple[Path, str, str]) -> None:
    with socket.socket() as outro:
        outro.bind(("127.0.0.1", 0))
        outro.listen()
        porta = outro.getsockname()[1]
        saida = etrdash("serve", "--port", porta, "--store", store[0])
    assert saida.codigo == 2
    assert f"127.0.0.1:{porta}" in saida.erros
    assert "a porta já está em uso" in saida.erros
    assert "--port" in saida.erros


def test_serve_says_that_the_address_is_of_another_machine(
    etrdash: Etrdash, store: tuple[Path, str, str]
) -> None:
    saida = etrdash("serve", "--address", "192.0.2.1", "--store", store[0])
    assert saida.codigo == 2
    assert "este endereço não é desta máquina" in saida.erros


def test_status_warns_of_sources_older_than_configured(
    etrdash: Etrdash, store: tuple[Path, str, str]
) -> None:
    pasta, *_ = store
    velho = {"ETRDASH_IDADE_ANATEL": "0", "ETRDASH_IDADE_REGISTROS": "1"}  # received on 2026-11-01
    saida = etrdash("status", "--store", pasta, "--json", **velho)
    assert saida.codigo == 0
    assert [velhice["papel"] for velhice in saida.json["velhices"]] == ["municipal"]
    assert saida.json["velhices"][0]["desde"] == "2026-11-01"
    assert "aviso: registros de 1 município(s) têm mais de 1 dias: de 01/11/2026" in saida.erros
    assert etrdash("status", "--store", pasta, "--strict", **velho).codigo == 1
    novo = {"ETRDASH_IDADE_ANATEL": "0", "ETRDASH_IDADE_REGISTROS": "0"}
    assert etrdash("status", "--store", pasta, "--strict", **novo).codigo == 0
    errado = etrdash("status", "--store", pasta, ETRDASH_IDADE_ANATEL="um mês")
    assert errado.codigo == 2
    assert "ETRDASH_IDADE_ANATEL" in errado.erros
