"""The forms of a window: its blocks, and beside them the arguments of a vendor's SDK."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from typing_extensions import NotRequired, TypedDict

from .models import AssembledWindow

WindowFormat: TypeAlias = Literal["blocks", "openai", "openai-responses", "deepseek", "anthropic"]
WIRE_FORMATS: dict[str, str] = {
    "blocks": "blocks",
    "openai": "openai",
    "openai-responses": "openai",
    "deepseek": "openai",
    "anthropic": "anthropic",
}


class OpenAiArguments(TypedDict):
    """Arguments of `client.chat.completions.create(model=..., **window.openai)`."""

    messages: list[Any]
    tools: NotRequired[list[Any]]


class ResponsesArguments(TypedDict):
    """Arguments of `client.responses.create(model=..., **window.responses)`."""

    input: list[Any]
    instructions: NotRequired[str]
    tools: NotRequired[list[Any]]


class AnthropicArguments(TypedDict):
    """Arguments of `client.messages.create(model=..., max_tokens=..., **window.anthropic)`."""

    messages: list[Any]
    system: NotRequired[str]
    tools: NotRequired[list[Any]]


class Window(AssembledWindow):
    """The window for the model's next turn."""


class OpenAiWindow(Window):
    openai: OpenAiArguments  # type: ignore[assignment]


class ResponsesWindow(Window):
    responses: ResponsesArguments


class DeepSeekWindow(Window):
    """The arguments of chat completions with the `reasoning_content` that DeepSeek demands and others refuse."""

    deepseek: OpenAiArguments


class AnthropicWindow(Window):
    anthropic: AnthropicArguments  # type: ignore[assignment]


def to_window(window_format: str, reply: Mapping[str, Any]) -> Window:
    shown = {name: value for name, value in reply.items() if name not in ("openai", "anthropic")}
    if window_format == "openai":
        return OpenAiWindow.model_validate({**shown, "openai": _without_empty_tools(reply["openai"])})
    if window_format == "openai-responses":
        return ResponsesWindow.model_validate({**shown, "responses": _to_responses(reply)})
    if window_format == "deepseek":
        return DeepSeekWindow.model_validate({**shown, "deepseek": _to_deepseek(reply)})
    if window_format == "anthropic":
        return AnthropicWindow.model_validate({**shown, "anthropic": _without_empty_tools(reply["anthropic"])})
    return Window.model_validate(shown)


