"""What a refused row says that it expected."""

from __future__ import annotations

import pytest

from etrdash.cli.rejeitos import describe_rejeito


@pytest.mark.parametrize(
    ("motivo", "esperado"),
    [
        ("data impossível", "um dia que existe"),
        ("data antiga demais", "referencia/datas.toml"),
    ],
)
def test_a_refused_date_says_which_dates_there_are(motivo: str, esperado: str) -> None:
    rejeito = {"motivo": motivo, "arquivo": "atos.csv", "linha": 2, "coluna": "data", "valor": "10/03/1922"}
    texto = str(describe_rejeito(rejeito))
    assert texto.startswith(f'atos.csv, linha 2, coluna "data": {motivo} (encontrado: 10/03/1922; esperado: ')
    assert esperado in texto.partition("esperado: ")[2]
