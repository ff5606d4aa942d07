"""Around a place: what stands near, counted by hand; earlier names of cities; the outside service."""

from __future__ import annotations

import csv
import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from etrdash.dados import PastaDeDados
from etrdash.ui.arredores import parse_point
from etrdash.ui.geocodificador import VARIAVEL, find_service, geocode
from etrdash.ui.nomes import ANTIGOS, ATUAIS, find_by_old_name, find_outside
from tests.ui.conftest import read_text

Abre = Callable[..., AppTest]
# 1001 and 1002 stand at the point; the next one, 1003, 1.2 km away.
TORRE = "-20.422,-49.973"


@pytest.mark.parametrize(
    ("texto", "ponto"),
    [
        ("-20.42,-49.97", (-20.42, -49.97)),
        (" -20,42 -49,97 ", (-20.42, -49.97)),
        ("-20.42;-49.97", (-20.42, -49.97)),
        ("48.85,2.35", None),
        ("negado", None),
        ("rua 1, 2", None),
    ],
)
def test_a_point_is_read_only_inside_brazil(texto: str, ponto: tuple[float, float] | None) -> None:
    assert parse_point(texto) == ponto


def test_around_a_tower_one_sentence_and_the_nearest_first(abre: Abre) -> None:
    texto = read_text(abre("", perto=TORRE))
    assert "A até 1 km deste lugar, nenhuma das 2 estações avaliadas está com pendência." in texto
    assert texto.index("numero=1001") < texto.index("numero=1002")
    assert "numero=1003" not in texto
    assert "registros municipais recebidos em 01/11/2026" in texto


def test_typed_coordinates_answer_as_near_me_does(abre: Abre) -> None:
    assert "A até 1 km deste lugar" in read_text(abre("", q=TORRE))


def test_where_nothing_is_near_the_page_says_so(abre: Abre) -> None:
    assert "não tem antena a até 50 km deste lugar" in read_text(abre("", perto="-3.1,-60.0"))


@pytest.mark.parametrize("valor", ["negado", "<b>x</b>", "91,181"])
def test_a_place_that_cannot_be_read_is_said_without_failing(abre: Abre, valor: str) -> None:
    app = abre("", perto=valor)
    assert not app.exception
    assert len(app.warning) == 1


def test_earlier_names_are_of_municipalities_that_exist() -> None:
    pasta = PastaDeDados.open()
    with pasta.file(ATUAIS).open(encoding="utf-8") as file:
        atuais = {row["codigo_ibge"]: row["nome"] for row in csv.DictReader(file)}
    with pasta.file(ANTIGOS).open(encoding="utf-8") as file:
        antigos = list(csv.DictReader(file))
    assert antigos
    assert all(atuais[row["codigo_ibge"]] != row["nome_antigo"] for row in antigos)
    assert find_by_old_name("mogi-mirim") == ["3530805"]
    assert find_by_old_name("PARATI") == ["3303807"]


def test_a_city_outside_the_acervo_is_named(abre: Abre) -> None:
    assert find_outside("sao paulo") == ["São Paulo (SP)"]
    assert find_outside("arraial do tijuco") == ["Diamantina (MG)"]
    assert "São Paulo (SP): não há estações deste município" in read_text(abre("", q="sao paulo"))


@pytest.fixture
def servico() -> Iterator[tuple[str, list[str]]]:
    """A geocoder on this machine: the address to configure, and the paths it was asked."""
    pedidos: list[str] = []

    class Geocodificador(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            pedidos.append(self.path)
            lugares = [] if "nenhures" in self.path else [{"lat": "-20.422", "lon": "-49.973"}]
            corpo = json.dumps(lugares).encode()
            self.send_response(200)
            self.end_headers()
            self.wfile.write(corpo)

        def log_message(self, *_args: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Geocodificador) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        st.cache_data.clear()
        yield f"http://127.0.0.1:{server.server_port}/search?q={{texto}}", pedidos
        server.shutdown()


def test_the_outside_service_is_asked_only_for_what_the_data_lack(
    abre: Abre, servico: tuple[str, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    endereco, pedidos = servico
    assert find_service() is None
    monkeypatch.setenv(VARIAVEL, endereco)
    read_text(abre("", q="Votuporanga"))
    assert pedidos == []
    texto = read_text(abre("", q="travessa & beco, 9"))
    assert pedidos == ["/search?q=travessa%20%26%20beco%2C%209"]
    assert "127.0.0.1, a quem o texto da busca foi enviado" in texto
    assert "A até 1 km deste lugar" in texto
    assert "Nada encontrado" in read_text(abre("", q="nenhures qualquer"))


def test_a_service_that_fails_is_no_failure_of_the_page() -> None:
    assert geocode("http://127.0.0.1:9/?q={texto}", "x") is None
