"""Small arrays whose groups can be counted."""

from __future__ import annotations

import numpy as np

from etrdash.matching.grupos import Grupos, add_at, cut, expand, find_sorted, softmax_or_none, unique_sorted


def test_groups_keep_the_row_order_within_a_key() -> None:
    grupos = Grupos.by(np.array([7, 3, 7, 3, 3]))
    assert grupos.chaves.tolist() == [3, 7]
    assert grupos.ordem.tolist() == [1, 3, 4, 0, 2]
    assert grupos.tamanhos.tolist() == [3, 2]
    assert grupos.linhas.tolist() == [1, 0, 1, 0, 0]


def test_extremes_ignore_what_is_missing() -> None:
    grupos = Grupos.by(np.array([0, 0, 1]))
    valores = np.array([np.nan, 4.0, np.nan])
    assert grupos.min(valores).tolist()[0] == 4.0
    assert np.isnan(grupos.max(valores)[1])
    assert grupos.sum([1, 2, 3]).tolist() == [3.0, 3.0]


def test_no_rows_make_no_groups() -> None:
    vazio = Grupos.by(np.empty(0, np.int64))
    assert vazio.total == 0
    assert vazio.min(np.empty(0)).tolist() == []


def test_classes_end_with_the_missing_one() -> None:
    assert cut([-1.0, 0.0, 5.0, np.nan], [0.0, 5.0]).tolist() == [0, 1, 2, 3]


def test_positions_are_repeated_with_their_ordinal() -> None:
    posicao, ordinal = expand(np.array([2, 0, 1]))
    assert posicao.tolist() == [0, 0, 2]
    assert ordinal.tolist() == [0, 1, 0]


def test_keys_are_found_or_not() -> None:
    posicao, achada = find_sorted(np.array([2, 5, 9]), np.array([5, 6, 99]))
    assert achada.tolist() == [True, False, False]
    assert posicao[0] == 1
    assert find_sorted(np.empty(0, np.int64), np.array([1]))[1].tolist() == [False]


def test_two_equal_candidates_share_what_none_leaves() -> None:
    p = softmax_or_none(np.array([0.0, 0.0, 0.0]), np.array([0, 0, 1]), 2)
    assert np.allclose(p, [1 / 3, 1 / 3, 1 / 2])


def test_sums_by_group() -> None:
    assert add_at(np.array([1, 1, 0]), [1.5, 2.5, 1.0], 3).tolist() == [1.0, 4.0, 0.0]


def test_distinct_values_ascend() -> None:
    assert unique_sorted(np.array([5, 2, 5, 9, 2])).tolist() == [2, 5, 9]
    assert unique_sorted(np.empty(0, np.int64)).tolist() == []
