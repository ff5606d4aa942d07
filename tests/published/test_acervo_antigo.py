"""An acervo of an earlier version: what it lacks reads as empty, everything else as it was."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest

from etrdash.marts.dicionario import load_dicionario
from etrdash.published.acervo import MANIFESTO, Acervo
from etrdash.published.banco import BANCO
from etrdash.published.conferencia import is_intact

DE_SEMPRE = {"estacoes", "atos", "vinculos", "sitios", "registros", "municipios", "serie", "rejeitos"}
CIDADE, ESTACAO = "3557105", "1001"
PERGUNTAS: dict[str, Callable[[Acervo], Any]] = {
    "atos": lambda a: a.list_atos(ESTACAO),
    "atos_do_registro": lambda a: a.list_atos_do_registro(CIDADE, "10/2022"),
    "arquivos": lambda a: a.list_arquivos(),
    "emissoes": lambda a: a.list_emissoes(ESTACAO),
    "leis": lambda a: a.list_leis(),
    "manifestacoes": lambda a: a.list_manifestacoes(),
    "meses": lambda a: a.list_meses(),
    "omissoes": lambda a: a.list_omissoes(),
    "pontos": lambda a: a.list_pontos(),
    "proximidades": lambda a: a.list_proximidades(),
    "recusados": lambda a: a.list_recusados("1005"),
    "tempos": lambda a: a.list_tempos(CIDADE),
}


@pytest.fixture
def antigo(pasta: Path, tmp_path: Path) -> Iterator[Acervo]:
    """The tiny acervo with the eight tables that every version had and nothing else."""
    copia = tmp_path / pasta.name
    shutil.copytree(pasta, copia)
    with duckdb.connect(str(copia / BANCO)) as con:
        for tabela in load_dicionario().keys() - DE_SEMPRE:
            con.execute(f'DROP TABLE "{tabela}"')
        con.execute("ALTER TABLE estacoes DROP COLUMN endereco")
    manifesto = json.loads((copia / MANIFESTO).read_text(encoding="utf-8"))
    manifesto["publicados"] = [p for p in manifesto["publicados"] if p["tabela"] in {None, *DE_SEMPRE}]
    (copia / MANIFESTO).write_text(json.dumps(manifesto), encoding="utf-8")
    aberto = Acervo(copia)
    yield aberto
    aberto.close()


@pytest.mark.parametrize("nome", PERGUNTAS)
def test_what_it_lacks_reads_as_empty(antigo: Acervo, nome: str) -> None:
    resposta = PERGUNTAS[nome](antigo)
    assert (resposta.num_rows if isinstance(resposta, pa.Table) else len(resposta)) == 0


def test_what_it_has_reads_as_before(antigo: Acervo, acervo: Acervo) -> None:
    assert antigo.read_totais() == acervo.read_totais()
    assert antigo.count_situacoes() == acervo.count_situacoes()
    assert antigo.list_serie() == acervo.list_serie()
    assert antigo.list_prazos(date.min, date.max).num_rows == acervo.list_prazos(date.min, date.max).num_rows
    estacao, antes = acervo.find_estacao(ESTACAO), antigo.find_estacao(ESTACAO)
    assert estacao
    assert antes
    assert antes["situacao"] == estacao["situacao"]
    assert antes["endereco"] is None
    assert antes["explicacao"] == {}
    assert antes.keys() == estacao.keys()
    municipio = antigo.find_municipio(CIDADE)
    assert municipio
    assert municipio["ficha"] == {}


def test_it_may_be_pointed_to_again_and_is_never_written(antigo: Acervo) -> None:
    banco = antigo.pasta / BANCO
    antes = banco.read_bytes()
    assert is_intact(antigo.pasta)
    assert antigo.check_vivo() == 12
    assert banco.read_bytes() == antes


def test_other_files_stay_out_of_reach(antigo: Acervo, tmp_path: Path) -> None:
    (tmp_path / "segredo.csv").write_text("a\n1\n", encoding="utf-8")
    with pytest.raises(duckdb.Error, match="disabled"):
        antigo._con.execute(f"FROM read_csv('{tmp_path / 'segredo.csv'}')")
