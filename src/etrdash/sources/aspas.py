"""Quotes (RFC 4180): which lines' need care, and what the cells of one are."""

from __future__ import annotations

import csv
import re

import numpy as np


def find_irregulares(bytes_: np.ndarray, inicios: np.ndarray, delimitador: str) -> np.ndarray:
    """Say of each line of a block whether its quotes need care.

    They need none where they come in pairs, each around a whole cell: after a delimiter or the line's start,
    before a delimiter or the line's end. Quotes doubled inside a cell, padded or left open do.

    Args:
        bytes_: the block, which ends in a line feed.
        inicios: where each line starts, and the block's end.
        delimitador: one character.
    """
    aspas = np.flatnonzero(bytes_ == ord('"'))
    quantas = np.diff(np.searchsorted(aspas, inicios))
    irregulares: np.ndarray = (quantas % 2 == 1) | (
        (quantas > 0) & (np.diff(inicios) > csv.field_size_limit())
    )
    aspas = aspas[np.repeat(quantas % 2 == 0, quantas)]
    abrem, fecham = aspas[0::2], aspas[1::2]
    limite = np.zeros(256, np.bool_)
    limite[[ord(delimitador), ord("\n"), ord("\r")]] = True
    soltas = np.concatenate((abrem[~limite[bytes_[abrem - 1]]], fecham[~limite[bytes_[fecham + 1]]]))
    irregulares[np.searchsorted(inicios, soltas, "right") - 1] = True
    return irregulares


def split_registro(texto: str, delimitador: str, colunas: int) -> list[str] | None:
    """Return the cells of one quoted record (RFC 4180), or None where its quotes are wrong or still open.

    Cells padded around their quotes (``| "abc" |``) are accepted when the record then has ``colunas`` cells.
    """
    celulas = _parse_registro(texto, delimitador)
    if celulas is not None and not any(celula.lstrip(" ").startswith('"') for celula in celulas):
        return celulas
    sem_recuo = re.sub(rf'" +(?={re.escape(delimitador)}|$)', '"', texto)
    recuadas = _parse_registro(sem_recuo, delimitador, recuo=True)
    return recuadas if recuadas is not None and len(recuadas) == colunas else celulas


def _parse_registro(texto: str, delimitador: str, *, recuo: bool = False) -> list[str] | None:
    try:
        return next(csv.reader([texto], delimiter=delimitador, strict=True, skipinitialspace=recuo))
    except csv.Error:
        return None


def has_open_quote(texto: str, delimitador: str) -> bool:
    """Say whether the only thing wrong with a record is that it ends inside quotes."""
    try:
        next(csv.reader([texto], delimiter=delimitador, strict=True))
    except csv.Error as erro:
        return "unexpected end of data" in str(erro)
    return False
