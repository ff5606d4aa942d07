"""The routes over a store with two tiny acervos, without Streamlit; and the whole server, started once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import streamlit
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.testclient import TestClient

from bench.paginas_servidor import find_port, start_servidor
from etrdash.api.assets import read_assets
from etrdash.api.labels import Labels
from etrdash.api.middleware import build_middleware
from etrdash.api.routes import build_routes
from etrdash.api.service import Service
from etrdash.published.store import VARIAVEL
from etrdash.vocabulario import Grupo, Situacao
from tests.acervo_minimo import build_minimo

RAIZ = Path(__file__).resolve().parents[2]
SHELL = Path(streamlit.__file__).parent / "static" / "index.html"
ASSETS = read_assets(RAIZ / "src" / "etrdash" / "ui" / "estatico")
LABELS = Labels(
    situacoes={Situacao.SEM_REGISTRO: "Não consta registro"},
    grupos={Grupo.VERDE: "Em ordem"},
    simbolos={Grupo.VERDE: "●", Grupo.VERMELHO: "▲"},
    coberturas={"completa": "registros municipais completos"},
    vigencias={"confirmada": "vigência confirmada"},
    sem_registro="Não consta registro municipal na base recebida em {base}.",
)


@dataclass(frozen=True, slots=True)
class Loja:
    """A store, its two acervos (the older one first) and the name of the current one."""

    pasta: Path
    antigo: str
    atual: str


@pytest.fixture(scope="session")
def loja(tmp_path_factory: pytest.TempPathFactory) -> Loja:
    pasta = tmp_path_factory.mktemp("loja")
    antigo = build_minimo(pasta, versao="0").id
    return Loja(pasta, antigo, build_minimo(pasta, versao="1").id)


@pytest.fixture(scope="session")
def open_client() -> Callable[[Path], TestClient]:
    def open_on(pasta: Path) -> TestClient:
        app = Starlette(
            routes=[*ASSETS.build_routes(), *build_routes(Service(pasta, LABELS))],
            middleware=[
                *build_middleware(SHELL, ("", "mapa"), ASSETS),
                Middleware(GZipMiddleware, minimum_size=500),
            ],
        )
        return TestClient(app, follow_redirects=False)

    return open_on


@pytest.fixture(scope="session")
def cliente(loja: Loja, open_client: Callable[[Path], TestClient]) -> TestClient:
    return open_client(loja.pasta)


@pytest.fixture(scope="session")
def servidor(loja: Loja, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of the real server, as ``etrdash serve`` starts it."""
    porta = find_port()
    codigo = (
        "from pathlib import Path; from etrdash.api.server import serve;"
        f"serve(Path({str(loja.pasta)!r}), {porta})"
    )
    log = tmp_path_factory.mktemp("servidor") / "log"
    with start_servidor(["-c", codigo], porta, "/healthz", log, **{VARIAVEL: "nowhere"}) as aberto:
        yield aberto.url
