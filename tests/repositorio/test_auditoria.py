"""The audit tells what was looked up from what was not."""

from __future__ import annotations

import importlib.util
from types import ModuleType
from typing import Any

import pytest

from tests.repositorio.arvore import RAIZ


@pytest.fixture(scope="module")
def auditoria() -> ModuleType:
    spec = importlib.util.spec_from_file_location("auditoria", RAIZ / "scripts" / "auditoria.py")
    assert spec is not None
    assert spec.loader is not None
    modulo = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(modulo)
    return modulo


LIMPO: dict[str, Any] = {"name": "a", "version": "1", "vulns": []}
FALHO: dict[str, Any] = {"name": "b", "version": "2", "vulns": [{"id": "PYSEC-1", "fix_versions": ["3"]}]}
PULADO: dict[str, Any] = {"name": "c", "skip_reason": "not found"}


@pytest.mark.parametrize(
    ("pacotes", "codigo", "diz"),
    [
        ([LIMPO], 0, "1 pacotes conferidos"),
        ([LIMPO, FALHO], 1, "b 2: PYSEC-1, corrigida em 3"),
        ([PULADO, FALHO], 1, "PYSEC-1"),
        ([LIMPO, PULADO], 2, "1 de 2 pacotes não foram encontrados"),
        ([], 2, "0 de 0"),
    ],
)
def test_only_a_complete_look_is_a_clean_one(
    auditoria: ModuleType, pacotes: list[dict[str, Any]], codigo: int, diz: str
) -> None:
    obtido, texto = auditoria.judge("requirements.txt", {"dependencies": pacotes})
    assert obtido == codigo
    assert diz in texto
