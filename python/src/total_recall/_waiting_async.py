"""How the asynchronous client waits and runs several calls at once."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

T = TypeVar("T")
AsyncLock = asyncio.Lock


async def sleep(seconds: float) -> None:
    await asyncio.sleep(seconds)


async def run_all(acts: Sequence[Callable[[], Awaitable[T]]]) -> list[T]:
    """Run all at once; each comes to its end before the first failure is raised."""

    async def run(act: Callable[[], Awaitable[T]]) -> T:
        return await act()

    ends = await asyncio.gather(*(run(act) for act in acts), return_exceptions=True)
    for end in ends:
        if isinstance(end, BaseException):
            raise end
    return [end for end in ends if not isinstance(end, BaseException)]


async def settle(value: Any, tool: str) -> Any:
    """Return what the handler of a tool gave, awaited where it is a coroutine."""
    return await value if inspect.isawaitable(value) else value
