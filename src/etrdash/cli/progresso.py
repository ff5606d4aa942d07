"""The progress line of a download: bytes, rate and time left, on standard error."""

from __future__ import annotations

import sys
import time

import click

from etrdash.sources.baixa_transferencia import Progresso

_MEGA = 1_000_000


class Linha:
    """Redraws one line at most four times a second; silent where standard error is no terminal."""

    def __init__(self) -> None:
        self._inicio: float | None = None
        self._antes = 0
        self._desenhada = 0.0
        self._visivel = sys.stderr.isatty()

    def show(self, progresso: Progresso) -> None:
        """Show how far a transfer is, or the pause before it tries again."""
        agora = time.monotonic()
        if progresso.pausa_s:
            click.echo(f"\nsem resposta; nova tentativa em {progresso.pausa_s:.0f} s", err=True)
            return
        if self._inicio is None:
            self._inicio, self._antes = agora, progresso.recebidos
        completa = progresso.recebidos == progresso.total
        if self._visivel and (agora - self._desenhada > 0.25 or completa):
            self._desenhada = agora
            click.echo(f"\r{self._describe(progresso, agora - self._inicio)}", nl=completa, err=True)

    def _describe(self, progresso: Progresso, segundos: float) -> str:
        taxa = (progresso.recebidos - self._antes) / segundos if segundos > 0 else 0.0
        partes = [f"{progresso.recebidos / _MEGA:.1f} MB", f"{taxa / _MEGA:.1f} MB/s"]
        if progresso.total:
            partes.insert(0, f"{progresso.recebidos / progresso.total:.0%}")
            if taxa > 0:
                partes.append(f"faltam {(progresso.total - progresso.recebidos) / taxa:.0f} s")
        return ", ".join(partes).replace(".", ",").ljust(60)
