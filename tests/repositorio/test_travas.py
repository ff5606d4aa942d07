"""The locks: a hash for every file, one version for both, nothing that says where from."""

from __future__ import annotations

import re
import tomllib

import pytest

from tests.repositorio.arvore import RAIZ

TRAVAS = ("requirements.txt", "requirements-dev.txt")
EXIGENCIA = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)")


def requirements(trava: str) -> dict[str, list[str]]:
    """Return `name==version; marker` → hashes."""
    exigencias: dict[str, list[str]] = {}
    for linha in (RAIZ / trava).read_text(encoding="utf-8").splitlines():
        if EXIGENCIA.match(linha):
            exigencias[linha.removesuffix("\\").strip()] = []
        elif linha.strip().startswith("--hash=sha256:"):
            exigencias[next(reversed(exigencias))].append(linha.strip(" \\").removeprefix("--hash=sha256:"))
        elif linha.strip() and not linha.strip().startswith("#"):
            pytest.fail(f"{trava}: a line that is neither a requirement nor a hash: {linha}")
    return exigencias


@pytest.mark.parametrize("trava", TRAVAS)
def test_every_requirement_has_hashes(trava):
    exigencias = requirements(trava)
    assert len(exigencias) > 40
    assert [nome for nome, hashes in exigencias.items() if not hashes] == []
    assert all(re.fullmatch("[0-9a-f]{64}", valor) for hashes in exigencias.values() for valor in hashes)


def test_what_runs_is_what_is_tested():
    assert requirements(TRAVAS[0]).items() <= requirements(TRAVAS[1]).items()


@pytest.mark.parametrize("trava", TRAVAS)
def test_no_address(trava):
    texto = (RAIZ / trava).read_text(encoding="utf-8")
    assert "://" not in texto
    assert "--index" not in texto
    assert "--find-links" not in texto


def test_every_dependency_is_locked():
    projeto = tomllib.loads((RAIZ / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    grupos = {"requirements.txt": projeto["dependencies"] + projeto["optional-dependencies"]["build"]}
    grupos["requirements-dev.txt"] = grupos["requirements.txt"] + projeto["optional-dependencies"]["dev"]
    for trava, dependencias in grupos.items():
        travados = {EXIGENCIA.match(linha).group(1).lower() for linha in requirements(trava)}
        pedidos = {re.split(r"[\[<>=!~ ;]", dependencia)[0].lower() for dependencia in dependencias}
        assert pedidos - travados == set()
