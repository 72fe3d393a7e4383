"""What the SDKs of the vendors answer, read as events."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Literal
from uuid import uuid4

from ._attached_files import attachment_of, with_files
from ._bodies import well_formed
from ._fit_event import fit_event
from .params import AttachmentParam, NewEventParam, NewEventThinkingParam, ToolCallParam

# Largest seal that an event may have.
SEAL_CHARS = 256 * 1024

# Why a chat completion, and a message of Anthropic, may end within a call. The SDK of Anthropic makes whole JSON of
# what came of its arguments.
CHAT_CUTS = ("length", "content_filter")
MESSAGE_CUTS = ("max_tokens", "model_context_window_exceeded", "refusal")

FORMS = (
    "a chat completion or response of openai or a message of anthropic, as the SDK gives it or as a dict. "
    "Of a stream give what it ends with: stream.get_final_completion(), get_final_response() or get_final_message()."
)


@dataclass(frozen=True)
class ModelCall:
    """A call that a model made; `arguments` is JSON as the model wrote it, and may be invalid.

    `cut_by` is why the vendor ended its answer within this call, such as `max_tokens`: its arguments may lack their
    end, and it is not run. `is_free_text` is true for a call of a custom tool, whose arguments are a text of any form.
    """

    id: str
    name: str
    arguments: str
    cut_by: str | None = None
    is_free_text: bool = False


@dataclass(frozen=True)
class Part:
    """A part of one answer, in order. `call` is set where the model called a tool, or where a result answers one.

    `provider_executed` says that the vendor runs the call itself, such as a web search: nobody else has to answer it.
    """

    kind: Literal["text", "thinking", "call", "result"]
    text: str = ""
    call: ModelCall | None = None
    signature: str | None = None
    redacted: str | None = None
    vendor: str | None = None
    provider_executed: bool = False
    is_error: bool = False
    files: tuple[AttachmentParam, ...] = ()


@dataclass(frozen=True)
class Reading:
    """An answer as the log takes it."""

    idempotency_key: str
    events: list[NewEventParam]
    calls: list[ModelCall]
    text: str
    done: bool


def read_response(response: object, original: Callable[[str], str]) -> Reading:
    """Read a model's whole answer. Raises TypeError for any other value."""
    given = _plain(response)
    parts = list(_read_parts(given))
    answered = {part.call.id for part in parts if part.kind == "result" and part.call}
    made = [part.call for part in parts if part.kind == "call" and part.call and not part.provider_executed]
    # An id of our own: some servers give all their answers one id, and a whole loop of calls would be one turn.
    message_id = str(uuid4())
    return Reading(
        idempotency_key=str(uuid4()),
        events=[fit_event(event) for part in parts for event in _events_of(part, message_id, original)],
        calls=[replace(call, name=original(call.name)) for call in made if call.id not in answered],
        text="\n".join(part.text for part in parts if part.kind == "text"),
        # A vendor that broke off a long turn goes on with it when it is asked again.
        done=not made and given.get("stop_reason") != "pause_turn",
    )


def _plain(response: object) -> Mapping[str, Any]:
    if isinstance(response, Mapping):
        return response
    dump = getattr(response, "model_dump", None)
    given = dump(mode="json", warnings=False) if callable(dump) else None
    if not isinstance(given, Mapping):
        raise TypeError(f"append_response takes {FORMS}")
    return given


def _read_parts(given: Mapping[str, Any]) -> Iterable[Part]:
    if isinstance(given.get("choices"), list):
        choice = given["choices"][0] if given["choices"] else {}
        message = choice.get("message")
        if not message:
            raise TypeError("The chat completion has no choice with a message.")
        return _cut_last_call(_read_chat_message(message, given.get("model")), choice.get("finish_reason"), CHAT_CUTS)
    if given.get("role") == "assistant" and "tool_calls" in given:
        return _read_chat_message(given)
    if isinstance(given.get("output"), list):
        return _read_output(given)
    if isinstance(given.get("content"), list):
        names = {block.get("id"): block.get("name") for block in given["content"]}
        blocks = (part for at, block in enumerate(given["content"]) for part in _read_block(block, at, names))
        return _cut_last_call(_join_texts(blocks), given.get("stop_reason"), MESSAGE_CUTS)
    if given.get("role") == "assistant":
        return _read_chat_message(given)
    raise TypeError(f"append_response takes {FORMS}")


def _read_chat_message(message: Mapping[str, Any], model: object = None) -> Iterable[Part]:
    # Servers of open models add reasoning_content. DeepSeek wants it back, and is known by the names of its models.
    if message.get("reasoning_content"):
        vendor = "deepseek" if isinstance(model, str) and "deepseek" in model.lower() else None
        yield Part("thinking", message["reasoning_content"], vendor=vendor)
    yield from _read_content(message.get("content") or [])
    for text in (message.get("refusal"), (message.get("audio") or {}).get("transcript")):
        if text:
            yield Part("text", text)
    for at, call in enumerate(message.get("tool_calls") or []):
        called = call.get("function") or call.get("custom") or {}
        arguments = called.get("arguments", called.get("input"))
        yield _call_part(call.get("id"), called.get("name"), arguments, at, is_free_text=not call.get("function"))


