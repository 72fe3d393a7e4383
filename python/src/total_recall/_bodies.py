"""Bodies and queries as the API takes them, of what callers write in Python."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from datetime import datetime
from typing import Any, TypeVar

from ._model import WireModel, wire_name

M = TypeVar("M", bound=WireModel)


def body_of(model: type[M], given: Mapping[str, Any] | M) -> dict[str, Any]:
    """Return a body; what is None counts as not given. Raises pydantic's ValidationError for what cannot be sent."""
    if isinstance(given, model):
        return given.to_wire()
    assert not isinstance(given, WireModel)
    return model.model_validate({name: value for name, value in given.items() if value is not None}).to_wire()


def event_of(given: Mapping[str, Any] | M) -> Mapping[str, Any] | M:
    """Return an event whose files are in base64, as the API takes them; bytes as they are would be read as that."""
    files = given.get("attachments") if isinstance(given, Mapping) else None
    if not isinstance(given, Mapping) or not files:
        return given
    return {**given, "attachments": [_encoded(file) for file in files]}


def _encoded(file: Any) -> Any:
    data = file.get("data") if isinstance(file, Mapping) else None
    return {**file, "data": b64encode(data).decode()} if isinstance(data, bytes | bytearray | memoryview) else file


def query_of(given: Mapping[str, Any]) -> dict[str, str]:
    """Return a query under the names of the API."""
    return {wire_name(name): _text(value) for name, value in given.items() if value is not None}


def well_formed(text: str) -> str:
    """Return a text that UTF-8 can hold: models at times write half of a surrogate pair."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value.isoformat() if isinstance(value, datetime) else str(value)
