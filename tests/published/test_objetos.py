"""Copies to object storage: whole, checked, and refused with a message."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import fsspec
import pytest

from etrdash.erros import AcervoError, EntradaIlegivel
from etrdash.published.objetos import export_objetos, is_endereco
from etrdash.published.somas import SOMAS, read_somas
from tests.acervo_minimo import build_minimo


@pytest.fixture
def pasta(tmp_path: Path) -> Path:
    with_acervo = build_minimo(tmp_path / "store")
    with_acervo.close()
    return with_acervo.pasta


def test_every_file_arrives_whole_and_the_sums_last(pasta: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fs = fsspec.filesystem("memory")
    ordem: list[str] = []
    put_file = type(fs).put_file

    def note(self: Any, origem: str, destino: str, **opcoes: Any) -> None:
        ordem.append(Path(destino).name)
        put_file(self, origem, destino, **opcoes)

    monkeypatch.setattr(type(fs), "put_file", note)
    nomes = export_objetos(pasta, f"memory://balde/{pasta.name}/")
    assert ordem == nomes
    assert nomes[-1] == SOMAS
    assert set(nomes) == {*read_somas(pasta), SOMAS}
    for nome in nomes:
        assert fs.cat_file(f"/balde/{pasta.name}/{nome}") == (pasta / nome).read_bytes()
    assert "acervo.duckdb" not in nomes


def test_a_copy_that_arrives_broken_is_told(pasta: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fs = fsspec.filesystem("memory")

    def lose(self: Any, origem: str, destino: str, **opcoes: Any) -> None:
        self.pipe_file(destino, Path(origem).read_bytes()[:-1])

    monkeypatch.setattr(type(fs), "put_file", lose)
    with pytest.raises(AcervoError, match="não confere com a soma"):
        export_objetos(pasta, "memory://balde/quebrado")


def test_a_storage_that_refuses_is_told_without_its_address(
    pasta: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: Any, *argumentos: Any, **opcoes: Any) -> None:
        raise PermissionError("segredo")

    monkeypatch.setattr(type(fsspec.filesystem("memory")), "put_file", refuse)
    with pytest.raises(AcervoError, match="não puderam ser copiados") as recusa:
        export_objetos(pasta, "memory://balde/segredo")
    assert "segredo" not in str(recusa.value)
    assert "PermissionError" in str(recusa.value)


def test_an_unknown_kind_of_address_is_told(pasta: Path) -> None:
    with pytest.raises(EntradaIlegivel, match="complemento"):
        export_objetos(pasta, "nuvem://balde/x")


@pytest.mark.parametrize(("destino", "sim"), [("s3://balde/x", True), ("pasta/x", False), ("/abs/x", False)])
def test_addresses_and_folders(destino: str, sim: bool) -> None:
    assert is_endereco(destino) is sim
