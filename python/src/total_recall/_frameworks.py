"""What the adapters of agent frameworks share: conversations as events, and the tools of the memory."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from . import models
from ._bodies import well_formed
from ._errors import TotalRecallApiError
from ._sync.session import SessionClient
from ._sync.space import SpaceClient
from ._tools import is_fault_of_model
from .params import AttachmentParam, NewEventParam

RECALL = (
    "Searches everything that was ever said or read here, also what left this conversation, and returns it word for "
    "word. Call it before you say that you do not know, and before you ask the user again."
)
OPEN = "Reads one event that recall named, such as e184, whole or by lines."
QUERY = "What to look for, in the words that were probably used."
REF = "The name of the event."

DATA_URL = re.compile(r"data:([^;,]+);base64,(.+)", re.S)


def exists(session: SessionClient) -> bool:
    try:
        session.get()
    except TotalRecallApiError as error:
        if error.code == "not_found":
            return False
        raise
    return True


def whole_text(body: models.EventBody, space: SpaceClient) -> str:
    """Return the text of an event; a long one is an artifact."""
    whole = next((artifact.id for artifact in body.artifacts or [] if artifact.role == "content"), None)
    return body.text if whole is None else space.artifact(whole).content.decode()


def recall_text(session: SessionClient, query: str) -> str:
    """Answer a call of `recall`. What the service refuses is told to the model, which may do better."""
    return _told(lambda: session.recall(arguments=json.dumps({"query": query})).rendered)


def open_text(session: SessionClient, ref: str, from_line: int | None = None, to_line: int | None = None) -> str:
    """Answer a call of `open`."""
    given = {"ref": ref, "fromLine": from_line, "toLine": to_line}
    arguments = json.dumps({name: value for name, value in given.items() if value is not None})
    return _told(lambda: session.open(arguments=arguments).rendered)


def _told(ask: Callable[[], str]) -> str:
    try:
        return ask()
    except TotalRecallApiError as error:
        if not is_fault_of_model(error):
            raise
        return str(error)


def said(kind: Any, content: Any) -> list[NewEventParam]:
    """Return a message as an event: its texts, and the files of which it has the bytes."""
    parts = [content] if isinstance(content, str) else content or []
    texts, attachments = [], []
    for part in parts:
        attachment = _attachment_of(part) if isinstance(part, Mapping) else None
        if attachment:
            attachments.append(attachment)
        else:
            texts.append(part if isinstance(part, str) else _text_of(part))
    text = well_formed("\n".join(one for one in texts if one.strip()))
    event: NewEventParam = {"kind": kind}
    if text:
        event["text"] = text
    if attachments:
        event["attachments"] = attachments
    return [event] if text or attachments else []


def called(call_id: str, name: str, arguments: str) -> NewEventParam:
    return {"kind": "tool_call", "call": {"id": call_id, "name": name, "arguments": well_formed(arguments)}}


def answered(call_id: str, name: str, text: str, is_error: bool = False) -> NewEventParam:
    event: NewEventParam = {"kind": "tool_result", "call": {"id": call_id, "name": name}, "text": well_formed(text)}
    if is_error:
        event["is_error"] = True
    return event


def events_of_chat(messages: Iterable[Mapping[str, Any]]) -> list[NewEventParam]:
    """Return messages in the form of chat completions as events; those of the system are no part of what was said."""
    names: dict[str, str] = {}
    events: list[NewEventParam] = []
    for message in messages:
        role, content = message["role"], message.get("content")
        if role == "tool":
            call_id = message["tool_call_id"]
            name = message.get("name") or names.get(call_id, "unknown")
            events.append(answered(call_id, name, joined(content), message.get("status") == "error"))
        elif role == "user":
            events += said("user_message", content)
        elif role == "assistant":
            events += said("agent_message", content)
            for call in message.get("tool_calls") or []:
                names[call["id"]] = call["function"]["name"]
                events.append(called(call["id"], call["function"]["name"], call["function"]["arguments"]))
    return events


def joined(content: Any) -> str:
    """Return what a tool gave as one text."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else [content]
    texts = [part if isinstance(part, str) else (_text_of(part) or json.dumps(part, default=str)) for part in parts]
    return "\n".join(texts)


def _attachment_of(part: Mapping[str, Any]) -> AttachmentParam | None:
    file = part.get("file") or {}
    image = part.get("image_url")
    data = image.get("url") if isinstance(image, Mapping) else image
    found = DATA_URL.fullmatch(str(data or part.get("file_data") or file.get("file_data") or ""))
    if not found:
        return None
    attachment: AttachmentParam = {"mime": found[1], "data": found[2]}
    title = part.get("filename") or file.get("filename")
    if title:
        attachment["title"] = title
    return attachment


def _text_of(part: Any) -> str:
    """Return the text of a part. A file that is elsewhere is named by its URL, or by the id that its vendor gave it."""
    if not isinstance(part, Mapping):
        return "" if part is None else str(part)
    # Thinking is no part of what was said: it is sealed for its vendor.
    if part.get("type") in ("thinking", "redacted_thinking", "reasoning"):
        return ""
    text = part.get("text") or part.get("refusal") or part.get("transcript")
    if isinstance(text, str):
        return text
    image = part.get("image_url")
    where = image.get("url") if isinstance(image, Mapping) else image
    where = where or part.get("file_url") or part.get("file_id") or part.get("file")
    return f"[{part.get('filename') or part.get('type')}: {where}]" if where else ""
