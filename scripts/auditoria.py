"""Ask the public databases whether a locked package has a known vulnerability; `make audit` runs this.

Exit: 0 every package was looked up and none has one, 1 some have, 2 the question could not be asked. The
auditor alone answers "none found" when no package could be looked up; here that is a failure.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

RAIZ = Path(__file__).resolve().parents[1]
TRAVAS = ("requirements.txt", "requirements-dev.txt")


def audit(trava: str) -> tuple[int, str]:
    """Audit one lock; returns exit code and report."""
    comando = [sys.executable, "-m", "pip_audit", "--requirement", trava, "--require-hashes", "--disable-pip"]
    comando += ["--format", "json", "--progress-spinner", "off", "--timeout", "20"]
    try:
        feito = subprocess.run(comando, cwd=RAIZ, capture_output=True, text=True, timeout=600, check=False)  # noqa: S603
        relatorio = json.loads(feito.stdout)
    except (subprocess.TimeoutExpired, ValueError):
        return 2, f"{trava}: a base de vulnerabilidades não respondeu; nada foi conferido."
    return judge(trava, relatorio)


def judge(trava: str, relatorio: dict[str, Any]) -> tuple[int, str]:
    """Return exit code and report of what the auditor found in one lock."""
    pacotes = relatorio["dependencies"]
    pulados = [pacote["name"] for pacote in pacotes if "skip_reason" in pacote]
    achados = [
        f"{pacote['name']} {pacote['version']}: {falha['id']}, corrigida em "
        f"{', '.join(falha['fix_versions']) or 'nenhuma versão ainda'}"
        for pacote in pacotes
        for falha in pacote.get("vulns", ())
    ]
    if achados:
        return 1, "\n".join([f"{trava}: {len(achados)} vulnerabilidades conhecidas", *achados])
    if pulados or not pacotes:
        return 2, (
            f"{trava}: {len(pulados)} de {len(pacotes)} pacotes não foram encontrados na base de"
            " vulnerabilidades (sem rede, ou um espelho sem ela). Nada se conclui: repita onde ela responda."
        )
    return 0, f"{trava}: {len(pacotes)} pacotes conferidos, nenhuma vulnerabilidade conhecida"


def main() -> int:
    """Audit both locks and print what came of it."""
    resultados = [audit(trava) for trava in TRAVAS]
    for codigo, texto in resultados:
        print(texto, file=sys.stderr if codigo else sys.stdout)
    codigos = {codigo for codigo, _ in resultados}
    return 1 if 1 in codigos else max(codigos)


if __name__ == "__main__":
    sys.exit(main())
