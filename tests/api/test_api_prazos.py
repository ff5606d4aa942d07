"""The agenda of terms: the same rows as the acervo's, as a calendar that parses back and as CSVs."""

from __future__ import annotations

import csv
import io
from datetime import UTC, date, datetime, timedelta

import pytest
from icalendar import Calendar, Event
from starlette.testclient import TestClient

from etrdash.published.abertos import open_current
from etrdash.published.filtro import Filtro
from tests.api.conftest import Loja

PRAZOS = "/api/v1/municipios/3557105/prazos"
JANELA = "prazo_desde=2000-01-01&prazo_ate=2100-01-01"


def parse_eventos(corpo: bytes) -> list[Event]:
    calendario = Calendar.from_ical(corpo)
    assert calendario["version"] == "2.0"
    assert calendario["method"] == "PUBLISH"
    return list(calendario.walk("VEVENT"))


def test_calendar_holds_exactly_the_agenda(cliente: TestClient, loja: Loja) -> None:
    acervo = open_current(loja.pasta)
    esperados = acervo.list_prazos(
        date(2000, 1, 1), date(2100, 1, 1), Filtro(codigo_ibge="3557105", avaliada=True)
    ).to_pylist()
    assert esperados
    resposta = cliente.get(f"{PRAZOS}.ics?avaliada=true&{JANELA}")
    assert resposta.headers["content-type"].startswith("text/calendar")
    eventos = parse_eventos(resposta.content)
    assert [e["uid"] for e in eventos] == [f"prazo-3557105-{x['numero_estacao']}@etrdash" for x in esperados]
    meia_noite = datetime(acervo.em.year, acervo.em.month, acervo.em.day, tzinfo=UTC)
    for evento, linha in zip(eventos, esperados, strict=True):
        assert evento["dtstart"].dt == linha["prazo_em"]
        assert evento["dtend"].dt == linha["prazo_em"] + timedelta(days=1)
        assert evento["dtstart"].params["value"] == "DATE"
        assert evento["dtstamp"].dt == meia_noite
        assert evento["url"].endswith(f"/estacao?numero={linha['numero_estacao']}")
        assert linha["numero_estacao"] in evento["summary"]


def test_calendar_lines_are_folded_and_end_as_the_standard_says(cliente: TestClient) -> None:
    corpo = cliente.get(f"{PRAZOS}.ics").content
    linhas = corpo.split(b"\r\n")
    assert max(map(len, linhas)) <= 75
    assert b"\n" not in b"".join(linhas)


def test_calendar_bytes_and_identifiers_are_stable(cliente: TestClient, loja: Loja) -> None:
    uma, outra = (cliente.get(f"{PRAZOS}.ics") for _ in range(2))
    assert uma.content == outra.content
    assert cliente.get(f"{PRAZOS}.ics", headers={"if-none-match": uma.headers["etag"]}).status_code == 304
    antigo = cliente.get(f"{PRAZOS}.ics?acervo={loja.antigo}").content
    assert {e["uid"] for e in parse_eventos(antigo)} == {e["uid"] for e in parse_eventos(uma.content)}


@pytest.mark.parametrize(("formato", "separador", "bom"), [("csv", ",", ""), ("excel.csv", ";", "\ufeff")])
def test_csv_holds_the_same_rows(cliente: TestClient, formato: str, separador: str, bom: str) -> None:
    texto = cliente.get(f"{PRAZOS}.{formato}?avaliada=true&{JANELA}").content.decode()
    assert texto.startswith(bom + "acervo")
    linhas = list(csv.DictReader(io.StringIO(texto.removeprefix(bom)), delimiter=separador))
    eventos = parse_eventos(cliente.get(f"{PRAZOS}.ics?avaliada=true&{JANELA}").content)
    assert [f"prazo-3557105-{x['numero_estacao']}@etrdash" for x in linhas] == [e["uid"] for e in eventos]


def test_window_and_all_municipalities(cliente: TestClient) -> None:
    todos = parse_eventos(cliente.get("/api/v1/prazos.ics").content)
    assert len(todos) >= len(parse_eventos(cliente.get(f"{PRAZOS}.ics").content)) > 0
    ultimo = max(e["dtstart"].dt for e in todos)
    depois = cliente.get(f"/api/v1/prazos.ics?prazo_desde={ultimo + timedelta(days=1)}").content
    assert parse_eventos(depois) == []


@pytest.mark.parametrize(
    ("endereco", "status"),
    [
        (f"{PRAZOS}.pdf", 404),
        (f"{PRAZOS}.ics?prazo_desde=2026-02-30", 400),
        (f"{PRAZOS}.ics?prazo_ate=amanha", 400),
        (f"{PRAZOS}.ics?prazo_desde=2026-01-01&prazo_desde=2026-01-02", 400),
        ("/api/v1/municipios/9999999/prazos.ics", 404),
    ],
)
def test_refusals(cliente: TestClient, endereco: str, status: int) -> None:
    assert cliente.get(endereco).status_code == status
