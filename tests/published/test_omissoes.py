"""What the municipal processes do not say, and how often "no record" is right, counted by hand."""

from __future__ import annotations

import json
from pathlib import Path

import duckdb
import pytest

from etrdash.dados import shipped_folder
from etrdash.published.acervo import Acervo
from etrdash.published.confiabilidade import ARQUIVO, load_confiabilidade
from etrdash.published.identidade import Identidade
from etrdash.published.publicacao import publish_acervo
from etrdash.published.store import Store
from tests.acervo_minimo import EM, fill_minimo, insert


@pytest.fixture
def acervo(tmp_path: Path) -> Acervo:
    """The tiny acervo with three processes: one whole in two halves, one of a number, one of a street."""
    identidade = Identidade(em=EM, entradas=(), versao="0")

    def fill(con: duckdb.DuckDBPyConnection, _trabalho: Path) -> list[str]:
        avisos = fill_minimo(con, identidade.acervo)
        con.execute("DELETE FROM atos_detalhes")
        for registro, valores in (
            ("a", {"latitude": -20.4, "longitude": -49.9, "numeros_estacao": []}),
            ("a", {"prestadora": "VIVO", "logradouro": "RUA A", "numeros_estacao": ["1001"]}),
            ("b", {"numeros_estacao": ["1002"]}),
            ("c", {"logradouro": "RUA B"}),
        ):
            insert(con, "atos_detalhes", codigo_ibge="3557105", registro_id=registro, **valores)
        insert(con, "atos_detalhes", codigo_ibge="3138203", registro_id="a")
        return avisos

    return Acervo(publish_acervo(Store(tmp_path), identidade, fill))


def test_a_process_lacks_what_none_of_its_acts_says(acervo: Acervo) -> None:
    assert acervo.list_omissoes("3557105").to_pylist() == [
        {
            "codigo_ibge": "3557105",
            "processos": 3,
            "sem_coordenada": 2,
            "sem_numero_estacao": 1,
            "sem_prestadora": 2,
            "sem_logradouro": 1,
        }
    ]
    assert [o["codigo_ibge"] for o in acervo.list_omissoes().to_pylist()] == ["3138203", "3557105"]
    assert acervo.list_omissoes("0000000").to_pylist() == []


def test_reliability_is_the_one_of_the_file() -> None:
    lido = json.loads((shipped_folder() / ARQUIVO).read_text("utf-8"))
    medida = load_confiabilidade()
    for nome, achada in (
        ("sem_registro", medida.todas),
        ("sem_registro_fora_da_revisao", medida.fora_da_revisao),
    ):
        assert (achada.marcadas, achada.confirmadas) == (lido[nome]["marcadas"], lido[nome]["confirmadas"])
        assert lido[nome]["confiabilidade"] == pytest.approx(achada.confirmadas / achada.marcadas, abs=1e-4)
