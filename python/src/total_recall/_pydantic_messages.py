"""Messages of Pydantic AI in the form of chat completions, and back."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pydantic_ai.messages import (
    BinaryContent,
    ModelMessage,
    ModelRequest,
    ModelRequestPart,
    ModelResponse,
    ModelResponsePart,
    RetryFeedbackPart,
    SystemPromptPart,
    TextContent,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)

from ._attached_files import is_beside_window
from ._frameworks import file_of

ERRORS = ("failed", "retried")


def system_of(messages: Iterable[ModelMessage], instructions: str | None) -> str:
    """Return the texts of the system, which stand in every window and are no part of what was said."""
    parts = [part for message in messages if isinstance(message, ModelRequest) for part in message.parts]
    texts = [part.content for part in parts if isinstance(part, SystemPromptPart)]
    return "\n\n".join(text for text in [*texts, instructions] if text)


def chat_of(messages: Iterable[ModelMessage]) -> Iterable[dict[str, Any]]:
    for message in messages:
        if isinstance(message, ModelResponse):
            yield _answer(message)
        else:
            yield from (chat for part in message.parts for chat in _request_part(part))


def _request_part(part: ModelRequestPart) -> Iterable[dict[str, Any]]:
    if isinstance(part, UserPromptPart):
        content = part.content
        yield {"role": "user", "content": content if isinstance(content, str) else [_user_part(one) for one in content]}
    elif isinstance(part, ToolReturnPart):
        status = "error" if part.outcome in ERRORS else "success"
        text, files = part.model_response_str(), [_user_part(file) for file in part.files]
        yield {
            "role": "tool",
            "tool_call_id": part.tool_call_id,
            "name": part.tool_name,
            "content": [*([text] if text else []), *files] if files else text,
            "status": status,
        }
    elif isinstance(part, RetryFeedbackPart):
        yield {"role": "user", "content": part.model_response()}


def _user_part(part: Any) -> Any:
    if isinstance(part, str):
        return part
    if isinstance(part, TextContent):
        return part.content
    if isinstance(part, BinaryContent):
        return {"type": part.kind, "mime_type": part.media_type, "data": part.data}
    return {
        "type": getattr(part, "kind", "file"),
        "file_url": getattr(part, "url", None),
        "file_id": getattr(part, "file_id", None),
    }


def _answer(message: ModelResponse) -> dict[str, Any]:
    texts = [part.content for part in message.parts if isinstance(part, TextPart)]
    calls = [part for part in message.parts if isinstance(part, ToolCallPart)]
    return {
        "role": "assistant",
        "content": "\n".join(texts),
        "tool_calls": [
            {"id": call.tool_call_id, "function": {"name": call.tool_name, "arguments": call.args_as_json_str()}}
            for call in calls
        ],
    }


def _live_parts(originals: Sequence[ModelMessage]) -> list[ModelRequestPart]:
    """Return the live request, and the results of what was done for it."""
    live: list[ModelRequestPart] = []
    for message in reversed(originals):
        parts = message.parts if isinstance(message, ModelRequest) else []
        live = [*parts, *live]
        if any(isinstance(part, UserPromptPart) for part in parts):
            break
    return live


def _beside_window(content: Iterable[Any]) -> list[Any]:
    """Return what models take and a window has no form for, as it was given."""
    given = [one for one in content if not isinstance(one, str | TextContent)]
    return [one for one in given if not isinstance(one, BinaryContent) or is_beside_window(file_of(_user_part(one)))]


def _add_own_files(messages: Iterable[ModelMessage], originals: Sequence[ModelMessage]) -> None:
    """Add the files of the live request, and of its results, that a window has no form for."""
    live = _live_parts(originals)
    prompts = [part.content for part in live if isinstance(part, UserPromptPart) and not isinstance(part.content, str)]
    files = [file for content in prompts for file in _beside_window(content)]
    given = [part for part in live if isinstance(part, ToolReturnPart) and part.outcome not in ERRORS]
    results = {part.tool_call_id: _beside_window(part.files) for part in given}
    requests = [message for message in messages if isinstance(message, ModelRequest)]
    asked = [request for request in requests if any(isinstance(part, UserPromptPart) for part in request.parts)]
    for request in requests:
        added = list(files) if asked and request is asked[-1] else []
        for part in request.parts:
            call_id = part.tool_call_id if isinstance(part, ToolReturnPart) else ""
            own = results.get(call_id)
            # Behind the results: many models take none in them.
            added += [f"[file of the result of {call_id}]", *own] if own else []
        if added:
            request.parts = [*request.parts, UserPromptPart(added)]


def messages_of(window: Iterable[Mapping[str, Any]], originals: Sequence[ModelMessage]) -> list[ModelMessage]:
    """Return the messages of a window, with the files of the live request that it has no form for.

    A model's answer with calls comes as it was: with its thinking.
    """
    answers = {_key(_answer(message)): message for message in originals if isinstance(message, ModelResponse)}
    feedback = _feedback_in(originals)
    names: dict[str, str] = {}
    messages: list[ModelMessage] = []
    for chat in window:
        if chat["role"] == "assistant":
            calls = chat.get("tool_calls") or []
            names.update((call["id"], call["function"]["name"]) for call in calls)
            messages.append((answers.get(_key(chat)) if calls else None) or _response(chat))
        elif chat["role"] != "system":
            content = chat["content"]
            part = (feedback.get(content) if isinstance(content, str) else None) or _part(chat, names)
            last = messages[-1] if messages else None
            if isinstance(last, ModelRequest):
                last.parts = [*last.parts, part]
            else:
                messages.append(ModelRequest(parts=[part]))
    _add_own_files(messages, originals)
    return messages


def _feedback_in(originals: Iterable[ModelMessage]) -> dict[str, RetryFeedbackPart]:
    """Return what the framework told the model of its answers, by its text.

    As a prompt it would be marked as something that a user forged. What the framework says as the system stays one, as
    several vendors take no other message of it than the first.
    """
    parts = [part for message in originals if isinstance(message, ModelRequest) for part in message.parts]
    told = [part for part in parts if isinstance(part, RetryFeedbackPart) and part.retry.cause != "no_output"]
    return {part.model_response(): part for part in told}


def _key(chat: Mapping[str, Any]) -> str:
    calls = [(call["id"], _value(call["function"]["arguments"])) for call in chat.get("tool_calls") or []]
    return json.dumps(calls, sort_keys=True)


def _value(arguments: str) -> Any:
    try:
        return json.loads(arguments)
    except ValueError:
        return arguments


def _response(chat: Mapping[str, Any]) -> ModelResponse:
    parts: list[ModelResponsePart] = [TextPart(chat["content"])] if chat.get("content") else []
    for call in chat.get("tool_calls") or []:
        function = call["function"]
        parts.append(ToolCallPart(function["name"], function["arguments"], call["id"]))
    return ModelResponse(parts=parts)


def _part(chat: Mapping[str, Any], names: Mapping[str, str]) -> ModelRequestPart:
    content = chat["content"]
    if chat["role"] == "tool":
        call_id = chat["tool_call_id"]
        return ToolReturnPart(names.get(call_id, "unknown"), content, call_id)
    return UserPromptPart(content if isinstance(content, str) else [_content(part) for part in content])


def _content(part: Mapping[str, Any]) -> Any:
    file = file_of(part)
    return BinaryContent(base64.b64decode(file["data"]), media_type=file["mime"]) if file else part.get("text", "")
