"""nginx with the configuration of deploy/ and two replicas over a store of tiny acervos."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from bench.soak_laboratorio import Laboratorio, find_nginx
from tests.acervo_minimo import build_minimo


@pytest.fixture(scope="session")
def nginx() -> str:
    """An nginx; in continuous integration it must be there."""
    programa = find_nginx()
    if programa is None:
        falta = "needs nginx: sudo apt-get install -y nginx-light, or ETRDASH_NGINX=/path/to/nginx"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(falta)
    return programa


@pytest.fixture(scope="module")
def laboratorio(nginx: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Laboratorio]:
    """The service; its local copy holds for one second instead of ten."""
    pasta = tmp_path_factory.mktemp("servico")
    for versao in ("0", "1", "2"):
        build_minimo(pasta / "store", versao=versao).close()
    with Laboratorio(
        pasta, pasta / "store", trocas={"proxy_cache_valid 200 10s": "proxy_cache_valid 200 1s"}
    ) as lab:
        yield lab
