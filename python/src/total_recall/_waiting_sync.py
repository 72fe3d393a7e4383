"""How the synchronous client waits and runs several calls one after another."""

from __future__ import annotations

import inspect
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from ._tools import CoroutineHandlerError

T = TypeVar("T")
Lock = threading.Lock


def sleep(seconds: float) -> None:
    time.sleep(seconds)


def run_all(acts: Sequence[Callable[[], T]]) -> list[T]:
    """Run one after another: handlers of synchronous programs need not be safe for threads."""
    return [act() for act in acts]


def settle(value: Any, tool: str) -> Any:
    """Return what the handler of a tool gave; nothing can await a coroutine here."""
    if not inspect.isawaitable(value):
        return value
    if inspect.iscoroutine(value):
        value.close()
    raise CoroutineHandlerError(
        f'The handler of "{tool}" is a coroutine function: use AsyncClient, or a plain function.'
    )
