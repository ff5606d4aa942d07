"""The words of Streamlit's own controls in Portuguese: those listed are still the front end's own."""

from __future__ import annotations

from pathlib import Path

import pytest
import streamlit

from etrdash.api.words import WORDS

FRONT_END = Path(streamlit.__file__).parent / "static" / "static" / "js"


@pytest.fixture(scope="module")
def code() -> str:
    return "".join(arquivo.read_text(encoding="utf-8") for arquivo in sorted(FRONT_END.glob("*.js")))


@pytest.mark.parametrize("word", WORDS)
def test_streamlit_still_writes_the_word(code: str, word: str) -> None:
    assert any(f"{mark}{word}{mark}" in code for mark in "\"'`"), word