def _read_content(content: str | list[Mapping[str, Any]]) -> Iterable[Part]:
    """Read the content of a chat message, which some servers write in parts."""
    parts: list[Part] = [Part("text", content)] if isinstance(content, str) else []
    for part in [] if isinstance(content, str) else content:
        thinking = part.get("thinking")
        if thinking is None:
            parts.append(Part("text", part.get("text") or ""))
        else:
            thoughts = [thinking] if isinstance(thinking, str) else [one.get("text") or "" for one in thinking]
            parts.append(Part("thinking", "".join(thoughts)))
    yield from _join_texts(parts)


def _read_output(given: Mapping[str, Any]) -> Iterable[Part]:
    items = given["output"]
    answered = {item.get("call_id") for item in items if _is_output(item)} - {None}
    names: dict[str, str] = {}
    for at, item in enumerate(items):
        if _is_output(item) and item.get("call_id") in names:
            # The vendor's result of a call that stands in an item before it, as of a shell that it runs.
            call = ModelCall(item["call_id"], names[item["call_id"]], "")
            yield Part("result", _said(item.get("output")), call=call, is_error=item.get("status") == "failed")
            continue
        status = item.get("status") or (given.get("status") if at == len(items) - 1 else None)
        reason = (given.get("incomplete_details") or {}).get("reason") or "incomplete"
        for part in _read_output_item(item, at):
            read = _cut(part, reason) if status == "incomplete" else part
            if read.kind == "call" and read.call and read.call.id in answered:
                names[read.call.id] = read.call.name
                read = replace(read, provider_executed=True)
            yield read


def _is_output(item: Mapping[str, Any]) -> bool:
    return str(item.get("type")).endswith("_output")


def _read_output_item(item: Mapping[str, Any], at: int) -> Iterable[Part]:
    if item.get("type") == "message":
        for content in item.get("content") or []:
            yield Part("text", content.get("text") or content.get("refusal") or "")
    elif item.get("type") == "reasoning":
        text = "\n".join(summary["text"] for summary in item.get("summary") or [])
        sealed = item.get("encrypted_content")
        if sealed and len(sealed) <= SEAL_CHARS:
            yield Part("thinking", text, signature=item.get("id") or None, redacted=sealed, vendor="openai")
        else:
            yield Part("thinking", text)
    elif item.get("type") == "function_call":
        yield _call_part(item.get("call_id"), item.get("name"), item.get("arguments"), at)
    elif item.get("type") == "custom_tool_call":
        yield _call_part(item.get("call_id"), item.get("name"), item.get("input"), at, is_free_text=True)
    elif item.get("call_id") and str(item.get("type")).endswith("_call"):
        # A call of a shell or a computer that the caller runs, where no item behind it has its output.
        said = {name: value for name, value in item.items() if name not in ("type", "id", "call_id", "status")}
        yield _call_part(item["call_id"], item["type"], said, at)
    else:
        yield from _read_vendor_run(item, at)


def _read_vendor_run(item: Mapping[str, Any], at: int) -> Iterable[Part]:
    """Read a call that the vendor ran itself, with its result; nothing for items of other types."""
    run = _vendor_run(item)
    if run is None or not item.get("id"):
        return
    name, given, found = run
    yield replace(_call_part(item["id"], name, given, at), provider_executed=True)
    made, form = item.get("result"), item.get("output_format") or "png"
    file = attachment_of(f"image/{form}", made) if isinstance(made, str) and made else None
    # The vendor tells what a search found only where the request includes it.
    text = "" if file else _said(item.get("status") if found is None else found)
    failed = item.get("status") == "failed" or item.get("error") is not None
    call = ModelCall(item["id"], name, "")
    yield Part("result", text, call=call, is_error=failed, files=(file,) if file else ())


def _vendor_run(item: Mapping[str, Any]) -> tuple[str, object, object] | None:
    """Return the name of the tool, the arguments of the call, and what it gave."""
    kind = item.get("type")
    if kind == "mcp_call":
        found = item.get("output") if item.get("error") is None else item["error"]
        return item.get("name") or "mcp", item.get("arguments") or {}, found
    if kind == "web_search_call":
        action = item.get("action") or {}
        return "web_search", _given({**action, "sources": None}), action.get("sources")
    if kind == "file_search_call":
        return "file_search", _given({"queries": item.get("queries")}), item.get("results")
    if kind == "code_interpreter_call":
        return "code_interpreter", _given({"code": item.get("code")}), item.get("outputs")
    if kind == "image_generation_call":
        return "image_generation", _given({"prompt": item.get("revised_prompt")}), None
    return None


def _given(fields: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in fields.items() if value is not None}


def _said(value: object) -> str:
    return value if isinstance(value, str) else "" if value is None else _json(value)


