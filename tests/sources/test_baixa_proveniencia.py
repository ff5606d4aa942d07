"""The sidecar of a download."""

from __future__ import annotations

from pathlib import Path

import pytest

from etrdash.sources.baixa_proveniencia import (
    Proveniencia,
    hash_arquivo,
    load_proveniencia,
    sidecar_of,
    write_proveniencia,
)


@pytest.fixture
def arquivo(tmp_path: Path) -> Path:
    arquivo = tmp_path / "a.zip"
    arquivo.write_bytes(b"abc")
    return arquivo


def proveniencia(**campos: object) -> Proveniencia:
    padrao = {
        "fonte": "anatel",
        "titulo": "Estações",
        "orgao": "ANATEL",
        "licenca": "livre",
        "url": "https://exemplo.invalid/a.zip",
        "url_final": "https://exemplo.invalid/a.zip",
        "baixado_em": "2026-11-30T12:00:00+00:00",
        "conferido_em": "2026-11-30T12:00:00+00:00",
        "bytes": 3,
        "sha256": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        "etag": None,
        "modificado_em": None,
    }
    return Proveniencia(**{**padrao, **campos})  # type: ignore[arg-type]


def test_hash_is_the_published_one_of_abc(arquivo):
    assert hash_arquivo(arquivo) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_round_trip_keeps_accents_readable(arquivo):
    write_proveniencia(arquivo, proveniencia())
    assert load_proveniencia(arquivo) == proveniencia()
    assert "Estações" in sidecar_of(arquivo).read_text(encoding="utf-8")


@pytest.mark.parametrize("conteudo", ["", "{", "[]", '{"fonte": "anatel"}', '{"inventado": 1}'])
def test_an_unreadable_sidecar_is_as_good_as_none(arquivo, conteudo):
    sidecar_of(arquivo).write_text(conteudo)
    assert load_proveniencia(arquivo) is None


@pytest.mark.parametrize("campos", [{"bytes": 4}, {"sha256": "0" * 64}])
def test_a_sidecar_of_other_bytes_is_as_good_as_none(arquivo, campos):
    write_proveniencia(arquivo, proveniencia(**campos))
    assert load_proveniencia(arquivo) is None


def test_no_file_no_provenance(tmp_path):
    assert load_proveniencia(tmp_path / "ausente.zip") is None
