"""The store: all or nothing, atomic pointer, leftovers cleaned, two builds at once."""

from __future__ import annotations

import multiprocessing
from datetime import date
from pathlib import Path

import pytest

from etrdash.erros import AcervoError
from etrdash.published.retiradas import read_retiradas
from etrdash.published.store import Store, is_id

A = "2026-11-30-aaaaaaaa"
B = "2026-12-31-bbbbbbbb"
C = "2027-01-31-cccccccc"


def publish(store: Store, acervo: str, conteudo: str = "x") -> None:
    with store.building() as pasta:
        (pasta / "arquivo").write_text(conteudo)
        store.publish(pasta, acervo)


def names(store: Store) -> list[str]:
    return sorted(item.name for item in store.pasta.iterdir() if not item.name.startswith("."))


def hidden(store: Store) -> list[str]:
    return [item.name for item in store.pasta.iterdir() if item.name.startswith(".construcao-")]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "store")


def test_ids_have_one_form() -> None:
    assert is_id(A)
    assert is_id(f"demo-{A}")
    for estranho in ("atual", "..", "2026-11-30", f"{A}/..", f"{A}\n", "2026-11-30-AAAAAAAA", f"x{A}"):
        assert not is_id(estranho)


def test_publishing_moves_the_pointer_and_leaves_nothing_behind(store: Store) -> None:
    publish(store, A)
    publish(store, B)
    assert store.find_current() == B
    assert names(store) == [A, B, "atual"]
    assert hidden(store) == []
    assert (store.find_pasta(A) / "arquivo").read_text() == "x"


def test_a_failed_build_leaves_everything_as_it_was(store: Store) -> None:
    publish(store, A)
    with pytest.raises(RuntimeError), store.building() as pasta:
        (pasta / "arquivo").write_text("pela metade")
        raise RuntimeError
    assert store.find_current() == A
    assert names(store) == [A, "atual"]
    assert hidden(store) == []


def test_the_same_acervo_again_keeps_the_published_bytes(store: Store) -> None:
    publish(store, A, "primeiro")
    publish(store, B)
    publish(store, A, "segundo")
    assert (store.find_pasta(A) / "arquivo").read_text() == "primeiro"
    assert store.find_current() == A


def test_a_damaged_acervo_is_replaced_when_asked(store: Store) -> None:
    publish(store, A, "danificado")
    with store.building() as pasta:
        (pasta / "arquivo").write_text("inteiro")
        store.publish(pasta, A, repair=True)
    assert (store.find_pasta(A) / "arquivo").read_text() == "inteiro"
    with store.building():
        assert len(hidden(store)) == 1  # the damaged folder went with the next build; only this one is left


def test_leftovers_of_a_dead_build_go_and_a_living_build_stays(store: Store) -> None:
    with store.building() as viva:
        morta = store.pasta / ".construcao-morta"
        morta.mkdir()
        (morta / "acervo.duckdb").write_text("pela metade")
        with store.building():
            assert not morta.exists()
            assert viva.is_dir()


def test_no_pointer_and_a_pointer_to_nowhere_say_what_to_do(store: Store) -> None:
    with pytest.raises(AcervoError, match=r"ainda não há acervo.*etrdash build"):
        store.find_pasta_current()
    publish(store, A)
    (store.pasta / "atual").write_text(f"{B}\n")
    with pytest.raises(AcervoError, match=f"aponta para um acervo que não existe.*{A}.*etrdash rollback"):
        store.find_pasta_current()
    (store.pasta / "atual").write_text("../../etc\n")
    with pytest.raises(AcervoError, match="não existe"):
        store.find_pasta_current()
    store.point(A)
    assert store.find_pasta_current().name == A


@pytest.mark.parametrize("estranho", ["", "..", "../x", f"{A}/..", "2026-11-30-ffffffff"])
def test_an_unknown_id_is_refused_without_touching_the_pointer(store: Store, estranho: str) -> None:
    publish(store, A)
    with pytest.raises(AcervoError, match="acervo não encontrado"):
        store.point(estranho)
    assert store.find_current() == A


def test_retention_keeps_the_newest_and_the_current_and_logs_the_rest(store: Store) -> None:
    for acervo in (B, C, A):
        publish(store, acervo)
    assert store.find_current() == A
    assert store.retain(2, date(2027, 2, 1)) == [B]
    assert names(store) == [A, C, "atual", "retiradas.jsonl"]
    retirada = read_retiradas(store.pasta)[B]
    assert (retirada.em, retirada.motivo, retirada.substituto) == ("2027-02-01", "retencao", A)
    assert store.retain(0, date(2027, 2, 1)) == [C]
    assert store.find_pasta_current().name == A


def test_a_withdrawal_names_the_acervo_that_answers_instead(store: Store) -> None:
    publish(store, A)
    publish(store, B)
    with pytest.raises(AcervoError, match="o acervo atual não pode ser retirado"):
        store.withdraw(B, date(2027, 2, 1), "dados_pessoais")
    assert store.withdraw(A, date(2027, 2, 1), "dados_pessoais").substituto == B
    assert not (store.pasta / A).exists()
    assert read_retiradas(store.pasta)[A].motivo == "dados_pessoais"


def _publish_many(pasta: Path, acervos: list[str]) -> None:
    for acervo in acervos:
        publish(Store(pasta), acervo)


def test_two_processes_publish_at_once(store: Store) -> None:
    de_um = [f"2026-01-{dia:02d}-aaaaaaaa" for dia in range(1, 21)]
    do_outro = [f"2026-01-{dia:02d}-bbbbbbbb" for dia in range(1, 21)] + de_um[:5]
    contexto = multiprocessing.get_context("spawn")
    processos = [
        contexto.Process(target=_publish_many, args=(store.pasta, lista)) for lista in (de_um, do_outro)
    ]
    for processo in processos:
        processo.start()
    for processo in processos:
        processo.join(60)
        assert processo.exitcode == 0
    assert set(store.list_ids()) == {*de_um, *do_outro}
    assert store.find_current() in {de_um[-1], do_outro[-1]}
    assert hidden(store) == []
