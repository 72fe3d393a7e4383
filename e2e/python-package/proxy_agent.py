"""An agent on the SDK of a vendor, as it comes from PyPI. It works as the lines of JSON on its input say."""

from __future__ import annotations

import json
import os
import sys
from typing import Any

from anthropic import Anthropic
from openai import OpenAI
from openai.lib.streaming.chat import ChatCompletionStreamState

Message = dict[str, Any]


class OpenAiAgent:
    def __init__(self, base_url: str, key: str) -> None:
        self.client = OpenAI(base_url=f"{base_url}/v1", api_key=key)
        tool = {"name": "build", "parameters": {"type": "object", "properties": {}}}
        self.asked: dict[str, Any] = {"model": "gpt-4o", "tools": [{"type": "function", "function": tool}]}
        self.messages: list[Any] = [
            {"role": "system", "content": "You are an agent that builds modules."},
            {"role": "user", "content": "Build all modules, one after the other."},
        ]

    def show(self, picture: str) -> None:
        url = f"data:image/png;base64,{picture}"
        self.messages.append({"role": "user", "content": [{"type": "image_url", "image_url": {"url": url}}]})

    def say(self, text: str) -> None:
        self.messages.append({"role": "user", "content": text})

    def cancel(self) -> None:
        with self.client.chat.completions.create(**self.asked, messages=self.messages, stream=True) as stream:
            next(iter(stream))

    def answer(self, streamed: bool) -> tuple[str, list[Message]]:
        if streamed:
            state = ChatCompletionStreamState()
            for chunk in self.client.chat.completions.create(**self.asked, messages=self.messages, stream=True):
                state.handle_chunk(chunk)
            message = state.get_final_completion().choices[0].message
        else:
            message = self.client.chat.completions.create(**self.asked, messages=self.messages).choices[0].message
        calls = message.tool_calls or []
        made: list[Message] = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.function.name, "arguments": call.function.arguments},
            }
            for call in calls
        ]
        said = {"role": "assistant", "content": message.content}
        self.messages.append({**said, "tool_calls": made} if made else said)
        return message.content or "", [
            {"id": call["id"], "name": call["function"]["name"], "arguments": json.loads(call["function"]["arguments"])}
            for call in made
        ]

    def give(self, results: list[Message]) -> None:
        for result in results:
            self.messages.append({"role": "tool", "tool_call_id": result["id"], "content": result["text"]})


class ResponsesAgent:
    """Holds its history itself: the vendor stores nothing, and thoughts come back sealed."""

    def __init__(self, base_url: str, key: str) -> None:
        self.client = OpenAI(base_url=f"{base_url}/v1", api_key=key)
        parameters = {"type": "object", "properties": {}}
        self.asked: dict[str, Any] = {
            "model": "gpt-4o",
            "store": False,
            "instructions": "You are an agent that builds modules.",
            "tools": [{"type": "function", "name": "build", "parameters": parameters, "strict": False}],
        }
        self.messages: list[Any] = [{"role": "user", "content": "Build all modules, one after the other."}]

    def show(self, picture: str) -> None:
        url = f"data:image/png;base64,{picture}"
        image = {"type": "input_image", "image_url": url, "detail": "auto"}
        self.messages.append({"role": "user", "content": [image]})

    def say(self, text: str) -> None:
        self.messages.append({"role": "user", "content": text})

    def cancel(self) -> None:
        with self.client.responses.create(**self.asked, **self._history(), stream=True) as stream:
            next(iter(stream))

    def answer(self, streamed: bool) -> tuple[str, list[Message]]:
        if streamed:
            with self.client.responses.stream(**self.asked, **self._history()) as stream:
                response = stream.get_final_response()
        else:
            response = self.client.responses.create(**self.asked, **self._history())
        # What the SDK parsed of an item is none of the API's.
        own = {"parsed_arguments"}
        self.messages += [item.model_dump(mode="json", exclude_unset=True, exclude=own) for item in response.output]
        said = [item.content for item in response.output if item.type == "message"]
        text = "\n\n".join(part.text for content in said for part in content if part.type == "output_text")
        calls = [item for item in response.output if item.type == "function_call"]
        return text, [
            {"id": call.call_id, "name": call.name, "arguments": json.loads(call.arguments)} for call in calls
        ]

    def give(self, results: list[Message]) -> None:
        for result in results:
            self.messages.append({"type": "function_call_output", "call_id": result["id"], "output": result["text"]})

    def _history(self) -> dict[str, Any]:
        """Return the history as it goes out: to check a typed `input` costs the SDK a minute of CPU in 200 turns."""
        return {"input": [], "extra_body": {"input": self.messages}}