def _cut_last_call(parts: Iterable[Part], reason: object, cuts: tuple[str, ...]) -> list[Part]:
    """Mark the call that an answer ended with as cut, where the answer ended for one of these reasons."""
    read = list(parts)
    last = max((at for at, part in enumerate(read) if part.kind != "result"), default=None)
    if last is not None and isinstance(reason, str) and reason in cuts:
        read[last] = _cut(read[last], reason)
    return read


def _cut(part: Part, reason: str) -> Part:
    return replace(part, call=replace(part.call, cut_by=reason)) if part.kind == "call" and part.call else part


def _join_texts(parts: Iterable[Part]) -> Iterable[Part]:
    """Join texts that stand side by side: the vendor splits a text in mid-sentence where it cites a source."""
    for is_text, run in groupby(parts, key=lambda part: part.kind == "text"):
        if is_text:
            yield Part("text", "".join(part.text for part in run))
        else:
            yield from run


def _read_block(block: Mapping[str, Any], at: int, names: Mapping[Any, Any]) -> Iterable[Part]:
    kind = str(block.get("type"))
    if kind == "text":
        yield Part("text", block.get("text") or "")
    elif kind == "thinking":
        yield Part("thinking", block.get("thinking") or "", signature=block.get("signature") or None)
    elif kind == "redacted_thinking" and block.get("data"):
        yield Part("thinking", redacted=block["data"])
    elif kind in ("tool_use", "server_tool_use", "mcp_tool_use"):
        made = _call_part(block.get("id"), block.get("name"), _json(block.get("input") or {}), at)
        yield replace(made, provider_executed=kind != "tool_use")
    elif kind.endswith("_tool_result") and block.get("tool_use_id"):
        name = names.get(block["tool_use_id"]) or "unknown"
        call = ModelCall(block["tool_use_id"], name, "")
        yield Part("result", _open_text(block.get("content")), call=call)


def _open_text(content: object) -> str:
    """Write the result of one of the vendor's own tools without what the vendor alone can read in it.

    Of a search its pages stay, by title and URL.
    """
    pages = content if isinstance(content, list) else []
    if pages and all(isinstance(page, Mapping) and page.get("type") == "web_search_result" for page in pages):
        return "\n".join(f"{page.get('title') or ''} {page.get('url') or ''}".strip() for page in pages)
    return _json(_without_sealed(content))


def _without_sealed(value: object) -> object:
    if isinstance(value, Mapping):
        return {name: _without_sealed(inner) for name, inner in value.items() if not str(name).startswith("encrypted_")}
    return [_without_sealed(inner) for inner in value] if isinstance(value, list) else value


def _call_part(call_id: str | None, name: str | None, arguments: object, at: int, is_free_text: bool = False) -> Part:
    """Local models leave ids out; the index of the call and a random part replace them."""
    written = arguments if isinstance(arguments, str) else "" if arguments is None else _json(arguments)
    named = (call_id or f"call_{at}_{uuid4().hex[:8]}", name or "unknown", written)
    call = ModelCall(*named, is_free_text=is_free_text)
    return Part("call", call=call)


def of_agent(event: NewEventParam, agent: str) -> NewEventParam:
    """Return an event of an answer, which has no metadata of its own, with the agent that gave it."""
    return {**event, "meta": {"agent": agent}}


def _events_of(part: Part, message_id: str, original: Callable[[str], str]) -> list[NewEventParam]:
    text = well_formed(part.text)
    if part.kind == "call" and part.call:
        call = part.call
        arguments = well_formed(call.arguments)
        made: ToolCallParam = {"id": call.id, "name": original(call.name), "arguments": arguments}
        return [{"kind": "tool_call", "call": made, "message_id": message_id}]
    if part.kind == "result" and part.call:
        result: NewEventParam = {
            "kind": "tool_result",
            "call": {"id": part.call.id, "name": original(part.call.name)},
            "text": text,
        }
        if part.is_error:
            result["is_error"] = True
        return with_files(result, part.files)
    if part.kind == "thinking" and part.redacted and part.vendor:
        seal: NewEventThinkingParam = {"redacted": part.redacted, "vendor": part.vendor}
        if part.signature:
            seal["signature"] = part.signature
        return [{"kind": "thinking", "text": text, "message_id": message_id, "thinking": seal}]
    if part.kind == "thinking" and part.redacted:
        return [{"kind": "thinking", "text": text, "message_id": message_id, "thinking": {"redacted": part.redacted}}]
    if part.kind == "thinking" and part.signature:
        return [{"kind": "thinking", "text": text, "message_id": message_id, "thinking": {"signature": part.signature}}]
    if not text.strip():
        return []
    if part.kind == "thinking" and part.vendor:
        return [{"kind": "thinking", "text": text, "message_id": message_id, "thinking": {"vendor": part.vendor}}]
    if part.kind == "thinking":
        return [{"kind": "thinking", "text": text, "message_id": message_id}]
    return [{"kind": "agent_message", "text": text, "message_id": message_id}]


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
