"""Every page says that its sources are older than configured; not so a demonstration or an earlier acervo."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from etrdash.published.frescor import VARIAVEIS
from etrdash.published.store import VARIAVEL
from etrdash.ui import frescor
from etrdash.ui.paginas import PAGINAS
from tests.acervo_minimo import build_minimo
from tests.ui.conftest import Abre, read_text


class Dia(date):
    """A calendar that stands still."""

    @classmethod
    def today(cls) -> date:
        return date(2027, 3, 1)


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    pasta = tmp_path_factory.mktemp("real")
    ids = []
    for versao in ("0", "1"):
        acervo = build_minimo(pasta, versao=versao)
        acervo.close()
        ids.append(acervo.id)
    return pasta, ids[0]


@pytest.fixture
def abre_real(abre: Abre, real: tuple[Path, str], monkeypatch: pytest.MonkeyPatch) -> Abre:
    monkeypatch.setenv(VARIAVEL, str(real[0]))
    monkeypatch.setattr(frescor, "date", Dia)
    return abre


@pytest.mark.parametrize("endereco", [pagina.endereco for pagina in PAGINAS])
def test_every_page_warns(abre_real: Abre, monkeypatch: pytest.MonkeyPatch, endereco: str) -> None:
    monkeypatch.setenv(VARIAVEIS["municipal"], "60")
    texto = read_text(abre_real(endereco))
    assert "As licenças da ANATEL são de 30/11/2026, há mais de 45 dias." in texto
    assert "Os registros de 1 município são de 01/11/2026, há mais de 60 dias." in texto


def test_in_english_too(abre_real: Abre) -> None:
    texto = read_text(abre_real("", lang="en"))
    assert "Old data." in texto
    assert "more than 45 days ago" in texto
    assert "Dados antigos" not in texto


def test_within_the_limits_no_page_warns(abre_real: Abre, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIAVEIS["anatel"], "91")
    assert "Dados antigos" not in read_text(abre_real(""))
    monkeypatch.setenv(VARIAVEIS["anatel"], "90")
    assert "Dados antigos" in read_text(abre_real(""))


def test_an_earlier_acervo_and_a_demonstration_say_what_they_are_instead(
    abre_real: Abre, real: tuple[Path, str], monkeypatch: pytest.MonkeyPatch, loja: Path
) -> None:
    texto = read_text(abre_real("", acervo=real[1]))
    assert "acervo anterior" in texto
    assert "Dados antigos" not in texto
    monkeypatch.setenv(VARIAVEL, str(loja))
    texto = read_text(abre_real(""))
    assert "Dados fictícios" in texto
    assert "Dados antigos" not in texto
