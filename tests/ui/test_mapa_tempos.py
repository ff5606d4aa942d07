"""Days from request to decision, by hand."""

from __future__ import annotations

from etrdash.ui.tempos import count_days, divide_days


def test_only_terms_in_days_are_compared() -> None:
    assert [count_days(p) for p in ("60d", "2y", "6m", None, "")] == [60, None, None, None, None]


def test_stretches_count_every_request_once_and_the_undecided_stand_on_the_decided() -> None:
    rows = [
        {"dias": 0, "resposta": "emissao"},
        {"dias": 14, "resposta": "indeferimento"},
        {"dias": 14, "resposta": None},
        {"dias": 15, "resposta": "emissao"},
        {"dias": 900, "resposta": None},
    ]
    faixas = divide_days(rows)
    assert sum(f["pedidos"] for f in faixas) == len(rows)
    assert [(f["de"], f["decidido"], f["base"], f["topo"]) for f in faixas] == [
        (0, False, 2, 3),
        (0, True, 0, 2),
        (15, True, 0, 1),
        (180, False, 0, 1),
    ]
