"""The soak of `bench/soak.py`, shortened: every answer right while acervos change, nothing left open."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from bench.soak_laboratorio import RAIZ


@pytest.mark.longo
def test_the_service_holds(nginx: str) -> None:
    comando = [sys.executable, "-m", "bench.soak", "--minutos", "1.2", "--acervo-a-cada", "6", "--pausa", "1"]
    ambiente = {**os.environ, "PYTHONPATH": "src", "ETRDASH_NGINX": nginx}
    processo = subprocess.run(
        comando, cwd=RAIZ, env=ambiente, capture_output=True, text=True, timeout=240, check=False
    )
    assert processo.returncode == 0, processo.stdout + processo.stderr
    medido = json.loads(processo.stdout)
    assert medido["erros"] == {}
    assert medido["acervos"] >= 8
    assert medido["paginas"] >= 50
    assert medido["pedidos"] >= 100
    for replica in (0, 1):
        arquivos = [linha["arquivos"] for linha in medido["decimos"] if linha["replica"] == replica]
        assert max(arquivos) < 60 + 2 * medido["sessoes"]  # a session that left is kept for two minutes
