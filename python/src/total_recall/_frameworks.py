"""What the adapters of agent frameworks share: conversations as events, and the tools of the memory."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any

from pydantic import Field

from . import models
from ._attached_files import attachment_of, attachment_of_url, is_beside_window, with_files
from ._bodies import well_formed
from ._errors import TotalRecallApiError
from ._sync.session import SessionClient
from ._sync.space import SpaceClient
from ._tools import is_fault_of_model
from .params import AttachmentParam, NewEventParam

RECALL = (
    "Search everything that was said or read in this memory, including earlier parts of this conversation that are no "
    "longer in view. Returns it verbatim. Call it before you say that you do not know, and before you ask the user "
    "again."
)
OPEN = (
    "Read an event that recall named, such as e184, whole or by lines, several, such as e3,e8, or turns, such as "
    "T20-T27."
)
QUERY = "What you need, in words that probably occur there."
REF = (
    'e184 for an event of this session, SESSION/e184 for one below "# session SESSION", e3,e8 for several, T20-T27 for '
    "turns."
)
Query = Annotated[str, Field(description=QUERY)]
Ref = Annotated[str, Field(description=REF)]
BudgetTokens = Annotated[int | None, Field(description="Largest answer in tokens.")]

# Parts that are no words: thinking is sealed for its vendor, and calls are kept as such.
NOT_SAID = ("thinking", "redacted_thinking", "reasoning", "tool_use", "tool_call", "input_json_delta", "function_call")


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


def memory_functions(session_of: Callable[[], SessionClient]) -> tuple[Callable[..., str], Callable[..., str]]:
    """Return `recall` and `open` over the session of a call, for frameworks that read declarations off functions.

    The arguments have the names that answers of the service call them by. What the service refuses is told to the
    model, which may do better.
    """

    def recall(query: Query, budgetTokens: BudgetTokens = None) -> str:
        written = _written(query=query, budgetTokens=budgetTokens)
        return _told(lambda: session_of().recall(arguments=written).rendered)

    def open_events(
        ref: Ref,
        fromLine: int | None = None,
        toLine: int | None = None,
        fromByte: int | None = None,
        toByte: int | None = None,
        budgetTokens: BudgetTokens = None,
    ) -> str:
        parts = {"fromLine": fromLine, "toLine": toLine, "fromByte": fromByte, "toByte": toByte}
        written = _written(ref=ref, **parts, budgetTokens=budgetTokens)
        return _told(lambda: session_of().open(arguments=written).rendered)

    return recall, open_events


def _written(**given: Any) -> str:
    return json.dumps({name: value for name, value in given.items() if value is not None})


def _told(ask: Callable[[], str]) -> str:
    try:
        return ask()
    except TotalRecallApiError as error:
        if not is_fault_of_model(error):
            raise
        return str(error)


def said(kind: Any, content: Any) -> list[NewEventParam]:
    """Return a message as an event: its texts, and the files of which it has the bytes."""
    text, files = read_parts(content)
    if not text and not files:
        return []
    event: NewEventParam = {"kind": kind}
    if text:
        event["text"] = text
    return with_files(event, files)


def called(call_id: str, name: str, arguments: str) -> NewEventParam:
    return {"kind": "tool_call", "call": {"id": call_id, "name": name, "arguments": well_formed(arguments)}}


def answered(call_id: str, name: str, content: Any, is_error: bool = False) -> list[NewEventParam]:
    """Return what a tool gave as an event: its texts, and the files of which it has the bytes."""
    text, files = (well_formed(content), []) if isinstance(content, str) else read_parts(content, keeps_unknown=True)
    event: NewEventParam = {"kind": "tool_result", "call": {"id": call_id, "name": name}, "text": text}
    if is_error:
        event["is_error"] = True
    return with_files(event, files)


def events_of_chat(messages: Iterable[Mapping[str, Any]]) -> list[NewEventParam]:
    """Return messages in the form of chat completions as events; those of the system are no part of what was said."""
    names: dict[str, str] = {}
    events: list[NewEventParam] = []
    for message in messages:
        role, content = message["role"], message.get("content")
        if role == "tool":
            call_id = message["tool_call_id"]
            name = message.get("name") or names.get(call_id, "unknown")
            events += answered(call_id, name, content, message.get("status") == "error")
        elif role == "user":
            events += said("user_message", content)
        elif role == "assistant":
            events += said("agent_message", content)
            for call in message.get("tool_calls") or []:
                names[call["id"]] = call["function"]["name"]
                events.append(called(call["id"], call["function"]["name"], call["function"]["arguments"]))
    return events


def read_parts(content: Any, keeps_unknown: bool = False) -> tuple[str, list[AttachmentParam]]:
    """Return the texts of a message or a result as one, and the files of which it has the bytes."""
    parts = content if isinstance(content, list | tuple) else [] if content is None else [content]
    texts, files = [], []
    for part in parts:
        file = file_of(part) if isinstance(part, Mapping) else None
        if file:
            files.append(file)
        else:
            text = part if isinstance(part, str) else _text_of(part)
            texts.append(json.dumps(part, default=str) if keeps_unknown and not text else text)
    return well_formed("\n".join(text for text in texts if text.strip())), files


def beside_window(content: Any) -> list[Any]:
    """Return the parts of a message that models take and a window has no form for, as they were given."""
    parts = content if isinstance(content, list | tuple) else []
    return [part for part in parts if isinstance(part, Mapping) and _is_file(part) and is_beside_window(file_of(part))]


def file_of(part: Mapping[str, Any]) -> AttachmentParam | None:
    """Return a file of which a part has the bytes, in the forms of LangChain, OpenAI, Anthropic and Google."""
    mime, data = _data_of(part)
    if isinstance(data, bytes) or (data is not None and mime):
        return attachment_of(mime, data, _title_of(part))
    return attachment_of_url(_address_of(part) or "", _title_of(part))


def _data_of(part: Mapping[str, Any]) -> tuple[str | None, str | bytes | None]:
    """Return the type and the data of a part, which may be no file where it has no type."""
    audio, source = _record(part.get("input_audio")), _record(part.get("source"))
    mime, data = part.get("mime_type") or part.get("mimeType"), part.get("base64") or part.get("data")
    if source.get("type") == "base64" and source.get("data"):
        mime, data = source.get("media_type") or "application/octet-stream", source["data"]
    elif audio.get("data"):
        mime, data = f"audio/{audio.get('format')}", audio["data"]
    return mime, data if isinstance(data, str | bytes) else None


def _title_of(part: Mapping[str, Any]) -> str | None:
    extras = _record(part.get("extras") or part.get("metadata"))
    own = [part.get("filename"), _record(part.get("file")).get("filename"), part.get("title")]
    found = [*own, *(extras.get(name) for name in ("filename", "name", "title"))]
    return next((title for title in found if title), None)


def _is_file(part: Mapping[str, Any]) -> bool:
    return _said_in(part) is None and part.get("type") not in NOT_SAID


def _record(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _address_of(part: Mapping[str, Any]) -> str | None:
    image, file = part.get("image_url"), _record(part.get("file"))
    where = image.get("url") if isinstance(image, Mapping) else image
    source = _record(part.get("source"))
    own = [part.get(name) for name in ("file_data", "url", "file_url")]
    found = [where, *own, file.get("file_data"), source.get("url")]
    return next((one for one in found if isinstance(one, str) and one), None)


def _said_in(part: Mapping[str, Any]) -> str | None:
    source = _record(part.get("source"))
    written = source.get("data") if source.get("type") == "text" else None
    found = [part.get("text"), part.get("refusal"), part.get("transcript"), written]
    return next((text for text in found if isinstance(text, str)), None)


def _text_of(part: Any) -> str:
    """Return the text of a part.

    A file that is elsewhere is named by its URL, or by its id of a vendor; one that is not kept, by its size.
    """
    if not isinstance(part, Mapping):
        return "" if part is None else str(part)
    if part.get("type") in NOT_SAID:
        return ""
    text = _said_in(part)
    if text is not None:
        return text
    where = _size_of(part) or _address_of(part) or _id_of(part)
    return f"[{_title_of(part) or part.get('type')}: {where}]" if where else ""


def _size_of(part: Mapping[str, Any]) -> str | None:
    """Return the type and the size of a file that is in a part, which has too many bytes to keep, or no type."""
    mime, data = _data_of(part)
    if isinstance(data, str) and not mime and not part.get("base64"):
        data = None
    address = _address_of(part) or ""
    if data is None and address[:5].lower() == "data:":
        mime, data = address[5:300].split(",")[0].split(";")[0], address
    if data is None:
        return None
    size = len(data) if isinstance(data, bytes) else len(data) * 3 // 4
    return ", ".join([*([mime] if mime else []), f"about {size} bytes, not kept"])


def _id_of(part: Mapping[str, Any]) -> str | None:
    file, source = _record(part.get("file")), _record(part.get("source"))
    own = [part.get(name) for name in ("file_id", "file_uri", "fileId")]
    by_id = part.get("id") if part.get("source_type") == "id" else None
    found = [*own, by_id, file.get("file_id"), source.get("file_id")]
    return next((one for one in found if isinstance(one, str) and one), None)
