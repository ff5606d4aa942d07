"""The server: Streamlit's pages, the files, the JSON API and the headers, on one port.

Run by ``streamlit run app.py`` (which is what ``etrdash serve`` does) or by any ASGI server.
The store of acervos comes from the environment variable ``ETRDASH_STORE``.
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st

import etrdash.ui
from etrdash.api.assets import read_assets
from etrdash.api.labels import Labels
from etrdash.api.middleware import build_middleware
from etrdash.api.routes import build_routes
from etrdash.api.service import Service
from etrdash.published.store import find_store
from etrdash.ui import rotulos, situacoes
from etrdash.ui.paginas import PAGINAS
from etrdash.vocabulario import Situacao

INTERFACE = Path(etrdash.ui.__file__).parent
assets = read_assets(INTERFACE / "estatico")
service = Service(
    find_store().pasta,
    Labels(
        situacoes=situacoes.NOMES,
        grupos={grupo: marca.nome for grupo, marca in situacoes.MARCAS.items()},
        simbolos={grupo: marca.simbolo for grupo, marca in situacoes.MARCAS.items()},
        coberturas=rotulos.COBERTURAS,
        vigencias=rotulos.VIGENCIAS,
        sem_registro=situacoes.say_situacao(Situacao.SEM_REGISTRO, "{base}", "pt"),
    ),
)

app = st.App(
    INTERFACE / "principal.py",
    routes=[*assets.build_routes(), *build_routes(service)],
    middleware=build_middleware(
        Path(st.__file__).parent / "static" / "index.html",
        (pagina.endereco for pagina in PAGINAS),
        assets,
    ),
    lifespan=service.lifespan,
)
