"""Blocks of whole lines looked at all at once: which repeat, and how they end."""

from __future__ import annotations

import numpy as np
import pyarrow as pa


def first_of_each(textos: pa.StringArray) -> tuple[pa.StringArray, np.ndarray]:
    """Return the distinct texts in order of appearance and the position of the first of each."""
    codificado = textos.dictionary_encode()
    # Arrow numbers the texts as they appear: the first of each is where the highest number so far grows.
    maiores = np.maximum.accumulate(codificado.indices.to_numpy())
    return codificado.dictionary, np.flatnonzero(np.diff(maiores, prepend=-1))


def content(textos: pa.StringArray) -> pa.Buffer:
    """Return the bytes of all the texts of a whole array, one after the other."""
    _, limites, dados = textos.buffers()
    fim = np.frombuffer(limites, np.int32)[len(textos)]
    return dados.slice(0, int(fim))


def has_plain_line_ends(bytes_: np.ndarray) -> bool:
    """Say whether every carriage return of a block that ends in a line feed stands right before another."""
    retornos = np.flatnonzero(bytes_ == 13)
    return bool((bytes_[retornos + 1] == 10).all())
