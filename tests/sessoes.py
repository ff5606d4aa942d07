"""Runs a reader's coroutine in a thread of its own: the browser tests keep a loop in the main one."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

_T = TypeVar("_T")


def run_sessoes(tarefa: Coroutine[Any, Any, _T]) -> _T:
    """Return what the coroutine returns."""
    with ThreadPoolExecutor(1) as executor:
        return executor.submit(asyncio.run, tarefa).result()
