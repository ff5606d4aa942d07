"""The worked cases, ours and the shared ones; and what the runner says of cases with mistakes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest

from etrdash.erros import DadosInvalidos, EntradaIlegivel
from etrdash.rules.casos import Diferenca, load_casos, run_casos
from etrdash.rules.lei import Lei
from etrdash.vocabulario import Situacao

CASOS = sorted((Path(__file__).parents[1] / "casos").glob("*.yaml"))


@pytest.mark.parametrize("arquivo", CASOS, ids=lambda arquivo: arquivo.stem)
def test_our_cases(arquivo: Path, leis: Mapping[str, Lei]) -> None:
    assert [str(diferenca) for diferenca in run_casos(arquivo, leis)] == []


def test_shared_cases(shared: Path, leis: Mapping[str, Lei]) -> None:
    arquivo = shared / "casos" / "casos.yaml"
    assert len(load_casos(arquivo)) == 106
    assert [str(diferenca) for diferenca in run_casos(arquivo, leis)] == []


def test_our_cases_cover_every_law_and_every_answer(leis: Mapping[str, Lei]) -> None:
    casos = [caso for arquivo in CASOS for caso in load_casos(arquivo)]
    assert len({caso.id for caso in casos}) == len(casos)
    por_lei = Counter(caso.lei for caso in casos)
    assert min(por_lei[lei] for lei in leis) >= 30
    assert {caso.situacao for caso in casos} == set(Situacao) - {Situacao.A_CONFERIR}
    assert all(caso.descricao for caso in casos)


def test_difference_tells_id_expected_got_and_why(tmp_path: Path, leis: Mapping[str, Lei]) -> None:
    arquivo = tmp_path / "errado.yaml"
    arquivo.write_text(
        "casos:\n- {id: x-1, lei: sp_modelo, publicada_em: 2022-03-10, em: 2024-03-12, situacao: REGULAR,"
        " prazo_em: 2024-03-10, motivos: [OUTRO], estacao: {primeiro_licenciamento: 2015-04-01}}\n",
        encoding="utf-8",
    )
    situacao, prazo, motivos = run_casos(arquivo, leis)
    assert isinstance(situacao, Diferenca)
    assert (situacao.id, situacao.esperada, situacao.obtida) == ("x-1", "REGULAR", "PRAZO_VENCIDO")
    assert "2 anos de 10/03/2022 = 10/03/2024, domingo → 11/03/2024" in str(situacao)
    assert "art. 20, § 1º" in str(situacao)
    assert "2024-03-11" in prazo.obtida
    assert motivos.esperada == "motivos OUTRO"


@pytest.mark.parametrize(
    ("texto", "mensagem"),
    [
        ("casos:\n- {id: a, lei: sp_modelo, em: 2024-13-01, situacao: REGULAR}\n", "data"),
        ("casos:\n- {id: a, lei: sp_modelo, em: 2024-01-01, situacao: OUTRA}\n", "vocabulário"),
        ("casos:\n- {id: a, lei: sp_modelo, em: 2024-01-01}\n", "obrigatória"),
        (
            "casos:\n- {id: a, lei: sp_modelo, em: 2024-01-01, situacao: REGULAR, cor: azul}\n",
            "não existe neste lugar",
        ),
        ("casos:\n- {id: a, lei: lei_x, em: 2024-01-01, situacao: REGULAR}\n", "lei que não existe"),
        (
            "casos:\n- {id: a, lei: sp_modelo, em: 2024-01-01, situacao: REGULAR}\n"
            "- {id: a, lei: sp_modelo, em: 2024-01-01, situacao: REGULAR}\n",
            "repetido",
        ),
        (
            "casos:\n- {id: a, lei: sp_modelo, em: 2024-01-01, situacao: REGULAR,"
            " atos: [{ato: laudo, data: 2024-01-01, prazo: 2 anos}]}\n",
            "número e unidade",
        ),
    ],
)
def test_case_with_a_mistake(tmp_path: Path, leis: Mapping[str, Lei], texto: str, mensagem: str) -> None:
    arquivo = tmp_path / "casos.yaml"
    arquivo.write_text(texto, encoding="utf-8")
    with pytest.raises((DadosInvalidos, EntradaIlegivel), match=mensagem):
        run_casos(arquivo, leis)


@pytest.mark.parametrize("conteudo", [b"", b"casos: [", b"\xff\xfe", b"outra: coisa\n"])
def test_file_that_is_not_a_list_of_cases(tmp_path: Path, leis: Mapping[str, Lei], conteudo: bytes) -> None:
    arquivo = tmp_path / "casos.yaml"
    arquivo.write_bytes(conteudo)
    with pytest.raises(EntradaIlegivel):
        run_casos(arquivo, leis)


def test_missing_file(tmp_path: Path, leis: Mapping[str, Lei]) -> None:
    with pytest.raises(EntradaIlegivel, match="não pôde ser lido"):
        run_casos(tmp_path / "nenhum.yaml", leis)
