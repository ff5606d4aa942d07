"""The style sheet and the preview's picture: one address for one content, named by every page."""

from __future__ import annotations

import hashlib

import pytest
from starlette.testclient import TestClient

from etrdash.api.assets import PREFIX, Asset
from tests.api.conftest import ASSETS


@pytest.mark.parametrize("asset", [ASSETS.style, ASSETS.picture], ids=["style", "picture"])
def test_file_is_kept_for_a_year_under_the_sum_of_its_content(cliente: TestClient, asset: Asset) -> None:
    response = cliente.get(asset.address)
    assert response.content == asset.body
    assert hashlib.sha256(response.content).hexdigest()[:16] in asset.address
    assert response.headers["cache-control"].endswith("immutable")
    assert response.headers["content-type"].startswith(asset.media_type)
    again = cliente.get(asset.address, headers={"if-none-match": response.headers["etag"]})
    assert again.status_code == 304


def test_another_sum_is_not_answered(cliente: TestClient) -> None:
    assert cliente.get(f"{PREFIX}estilo.0000000000000000.css").status_code == 404
