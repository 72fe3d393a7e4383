"""Events that are too large, as an append takes them: one would be refused for ever, and what follows it with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from ._bodies import well_formed
from .params import NewEventParam

# Most bytes of a text and of arguments, and characters of the id and the name of a call.
TEXT_BYTES = 16 * 1024 * 1024
ARGUMENTS_BYTES = 1024 * 1024
LABEL_CHARS = 128
# Events of a request, and characters of those in it that are not alone.
REQUEST_EVENTS = 500
REQUEST_CHARS = 8_000_000


def fit_event(event: NewEventParam) -> NewEventParam:
    """Return an event as an append takes it.

    A text keeps its beginning and says how much is left out, and arguments that are too long stand in it; a long id or
    name of a call ends with a hash.
    """
    call: Any = event.get("call")
    text = event.get("text")
    if isinstance(call, Mapping):
        call = {**call, "id": _label(call["id"]), "name": _label(call["name"])}
        written = call.get("arguments")
        if written is not None and _exceeds(written, ARGUMENTS_BYTES):
            text = written
            call["arguments"] = "{}"
    fitted: NewEventParam = {**event}
    if text is not None:
        fitted["text"] = _beginning(text)
    if call:
        fitted["call"] = call
    return fitted


def in_requests(events: Sequence[NewEventParam]) -> list[list[NewEventParam]]:
    """Return events in groups, each of which a request has room for."""
    groups: list[list[NewEventParam]] = []
    chars = 0
    for event in events:
        files: Sequence[Any] = event.get("attachments") or []
        own = len(event.get("text") or "") + sum(len(file["data"]) for file in files)
        chars += own
        if not groups or len(groups[-1]) == REQUEST_EVENTS or chars > REQUEST_CHARS:
            groups.append([])
            chars = own
        groups[-1].append(event)
    return groups


def _exceeds(text: str, size: int) -> bool:
    return len(text) * 4 > size and len(text.encode(errors="replace")) > size


def _beginning(text: str) -> str:
    if not _exceeds(text, TEXT_BYTES):
        return text
    size = len(text.encode(errors="replace"))
    # A character has four bytes at most.
    kept = well_formed(text[: (TEXT_BYTES - 200) // 4])
    left = size - len(kept.encode())
    return f"{kept}\n[{left} of {size} bytes left out: an event has {TEXT_BYTES} at most]"


def _label(label: str) -> str:
    if len(label) <= LABEL_CHARS:
        return label
    return f"{well_formed(label[: LABEL_CHARS - 17])}~{sha256(label.encode(errors='replace')).hexdigest()[:16]}"
