# Made from the file of the same name in _async by `npm run client:python`: change that, not this file.
from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from .._bodies import well_formed
from .._fit_event import fit_event, fit_label, in_requests
from .._request import CallInput
from .._responses import ModelCall
from .._tools import (
    OWN_TOOLS,
    CoroutineHandlerError,
    Memo,
    ToolHandlers,
    ToolRun,
    is_fault_of_model,
    parse_arguments,
    text_of,
    told_of_cut,
)
from .._waiting_sync import run_all, settle
from ..params import NewEventParam
from .transport import Transport


class ToolCalls:
    """Runs a model's calls. Each result is kept with its call, so that a repeated append runs nothing twice."""

    def __init__(self, transport: Transport, ran: Memo[tuple[ToolRun, str]], space: str, session: str) -> None:
        self._transport = transport
        self._ran = ran
        self._space = space
        self._session = session

    def run(
        self, calls: Sequence[ModelCall], handlers: ToolHandlers, timeout_seconds: float | None
    ) -> tuple[list[ToolRun], list[tuple[str, list[NewEventParam]]]]:
        """Return the outcomes in the order of the calls, and their events by the key under which these are appended."""

        def act(call: ModelCall) -> Any:
            return lambda: self._run_kept(call, handlers, timeout_seconds)

        done = run_all([act(call) for call in calls])
        events: list[NewEventParam] = []
        for run, _key in done:
            event: NewEventParam = {
                "kind": "tool_result",
                "call": {"id": run.call.id, "name": run.call.name},
                "text": well_formed(run.text),
            }
            if run.is_error:
                event["is_error"] = True
            events.append(fit_event(event))
        groups, at = [], 0
        for some in in_requests(events):
            groups.append((done[at][1], some))
            at += len(some)
        return [run for run, _key in done], groups

    def _run_kept(
        self, call: ModelCall, handlers: ToolHandlers, timeout_seconds: float | None
    ) -> tuple[ToolRun, str]:
        kept = self._ran.get(self._space, self._session, call)
        if kept:
            return kept
        done = (self._run_one(call, handlers, timeout_seconds), str(uuid4()))
        return self._ran.keep(self._space, self._session, call, done)

    def _run_one(self, call: ModelCall, handlers: ToolHandlers, timeout_seconds: float | None) -> ToolRun:
        if call.cut_by is not None:
            return ToolRun(call, told_of_cut(call), True)
        handler = handlers.get(call.name)
        if handler is None:
            if call.name in OWN_TOOLS:
                return self._run_own(call, timeout_seconds)
            names = ", ".join([*handlers, *(name for name in OWN_TOOLS if name not in handlers)])
            return ToolRun(call, f'There is no tool "{call.name}". There are: {names}.', True)
        arguments = parse_arguments(call)
        if isinstance(arguments, str):
            return ToolRun(call, arguments, True)
        try:
            return ToolRun(call, text_of(settle(handler(**arguments), call.name)), False)
        except CoroutineHandlerError:
            raise
        except Exception as error:
            return ToolRun(call, str(error) or type(error).__name__, True)

    def _run_own(self, call: ModelCall, timeout_seconds: float | None) -> ToolRun:
        """Let the service answer; it reads the arguments itself, because it accepts more than valid JSON."""
        space, session = self._space, self._session
        try:
            if call.name == "update_task_state":
                given = CallInput(
                    params={"space": space, "session": session},
                    body={"arguments": well_formed(call.arguments)},
                    timeout_seconds=timeout_seconds,
                )
                answer = self._transport.json("putTaskState", given)
                return ToolRun(call, f"The task state has version {answer['version']} now.", False)
            given = CallInput(
                params={"space": space},
                body={"arguments": well_formed(call.arguments), "callId": fit_label(call.id), "session": session},
                timeout_seconds=timeout_seconds,
            )
            answer = self._transport.json("recall" if call.name == "recall" else "open", given)
            return ToolRun(call, answer["rendered"], False)
        except Exception as error:
            if not is_fault_of_model(error):
                raise
            return ToolRun(call, str(error), True)
