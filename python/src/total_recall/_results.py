"""Results that the client puts together itself."""

from __future__ import annotations

from dataclasses import dataclass

from . import models
from ._responses import ModelCall


@dataclass(frozen=True)
class AppendedResponse:
    """A model's answer as stored in the log. `calls` have no result yet: give them to `run_tools`."""

    text: str
    done: bool
    calls: list[ModelCall]
    events: list[models.AppendedEvent]


@dataclass(frozen=True)
class ArtifactDownload:
    """Bytes of an artifact; `size_bytes` is the size of the whole, also where only a range was read."""

    content: bytes
    mime: str
    size_bytes: int