class AnthropicAgent:
    def __init__(self, base_url: str, key: str) -> None:
        self.client = Anthropic(base_url=base_url, api_key=key)
        system = {"type": "text", "text": "You are an agent that builds modules."}
        self.asked: dict[str, Any] = {
            "model": "claude-opus-4-1",
            "max_tokens": 2_048,
            "thinking": {"type": "enabled", "budget_tokens": 1_024},
            "system": [{**system, "cache_control": {"type": "ephemeral"}}],
            "tools": [{"name": "build", "input_schema": {"type": "object"}}],
        }
        self.messages: list[Any] = []
        self.say("Build all modules, one after the other.")

    def show(self, picture: str) -> None:
        self._add({"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": picture}})

    def say(self, text: str) -> None:
        self._add({"type": "text", "text": text})

    def cancel(self) -> None:
        with self.client.messages.create(**self.asked, messages=self._marked(), stream=True) as stream:
            next(iter(stream))

    def answer(self, streamed: bool) -> tuple[str, list[Message]]:
        if streamed:
            with self.client.messages.stream(**self.asked, messages=self._marked()) as stream:
                message = stream.get_final_message()
        else:
            message = self.client.messages.create(**self.asked, messages=self._marked())
        self.messages.append({"role": "assistant", "content": message.content})
        calls = [block for block in message.content if block.type == "tool_use"]
        text = "\n\n".join(block.text for block in message.content if block.type == "text")
        return text, [{"id": call.id, "name": call.name, "arguments": call.input} for call in calls]

    def give(self, results: list[Message]) -> None:
        for result in results:
            self._add({"type": "tool_result", "tool_use_id": result["id"], "content": result["text"]})

    def _add(self, block: Message) -> None:
        if self.messages and self.messages[-1]["role"] == "user":
            self.messages[-1]["content"].append(block)
        else:
            self.messages.append({"role": "user", "content": [block]})

    def _marked(self) -> list[Any]:
        """Mark the end of the history for the prompt cache, as agents do in each request anew."""
        last = self.messages[-1]
        *blocks, end = last["content"]
        marked = {**end, "cache_control": {"type": "ephemeral"}}
        return [*self.messages[:-1], {**last, "content": [*blocks, marked]}]


AGENTS = {"openai": OpenAiAgent, "openai-responses": ResponsesAgent, "anthropic": AnthropicAgent}


def main(api: str, base_url: str) -> None:
    agent: Any = AGENTS[api](base_url, os.environ["UPSTREAM_KEY"])
    lengths: dict[int, tuple[int, int]] = {}
    for line in sys.stdin:
        order = json.loads(line)
        told: Any = None
        if order["do"] == "begin":
            last = agent.messages[-1]
            held = last.get("content") if isinstance(last, dict) else ""
            lengths[order["turn"]] = (len(agent.messages), len(held) if isinstance(held, list) else 0)
        elif order["do"] == "rewind":
            messages, blocks = lengths[order["turn"]]
            del agent.messages[messages:]
            if blocks:
                del agent.messages[-1]["content"][blocks:]
            agent.say(order["text"])
        elif order["do"] == "answer":
            told = agent.answer(order["streamed"])
        else:
            getattr(agent, order["do"])(*order.get("with", []))
        print(json.dumps(told), flush=True)


main(*sys.argv[1:])