def _without_empty_tools(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Drop an empty list of tools, which the vendors refuse."""
    return {name: value for name, value in arguments.items() if name != "tools" or value}


def _to_responses(reply: Mapping[str, Any]) -> dict[str, Any]:
    """Convert a window of chat completions to the Responses API, with the sealed reasoning before its calls."""
    openai = reply["openai"]
    messages: list[dict[str, Any]] = openai["messages"]
    reasoning = {
        call_id: [_reasoning_item(block) for block in before if _is_sealed(block)]
        for call_id, before in _thinking_of_calls(reply).items()
    }
    system = next((message["content"] for message in messages if message["role"] == "system"), None)
    out: dict[str, Any] = {"input": _input(messages, reasoning)}
    if system is not None:
        out["instructions"] = system
    if openai.get("tools"):
        out["tools"] = [_responses_tool(tool) for tool in openai["tools"]]
    return out


def _input(messages: list[dict[str, Any]], reasoning: Mapping[str, list[dict[str, Any]]]) -> list[dict[str, Any]]:
    """Convert all messages. Pictures that stand behind results go into the outputs that they belong to."""
    out: list[dict[str, Any]] = []
    outputs: list[dict[str, Any]] = []
    for message in messages:
        if message["role"] == "user" and outputs and _take_pictures(message.get("content"), outputs):
            outputs = []
            continue
        added = _items(message, reasoning)
        outputs = [*outputs, *added] if message["role"] == "tool" else []
        out.extend(added)
    return out


def _take_pictures(content: Any, outputs: list[dict[str, Any]]) -> bool:
    """Take the pictures of results from the message behind them; false where it is a message of the user's own."""
    if not isinstance(content, list):
        return False
    found: list[tuple[dict[str, Any], list[dict[str, Any]]]] = []
    left = outputs
    for part in content:
        if part["type"] != "text":
            if not found:
                return False
            found[-1][1].append(_responses_part(part))
            continue
        at = next((i for i, output in enumerate(left) if part["text"] == _picture_note(output["call_id"])), None)
        if at is None:
            return False
        found.append((left[at], []))
        left = left[at + 1 :]
    for output, pictures in found:
        text: str = output["output"]
        for _ in pictures:
            text = re.sub(r"(^|\n)\[image\]\Z", "", text)
        output["output"] = [*([{"type": "input_text", "text": text}] if text else []), *pictures]
    return bool(found)


def _picture_note(call_id: str) -> str:
    return f"[image of the result of {re.sub(r'[^A-Za-z0-9_.:-]', '_', call_id)}]"


def _thinking_of_calls(reply: Mapping[str, Any]) -> dict[str, list[Mapping[str, Any]]]:
    """Find the thinking of a vendor other than Anthropic by the call of its response that follows it.

    Agents use ids again, so the order of the calls says which call of an id is which.
    """
    written = (reply.get("renamed") or {}).get("calls") or {}
    names: dict[str, list[str]] = {}
    for message in reply["openai"]["messages"]:
        for call in message.get("tool_calls") or []:
            names.setdefault(written.get(call["id"], call["id"]), []).append(call["id"])
    found: dict[str, list[Mapping[str, Any]]] = {}
    before: list[Mapping[str, Any]] = []
    for block in reply.get("blocks") or []:
        if block.get("eventKind") == "thinking" and (block.get("thinking") or {}).get("vendor"):
            before.append(block)
        elif block.get("eventKind") == "tool_call" and block.get("callId"):
            waiting = names.get(block["callId"])
            if waiting:
                own = [thought for thought in before if thought.get("messageId") == block.get("messageId")]
                found[waiting.pop(0)] = own
            before = []
    return found


def _is_sealed(block: Mapping[str, Any]) -> bool:
    seal = block["thinking"]
    return bool(seal["vendor"] == "openai" and seal.get("redacted") and seal.get("signature"))


def _reasoning_item(block: Mapping[str, Any]) -> dict[str, Any]:
    seal = block["thinking"]
    summary = [{"type": "summary_text", "text": block["text"]}] if block.get("text") else []
    return {
        "type": "reasoning",
        "id": seal["signature"],
        "summary": summary,
        "encrypted_content": seal["redacted"],
    }


def _to_deepseek(reply: Mapping[str, Any]) -> dict[str, Any]:
    """Give every message of the model its reasoning, empty where there is none: DeepSeek demands the field of calls."""
    thinking = _thinking_of_calls(reply)
    messages: list[dict[str, Any]] = []
    for message in reply["openai"]["messages"]:
        if message["role"] != "assistant":
            messages.append(message)
            continue
        before = [thought for call in message.get("tool_calls") or [] for thought in thinking.get(call["id"], [])]
        texts = [thought["text"] for thought in before if thought["thinking"]["vendor"] == "deepseek"]
        messages.append({**message, "reasoning_content": "\n".join(texts)})
    return _without_empty_tools({**reply["openai"], "messages": messages})


def _items(message: Mapping[str, Any], reasoning: Mapping[str, list[dict[str, Any]]]) -> list[dict[str, Any]]:
    role, content = message["role"], message.get("content")
    if role == "system":
        return []
    if role == "tool":
        return [{"type": "function_call_output", "call_id": message["tool_call_id"], "output": content}]
    if role == "user":
        parts = content if isinstance(content, str) else [_responses_part(part) for part in content or []]
        return [{"role": "user", "content": parts}]
    said: list[dict[str, Any]] = [] if content is None else [{"role": "assistant", "content": content}]
    calls = message.get("tool_calls") or []
    for call in calls:
        said += [*reasoning.get(call["id"], []), {"type": "function_call", "call_id": call["id"], **call["function"]}]
    return said


def _responses_part(part: Mapping[str, Any]) -> dict[str, Any]:
    if part["type"] == "text":
        return {"type": "input_text", "text": part["text"]}
    return {"type": "input_image", "image_url": part["image_url"]["url"], "detail": "auto"}


def _responses_tool(tool: Mapping[str, Any]) -> Mapping[str, Any]:
    """Convert a declaration, unless the caller's already has the form of this API."""
    if "function" not in tool:
        return tool
    function = {"parameters": {"type": "object", "properties": {}}, **tool["function"]}
    return {"type": "function", **function, "strict": bool(function.get("strict"))}
