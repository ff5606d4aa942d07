"""Data in the middle of Markdown keeps its letters and has no power."""

from __future__ import annotations

import pytest

from etrdash.ui.html import write_plain


@pytest.mark.parametrize(
    ("texto", "escrito"),
    [
        ("RUA DAS ACÁCIAS, 100 (fundos) - km 3.5", "RUA DAS ACÁCIAS, 100 (fundos) - km 3.5"),
        ("**n** `c` [x](y) ![x](z)", r"\*\*n\*\* \`c\` \[x\](y) !\[x\](z)"),
        (":red[x] $x^2$ a | b ~~c~~ d_e_", r"\:red\[x\] \$x^2\$ a \| b \~\~c\~\~ d\_e\_"),
        ("<b>&lt;\\", r"\<b\>\&lt;\\"),
        ("# t\n\n- u", "\u2060# t - u"),
        ("1. a", "\u20601. a"),
        ("http://a.b HTTPS://a.b www.a.b", "http\u2060\\://a.b HTTP\u2060S\\://a.b www\u2060.a.b"),
        (None, "None"),
    ],
)
def test_plain_text_stays_text(texto: object, escrito: str) -> None:
    assert write_plain(texto) == escrito
