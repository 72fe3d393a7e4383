# Made from the file of the same name in _async by `npm run client:python`: change that, not this file.
from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from typing_extensions import Unpack

from .. import models, params
from .._bodies import body_of, query_of
from .._request import CallInput
from .._results import ArtifactDownload
from .._routes import JsonRouteId
from .._tools import Known
from .session import SessionClient
from .transport import Transport


class SpaceClient:
    """One memory: recall, reads by id, and what is known."""

    def __init__(self, transport: Transport, known: Known, space: str) -> None:
        self.name = space
        self._transport = transport
        self._known = known

    def session(self, session: str) -> SessionClient:
        return SessionClient(self._transport, self._known, self.name, session)

    def recall(
        self,
        query: str | None = None,
        *,
        timeout_seconds: float | None = None,
        **options: Unpack[params.RecallOptions],
    ) -> models.RecallAnswer:
        """Return verbatim evidence for one or several queries, under a token budget."""
        body = body_of(models.RecallRequest, {**options, "query": query})
        return models.RecallAnswer.model_validate(self._call("recall", body, timeout_seconds))

    def open(
        self,
        ref: str | None = None,
        *,
        timeout_seconds: float | None = None,
        **options: Unpack[params.OpenOptions],
    ) -> models.OpenAnswer:
        """Read an event or an artifact by lines or bytes, without an asking session."""
        body = body_of(models.OpenRequest, {**options, "ref": ref})
        return models.OpenAnswer.model_validate(self._call("open", body, timeout_seconds))

    def sessions(
        self, *, timeout_seconds: float | None = None, **query: Unpack[params.ListSessionsQuery]
    ) -> models.SessionList:
        return models.SessionList.model_validate(self._read("listSessions", query, timeout_seconds))

    def event(
        self, event_id: str, *, timeout_seconds: float | None = None, **query: Unpack[params.GetEventQuery]
    ) -> models.Event:
        return models.Event.model_validate(self._read("getEvent", query, timeout_seconds, {"eventId": event_id}))

    def artifact(
        self,
        artifact_id: str,
        *,
        from_byte: int | None = None,
        to_byte: int | None = None,
        timeout_seconds: float | None = None,
    ) -> ArtifactDownload:
        """Download an artifact, or its bytes from `from_byte` up to but not including `to_byte`."""
        whole = from_byte is None and to_byte is None
        end = "" if to_byte is None else to_byte - 1
        given = CallInput(
            {"space": self.name, "artifactId": artifact_id},
            headers={"Range": None if whole else f"bytes={from_byte or 0}-{end}"},
            timeout_seconds=timeout_seconds,
        )
        answer = self._transport.send("getArtifact", given)
        size = re.search(r"/(\d+)$", answer.headers.get("content-range", ""))
        return ArtifactDownload(
            content=answer.content,
            mime=answer.headers.get("content-type", "application/octet-stream"),
            size_bytes=int(size[1]) if size else len(answer.content),
        )

    def markers(
        self, *, timeout_seconds: float | None = None, **query: Unpack[params.ListMarkersQuery]
    ) -> models.MarkerList:
        return models.MarkerList.model_validate(self._read("listMarkers", query, timeout_seconds))

    def retrievals(
        self, *, timeout_seconds: float | None = None, **query: Unpack[params.ListRetrievalsQuery]
    ) -> models.RetrievalList:
        return models.RetrievalList.model_validate(self._read("listRetrievals", query, timeout_seconds))

    def demand(
        self, *, timeout_seconds: float | None = None, **query: Unpack[params.GetDemandQuery]
    ) -> models.DemandReport:
        """Return figures on the use of recall: pull frequency, escalations, evidence used."""
        return models.DemandReport.model_validate(self._read("getDemand", query, timeout_seconds))

    def consolidate(self, *, timeout_seconds: float | None = None) -> models.SweepResult:
        """Keep the facts that events since the last sweep state; sweeps come by themselves, this one at once."""
        return models.SweepResult.model_validate(self._call("consolidate", None, timeout_seconds))

    def facts(
        self, *, timeout_seconds: float | None = None, **query: Unpack[params.ListFactsQuery]
    ) -> models.FactList:
        """Return what is known, each fact with its evidence; with `history` also what was replaced or withdrawn."""
        return models.FactList.model_validate(self._read("listFacts", query, timeout_seconds))

    def profile(
        self, *, timeout_seconds: float | None = None, **query: Unpack[params.GetProfileQuery]
    ) -> models.ProfileList:
        """Return what is known about a subject, or about all: the current value of each attribute, then the former."""
        return models.ProfileList.model_validate(self._read("getProfile", query, timeout_seconds))

    def remember(
        self,
        *,
        idempotency_key: str | None = None,
        timeout_seconds: float | None = None,
        **fact: Unpack[params.NewFactParam],
    ) -> models.FactDecision:
        """Write a fact by hand; no sweep overrides it. A repeat of a decision decides nothing twice."""
        body = body_of(models.NewFact, fact)
        answer = self._decide("rememberFact", body, idempotency_key, timeout_seconds)
        return models.FactDecision.model_validate(answer)

    def correct(
        self,
        fact_id: str,
        *,
        idempotency_key: str | None = None,
        timeout_seconds: float | None = None,
        **correction: Unpack[params.FactCorrectionParam],
    ) -> models.FactDecision:
        """Replace what a fact says; what it said stays in the history."""
        body = body_of(models.FactCorrection, correction)
        answer = self._decide("correctFact", body, idempotency_key, timeout_seconds, {"factId": fact_id})
        return models.FactDecision.model_validate(answer)

    def forget(
        self,
        fact_id: str,
        *,
        idempotency_key: str | None = None,
        timeout_seconds: float | None = None,
        **how: Unpack[params.FactRemovalParam],
    ) -> models.RemovedFact:
        """Withdraw a fact and keep its evidence from recall.

        With `keep_evidence` only the fact goes; with `erase` the events that state it are erased for good, which needs
        a key with the scope `erase`, too.
        """
        body = body_of(models.FactRemoval, how)
        answer = self._decide("forgetFact", body, idempotency_key, timeout_seconds, {"factId": fact_id})
        return models.RemovedFact.model_validate(answer)

    def ledger(
        self, *, timeout_seconds: float | None = None, **query: Unpack[params.ListLedgerQuery]
    ) -> models.LedgerList:
        """Return what was decided about facts, the latest first, by whom and why; `says=True` adds what it says."""
        return models.LedgerList.model_validate(self._read("listLedger", query, timeout_seconds))

    def undo(
        self,
        entry_id: str,
        *,
        idempotency_key: str | None = None,
        timeout_seconds: float | None = None,
        **why: Unpack[params.EntryUndoingParam],
    ) -> models.UndoneEntry:
        """Undo an entry of the ledger. Fails with `undo_refused` while later entries depend on it."""
        body = body_of(models.EntryUndoing, why)
        answer = self._decide("undoEntry", body, idempotency_key, timeout_seconds, {"entryId": entry_id})
        return models.UndoneEntry.model_validate(answer)

    def digest(
        self, *, timeout_seconds: float | None = None, **query: Unpack[params.GetDigestQuery]
    ) -> models.Digest:
        """Return the facts that hold as a short page of Markdown, for a system prompt or a person."""
        return models.Digest.model_validate(self._read("getDigest", query, timeout_seconds))

    def reflection(
        self, *, timeout_seconds: float | None = None, **query: Unpack[params.GetReflectionQuery]
    ) -> models.Reflection:
        """Return how recall did, and which settings of policy should change."""
        return models.Reflection.model_validate(self._read("getReflection", query, timeout_seconds))

    def reflect(
        self,
        *,
        idempotency_key: str | None = None,
        timeout_seconds: float | None = None,
        **how: Unpack[params.ReflectingParam],
    ) -> models.Reflection:
        """Set what a reflection proposes; `entry_id` in the answer can be undone. What a person has set stays."""
        body = body_of(models.Reflecting, how)
        return models.Reflection.model_validate(self._decide("reflect", body, idempotency_key, timeout_seconds))

    def units(
        self, *, timeout_seconds: float | None = None, **query: Unpack[params.ListUnitsQuery]
    ) -> models.UnitList:
        """Search with `query`, else list units: facts, episodes, topics and insights."""
        return models.UnitList.model_validate(self._read("listUnits", query, timeout_seconds))

    def policy(self, *, timeout_seconds: float | None = None) -> models.Policy:
        return models.Policy.model_validate(self._call("getSpacePolicy", None, timeout_seconds))

    def set_policy(
        self, *, timeout_seconds: float | None = None, **settings: Unpack[params.PolicySettingsParam]
    ) -> models.Policy:
        body = body_of(models.PolicySettings, settings)
        return models.Policy.model_validate(self._call("putSpacePolicy", body, timeout_seconds))

    def _decide(
        self,
        route_id: JsonRouteId,
        body: Any,
        idempotency_key: str | None,
        timeout_seconds: float | None,
        more: Mapping[str, str] | None = None,
    ) -> Any:
        headers = {"Idempotency-Key": idempotency_key or str(uuid4())}
        path = {"space": self.name, **(more or {})}
        given = CallInput(path, headers=headers, body=body, timeout_seconds=timeout_seconds)
        return self._transport.json(route_id, given)

    def _call(
        self, route_id: JsonRouteId, body: Any, timeout_seconds: float | None, path: Mapping[str, str] | None = None
    ) -> Any:
        given = CallInput({"space": self.name, **(path or {})}, body=body, timeout_seconds=timeout_seconds)
        return self._transport.json(route_id, given)

    def _read(
        self,
        route_id: JsonRouteId,
        query: Mapping[str, Any],
        timeout_seconds: float | None,
        path: Mapping[str, str] | None = None,
    ) -> Any:
        params_of_path = {"space": self.name, **(path or {})}
        given = CallInput(params_of_path, query=query_of(query), timeout_seconds=timeout_seconds)
        return self._transport.json(route_id, given)
