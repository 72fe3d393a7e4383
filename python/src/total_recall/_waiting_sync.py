"""How the synchronous client waits and runs several calls one after another."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

T = TypeVar("T")
Lock = threading.Lock


def sleep(seconds: float) -> None:
    time.sleep(seconds)


def run_all(acts: Sequence[Callable[[], T]]) -> list[T]:
    """Run one after another: handlers of synchronous programs need not be safe for threads."""
    return [act() for act in acts]


def settle(value: Any) -> Any:
    return value
