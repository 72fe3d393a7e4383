"""Events that are too large, as an append takes them: one would be refused for ever, and what follows it with it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, cast

from . import models
from ._bodies import body_of, event_of, well_formed
from .params import NewEventParam, NewEventThinkingParam

# Most bytes of a text and of arguments, and UTF-16 units of the id and the name of a call.
TEXT_BYTES = 16 * 1024 * 1024
ARGUMENTS_BYTES = 1024 * 1024
LABEL_CHARS = 128
# Most bytes of an event as JSON, files and all (a request has 32 MiB), and of a text beside any files and arguments.
EVENT_BYTES = 32_000_000
SMALL_BYTES = 1_000_000
# Most bytes of a UTF-16 unit in JSON: of a control character, as \u0000.
ESCAPED = 6
# Events of a request, and bytes of those in it that are not alone.
REQUEST_EVENTS = 500
REQUEST_BYTES = 8_000_000


def fit_event(event: NewEventParam) -> NewEventParam:
    """Return an event as an append takes it.

    A text keeps its beginning and says how much is left out, and arguments that are too long stand in it; a long id or
    name of a call ends with a hash. Files are left as they are.
    """
    call: Any = event.get("call")
    text = event.get("text")
    if isinstance(call, Mapping):
        call = {**call, "id": fit_label(call["id"]), "name": fit_label(call["name"])}
        written = call.get("arguments")
        if written is not None and _exceeds(written, ARGUMENTS_BYTES):
            text = written
            call["arguments"] = "{}"
    fitted: NewEventParam = {**event}
    if call:
        fitted["call"] = call
    thinking: Any = event.get("thinking")
    if isinstance(thinking, Mapping) and thinking.get("call_id"):
        fitted["thinking"] = cast(NewEventThinkingParam, {**thinking, "call_id": fit_label(thinking["call_id"])})
    if text is not None:
        is_small = 2 * len(text) * ESCAPED <= SMALL_BYTES or _units(text) * ESCAPED <= SMALL_BYTES
        fitted["text"] = text if is_small else _beginning(text, EVENT_BYTES - json_bytes({**fitted, "text": ""}))
    return fitted


def json_bytes(event: NewEventParam | str) -> int:
    """Return the bytes of an event, or of a text, in a request: the same in every client, as several may write one."""
    value = event if isinstance(event, str) else body_of(models.NewEvent, event_of(event))
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode(errors="backslashreplace"))


def in_requests(events: Sequence[NewEventParam]) -> list[list[NewEventParam]]:
    """Return events in groups, each of which a request has room for."""
    groups: list[list[NewEventParam]] = []
    size = 0
    for event in events:
        own = json_bytes(event)
        size += own
        if not groups or len(groups[-1]) == REQUEST_EVENTS or size > REQUEST_BYTES:
            groups.append([])
            size = own
        groups[-1].append(event)
    return groups


def _exceeds(text: str, size: int) -> bool:
    return len(text) * 4 > size and len(well_formed(text).encode()) > size


def _begin(text: str, units: int) -> str:
    """Return the first UTF-16 units of a text, of which the last may be half a character: the cut of every client."""
    return text.encode("utf-16-le")[: 2 * units].decode("utf-16-le", "replace")


def _beginning(given: str, room: int) -> str:
    """Return as much of a text as an event has room for: `room` in bytes as JSON, and what any text may have."""
    text = well_formed(given)
    size = len(text.encode())
    units = _units(text)
    # A character of one UTF-16 unit has three bytes at most.
    most = (TEXT_BYTES - 200) // 3 if size > TEXT_BYTES else units
    is_over_room = json_bytes(_begin(text, most)) > room - 200
    if most == units and not is_over_room:
        return given
    kept = _begin(text, max(0, (room - 200) // ESCAPED) if is_over_room else most)
    why = "a request has no room for them" if is_over_room else f"an event has {TEXT_BYTES} at most"
    return f"{kept}\n[{size - len(kept.encode())} of {size} bytes left out: {why}]"


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def fit_label(given: str) -> str:
    """Return the id or the name of a call as an event has it: the same in every client that writes a session."""
    label = well_formed(given)
    if _units(label) <= LABEL_CHARS:
        return label
    return f"{_begin(label, LABEL_CHARS - 17)}~{sha256(label.encode()).hexdigest()[:16]}"
