"""What tools gave, and the memory of names and of what was done already."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

from pydantic import BaseModel
from pydantic_core import to_json

from ._errors import TotalRecallApiError
from ._responses import ModelCall, Reading

V = TypeVar("V")

# Takes the parsed arguments as keywords (of a custom tool `input`, its text) and returns a text or any value that JSON
# can hold. What it raises is reported to the model.
ToolHandler: TypeAlias = Callable[..., Any]
ToolHandlers: TypeAlias = Mapping[str, ToolHandler]

OWN_TOOLS = ("recall", "open", "update_task_state")
REMEMBERED_NAMES = 10_000
REMEMBERED_OBJECTS = 256


@dataclass(frozen=True)
class ToolRun:
    """Outcome of a call, as stored in the log."""

    call: ModelCall
    text: str
    is_error: bool


class CoroutineHandlerError(TypeError):
    """A handler is a coroutine function, which the synchronous client cannot await. It is raised to the caller."""


class ToolNames:
    """Renamed tools of windows, so that a model's call is found under the name that the caller gave."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, str] = OrderedDict()

    def remember(self, renamed: Mapping[str, str]) -> None:
        self._known.update(renamed)
        while len(self._known) > REMEMBERED_NAMES:
            self._known.popitem(last=False)

    def original(self, name: str) -> str:
        return self._known.get(name, name)


class Memo(Generic[V]):
    """What was made of the last objects in their session, found by the object itself: local models repeat their ids."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str, int], tuple[object, V]] = OrderedDict()

    def get(self, space: str, session: str, of: object) -> V | None:
        kept = self._kept.get((space, session, id(of)))
        return kept[1] if kept else None

    def keep(self, space: str, session: str, of: object, value: V) -> V:
        # The object is held too, so that its id goes to no other.
        self._kept[space, session, id(of)] = (of, value)
        while len(self._kept) > REMEMBERED_OBJECTS:
            self._kept.popitem(last=False)
        return value


@dataclass(frozen=True)
class Known:
    """What the sessions of a client share, as a program may ask for a session anew at every step."""

    names: ToolNames = field(default_factory=ToolNames)
    readings: Memo[Reading] = field(default_factory=Memo)
    runs: Memo[tuple[ToolRun, str]] = field(default_factory=Memo)


def told_of_cut(call: ModelCall) -> str:
    """Return what the model is told of a call that its answer ended within."""
    again = f"Call {call.name} again with all of its arguments, in smaller pieces where they are long."
    ended = f"The answer ended ({call.cut_by}) within this call of {call.name}, so it was not run"
    return f"{ended}: its arguments may lack their end. {again}"


def parse_arguments(call: ModelCall) -> dict[str, Any] | str:
    """Return the arguments, or what the model is told of its mistake."""
    if call.is_free_text:
        return {"input": call.arguments}
    again = f"Call {call.name} again with a JSON object."
    try:
        value = json.loads(call.arguments) if call.arguments.strip() else {}
    except (ValueError, RecursionError) as error:
        return f"The arguments of {call.name} are not valid JSON ({error}). {again}"
    return value if isinstance(value, dict) else f"The arguments of {call.name} are not a JSON object. {again}"


def text_of(value: object) -> str:
    """Convert what a handler gave to text: texts unchanged, everything else as JSON."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, BaseModel):
        return value.model_dump_json(by_alias=True)
    return to_json(value).decode()


def is_fault_of_model(error: Exception) -> bool:
    """A tool of the service counts as failed only where the request of the model was at fault."""
    return isinstance(error, TotalRecallApiError) and error.status < 500 and not error.retryable
