"""Files of messages as an append takes them."""

from __future__ import annotations

import base64
import re
from collections.abc import Sequence
from typing import Any

from ._bodies import well_formed
from ._fit_event import json_bytes
from .params import AttachmentParam, NewEventParam

# Files of one event, their characters of base64 beside its text (a request has 32 MiB), and characters of a title.
FILES = 16
CHARS = 30_000_000
TITLE = 128
BASE64 = re.compile(r"[A-Za-z0-9+/]*={0,2}")
PARAMETER = r'[ \t]?;[ \t]?[a-z0-9_.+-]{1,64}=(?:[a-z0-9_.+:-]{1,64}|"[a-z0-9_.+: -]{1,64}")'
MEDIA_TYPE = re.compile(rf"[a-z0-9][a-z0-9+_.-]{{0,63}}/[a-z0-9][a-z0-9+_.-]{{0,63}}(?:{PARAMETER}){{0,4}}", re.I)
DATA_URL = re.compile(r"data:([^,]*?);base64,", re.I)
# Characters at the beginning of a data URL that say what it holds.
HEAD = 300
# Files that models take and a window has no form for; it shows pictures and texts itself.
OFFICE = r"msword|rtf|vnd\.(?:ms-(?:excel|powerpoint|word)|openxmlformats-officedocument|oasis\.opendocument)\b.*"
TAKEN = re.compile(rf"application/(?:pdf|{OFFICE})|(?:audio|video)(?:/.+)?", re.I)


def attachment_of(mime: str | None, data: str | bytes, title: str | None = None) -> AttachmentParam | None:
    """Return a file: in padded base64, with a title that is not too long.

    Bytes of no type that is known here have that of any bytes. None for a file that is too large for a request.
    """
    written = _padded(data) if isinstance(data, str) else base64.b64encode(data).decode()
    if len(written) > CHARS:
        return None
    named = (mime or "").strip()
    attachment: AttachmentParam = {
        "mime": named if MEDIA_TYPE.fullmatch(named) else "application/octet-stream",
        "data": written,
    }
    label = well_formed((title or "").strip()[:TITLE])
    if label:
        attachment["title"] = label
    return attachment


def attachment_of_url(url: str, title: str | None = None) -> AttachmentParam | None:
    """Read a data URL; None for any other text, and for a file that is too large for a request."""
    head = DATA_URL.match(url[:HEAD])
    return attachment_of(head[1], url[head.end() :], title) if head else None


def with_files(event: NewEventParam, files: Sequence[AttachmentParam]) -> list[NewEventParam]:
    """Return an event with its files, and further events for those that it has no room for."""
    groups: list[list[AttachmentParam]] = [[]]
    chars = json_bytes(event) if files else 0
    for file in files:
        chars += len(file["data"])
        if len(groups[-1]) == FILES or chars > CHARS:
            groups.append([])
            chars = len(file["data"])
        groups[-1].append(file)
    # A call has one result alone.
    kind = event["kind"]
    more: Any = "system_note" if kind == "tool_result" else kind
    if groups[0]:
        event["attachments"] = groups[0]
    further: list[NewEventParam] = [{"kind": more, "attachments": some} for some in groups[1:]]
    return [event, *further]


def is_beside_window(attachment: AttachmentParam | None) -> bool:
    """Tell whether models take a file that a window has no form for; one without bytes, as at a URL, is none of it."""
    return attachment is None or TAKEN.fullmatch(attachment["mime"]) is not None


def _padded(data: str) -> str:
    """Return the same bytes in the standard alphabet: some write that of URLs, without padding, or in lines."""
    if len(data) % 4 == 0 and BASE64.fullmatch(data):
        return data
    plain = re.sub(r"[^A-Za-z0-9+/]", "", data.translate({ord("-"): "+", ord("_"): "/"}))
    # A single sign behind the last group holds no byte.
    plain = plain[: len(plain) - 1] if len(plain) % 4 == 1 else plain
    return plain + "=" * (-len(plain) % 4)
