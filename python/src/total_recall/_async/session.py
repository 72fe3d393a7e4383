from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, Literal, overload
from uuid import uuid4

from typing_extensions import Unpack

from .. import models, params
from .._bodies import body_of, event_of, query_of
from .._fit_event import in_requests
from .._request import CallInput
from .._responses import ModelCall, of_agent, read_response
from .._results import AppendedResponse
from .._tools import OWN_TOOLS, Known, ToolHandlers, ToolRun
from .._windows import (
    WIRE_FORMATS,
    AnthropicWindow,
    DeepSeekWindow,
    OpenAiWindow,
    ResponsesWindow,
    Window,
    WindowFormat,
    to_window,
)
from .tool_calls import AsyncToolCalls
from .transport import AsyncTransport


class AsyncSessionClient:
    """One conversation or run of one agent."""

    def __init__(self, transport: AsyncTransport, known: Known, space: str, session: str) -> None:
        self.space_name = space
        self.name = session
        self._transport = transport
        self._known = known
        self._params = {"space": space, "session": session}
        self._tools = AsyncToolCalls(transport, known.runs, space, session)

    async def append(
        self,
        events: params.NewEventParam | models.NewEvent | Sequence[params.NewEventParam | models.NewEvent],
        *,
        source: str | None = None,
        wait: Literal["durable", "searchable"] | None = None,
        idempotency_key: str | None = None,
        timeout_seconds: float | None = None,
    ) -> models.AppendResult:
        """Append events in order. A repeat after a lost answer stores nothing twice."""
        listed: list[Any] = [events] if isinstance(events, (Mapping, models.NewEvent)) else list(events)
        given_events = [event_of(event) for event in listed]
        body = body_of(models.AppendRequest, {"events": given_events, "source": source, "wait": wait})
        key = idempotency_key or (str(uuid4()) if source is None else None)
        given = CallInput(self._params, headers={"Idempotency-Key": key}, body=body, timeout_seconds=timeout_seconds)
        return models.AppendResult.model_validate(await self._transport.json("appendEvents", given))

    async def append_response(
        self, response: object, *, agent: str | None = None, timeout_seconds: float | None = None
    ) -> AppendedResponse:
        """Append a model's answer, as the SDK of openai or anthropic gives it: its thinking, texts and calls.

        The same object given again, as after a lost connection, is stored once, for the last 256 of a client. `agent`
        says which of several agents gave it. Raises TypeError for other values.
        """
        space, session, known = self.space_name, self.name, self._known
        reading = known.readings.get(space, session, response)
        if reading is None:
            made = read_response(response, known.names.original)
            reading = known.readings.keep(space, session, response, made)
        appended: list[models.AppendedEvent] = []
        if reading.events:
            key = reading.idempotency_key
            events = reading.events if agent is None else [of_agent(event, agent) for event in reading.events]
            for part, some in enumerate(in_requests(events)):
                part_key = key if part == 0 else f"{key}.{part}"
                answer = await self.append(some, idempotency_key=part_key, timeout_seconds=timeout_seconds)
                appended.extend(answer.events)
        return AppendedResponse(reading.text, reading.done, reading.calls, appended)

    async def run_tools(
        self,
        calls: Sequence[ModelCall],
        handlers: ToolHandlers | None = None,
        *,
        timeout_seconds: float | None = None,
    ) -> list[ToolRun]:
        """Run calls and append the results, in the order of the calls.

        The service answers `recall`, `open` and `update_task_state`; a handler of the same name answers the others,
        with the arguments as keywords. A mistake of the model, or an exception of a handler, becomes an error result.
        Given again after a failed append, no call is run twice, for the last 256 calls of a client.
        """
        if not calls:
            return []
        runs, groups = await self._tools.run(calls, handlers or {}, timeout_seconds)
        for key, events in groups:
            await self.append(events, idempotency_key=key, timeout_seconds=timeout_seconds)
        return runs

    async def run_recall(self, call: ModelCall, *, timeout_seconds: float | None = None) -> ToolRun | None:
        """Run one call of a tool that windows bring along and append the result; return None for any other tool."""
        if call.name not in OWN_TOOLS:
            return None
        return (await self.run_tools([call], timeout_seconds=timeout_seconds))[0]

    @overload
    async def window(
        self,
        *,
        format: Literal["blocks"] = "blocks",
        timeout_seconds: float | None = None,
        **options: Unpack[params.WindowOptions],
    ) -> Window: ...

    @overload
    async def window(
        self,
        *,
        format: Literal["openai"],
        timeout_seconds: float | None = None,
        **options: Unpack[params.WindowOptions],
    ) -> OpenAiWindow: ...

    @overload
    async def window(
        self,
        *,
        format: Literal["openai-responses"],
        timeout_seconds: float | None = None,
        **options: Unpack[params.WindowOptions],
    ) -> ResponsesWindow: ...

    @overload
    async def window(
        self,
        *,
        format: Literal["deepseek"],
        timeout_seconds: float | None = None,
        **options: Unpack[params.WindowOptions],
    ) -> DeepSeekWindow: ...

    @overload
    async def window(
        self,
        *,
        format: Literal["anthropic"],
        timeout_seconds: float | None = None,
        **options: Unpack[params.WindowOptions],
    ) -> AnthropicWindow: ...

    async def window(
        self,
        *,
        format: WindowFormat = "blocks",
        timeout_seconds: float | None = None,
        **options: Unpack[params.WindowOptions],
    ) -> Window:
        """Assemble the window for the model's next turn; with a format also as arguments of that vendor's SDK."""
        if format not in WIRE_FORMATS:
            raise TypeError(f"window has no format {format}: it is one of {', '.join(WIRE_FORMATS)}.")
        body = body_of(models.WindowRequest, {**options, "format": WIRE_FORMATS[format]})
        reply = await self._call("assembleWindow", body, timeout_seconds)
        self._known.names.remember((reply.get("renamed") or {}).get("tools") or {})
        return to_window(format, reply)

    async def prefetch(self, draft: str, *, timeout_seconds: float | None = None) -> models.PrefetchAnswer:
        """Start a recall for text that a user is still typing, so that the next window can push the evidence."""
        return models.PrefetchAnswer.model_validate(await self._call("prefetch", {"draft": draft}, timeout_seconds))

    async def recall(
        self,
        query: str | None = None,
        *,
        timeout_seconds: float | None = None,
        **options: Unpack[params.SessionRecallOptions],
    ) -> models.RecallAnswer:
        """Search the whole space, with this session as the asking one."""
        body = body_of(models.RecallRequest, {**options, "query": query, "session": self.name})
        given = CallInput({"space": self.space_name}, body=body, timeout_seconds=timeout_seconds)
        return models.RecallAnswer.model_validate(await self._transport.json("recall", given))

    async def open(
        self,
        ref: str | None = None,
        *,
        timeout_seconds: float | None = None,
        **options: Unpack[params.SessionOpenOptions],
    ) -> models.OpenAnswer:
        """Read an event or an artifact by lines or bytes, with this session as the asking one."""
        body = body_of(models.OpenRequest, {**options, "ref": ref, "session": self.name})
        given = CallInput({"space": self.space_name}, body=body, timeout_seconds=timeout_seconds)
        return models.OpenAnswer.model_validate(await self._transport.json("open", given))

    async def compact(
        self, *, timeout_seconds: float | None = None, **request: Unpack[params.CompactRequestParam]
    ) -> models.CompactResult:
        body = body_of(models.CompactRequest, request)
        reply = await self._call("compactSession", body, timeout_seconds)
        kind = models.CompactResultCompacted if reply["kind"] == "compacted" else models.CompactResultStopped
        return kind.model_validate(reply)

    async def get(self, *, timeout_seconds: float | None = None) -> models.Session:
        return models.Session.model_validate(await self._call("getSession", None, timeout_seconds))

    async def task_state(self, *, timeout_seconds: float | None = None) -> models.TaskStateView:
        return models.TaskStateView.model_validate(await self._call("getTaskState", None, timeout_seconds))

    async def update_task_state(
        self, *, timeout_seconds: float | None = None, **update: Unpack[params.TaskStateUpdateParam]
    ) -> models.TaskStateUpdated:
        body = body_of(models.TaskStateUpdate, update)
        return models.TaskStateUpdated.model_validate(await self._call("putTaskState", body, timeout_seconds))

    async def events(
        self, *, timeout_seconds: float | None = None, **query: Unpack[params.ListEventsQuery]
    ) -> models.EventPage:
        return models.EventPage.model_validate(await self._read("listEvents", query, timeout_seconds))

    async def all_events(
        self, from_ordinal: int = 1, *, timeout_seconds: float | None = None
    ) -> AsyncIterator[models.Event]:
        """Yield every event from an ordinal on, page by page."""
        following: int | None = from_ordinal
        while following is not None:
            page = await self.events(from_ordinal=following, limit=500, timeout_seconds=timeout_seconds)
            for event in page.events:
                yield event
            following = None if page.next_ordinal is None else int(page.next_ordinal)

    async def delegate(
        self, *, timeout_seconds: float | None = None, **packet: Unpack[params.NewDelegationParam]
    ) -> models.Delegated:
        """Hand a subtask to an executor, whose session is `space.session(answer.session)`."""
        body = body_of(models.NewDelegation, packet)
        return models.Delegated.model_validate(await self._call("delegateSubtask", body, timeout_seconds))

    async def delegations(self, *, timeout_seconds: float | None = None) -> models.DelegationList:
        """Return what this session delegated, each with its status and what was reported of it."""
        return models.DelegationList.model_validate(await self._call("listDelegations", None, timeout_seconds))

    async def report(
        self, *, timeout_seconds: float | None = None, **report: Unpack[params.NewReportParam]
    ) -> models.KeptReport:
        """Report on the subtask of this session to the session above."""
        body = body_of(models.NewReport, report)
        return models.KeptReport.model_validate(await self._call("reportSubtask", body, timeout_seconds))

    async def manifest(self, marker_id: str, *, timeout_seconds: float | None = None) -> models.MarkerManifest:
        given = CallInput({**self._params, "markerId": marker_id}, timeout_seconds=timeout_seconds)
        return models.MarkerManifest.model_validate(await self._transport.json("getManifest", given))

    async def expand(
        self, marker_id: str, *, timeout_seconds: float | None = None, **query: Unpack[params.ExpandMarkerQuery]
    ) -> models.MarkerExpansion:
        """Return the events that a marker stands for."""
        marker = {**self._params, "markerId": marker_id}
        given = CallInput(marker, query=query_of(query), timeout_seconds=timeout_seconds)
        return models.MarkerExpansion.model_validate(await self._transport.json("expandMarker", given))

    async def anatomy(
        self, *, timeout_seconds: float | None = None, **query: Unpack[params.ListAnatomyQuery]
    ) -> models.AnatomyList:
        return models.AnatomyList.model_validate(await self._read("listAnatomy", query, timeout_seconds))

    async def import_file(
        self,
        file: bytes | str,
        *,
        timeout_seconds: float | None = None,
        **query: Unpack[params.ImportSessionQuery],
    ) -> models.ImportReport:
        given = CallInput(self._params, query=query_of(query), body=file, timeout_seconds=timeout_seconds)
        return models.ImportReport.model_validate(await self._transport.json("importSession", given))

    async def policy(self, *, timeout_seconds: float | None = None) -> models.Policy:
        return models.Policy.model_validate(await self._call("getSessionPolicy", None, timeout_seconds))

    async def set_policy(
        self, *, timeout_seconds: float | None = None, **settings: Unpack[params.PolicySettingsParam]
    ) -> models.Policy:
        body = body_of(models.PolicySettings, settings)
        return models.Policy.model_validate(await self._call("putSessionPolicy", body, timeout_seconds))

    async def _call(self, route_id: Any, body: Any, timeout_seconds: float | None) -> Any:
        given = CallInput(self._params, body=body, timeout_seconds=timeout_seconds)
        return await self._transport.json(route_id, given)

    async def _read(self, route_id: Any, query: Mapping[str, Any], timeout_seconds: float | None) -> Any:
        given = CallInput(self._params, query=query_of(query), timeout_seconds=timeout_seconds)
        return await self._transport.json(route_id, given)
