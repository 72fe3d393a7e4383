# Made from the routes and their schemas by `npm run client:python`: change those, not this file.

from __future__ import annotations

from typing import Literal

from pydantic import AwareDatetime

from .._model import Open, WireModel


class EraseRequest(WireModel):
    space: str | None = None
    session: str | None = None
    # Ids of events, or their short names with the session (run-1/e184).
    event_ids: list[str] | None = None
    # All events with this label in their metadata, and all facts written by hand about it.
    subject: str | None = None
    # The name of your own tenant, for everything of it.
    tenant: str | None = None
    # Stored in the ledger for ever: include no content and no personal names.
    reason: str | None = None
    # Finds what would be erased and what legal holds protect, and changes nothing.
    dry_run: bool | None = None
    # Erases what no legal hold protects and leaves the rest. A space or a tenant is not erased at all while a hold
    # covers any part of it.
    except_held: bool | None = None


class ErasureCounts(WireModel):
    # Events of whole spaces are not counted.
    events: int
    # Number of these that are results of recall with an erased event in them.
    quoting: int
    sessions: int
    spaces: int
    # Payloads that nothing else refers to.
    artifacts: int


class ErasureHeldHoldsItem(WireModel):
    id: str
    name: str
    events: int


# Events that legal holds protect; absent where there are none.
class ErasureHeld(WireModel):
    events: int
    # Number of events that each hold protects; several may protect the same one.
    holds: list[ErasureHeldHoldsItem]
    # Dry run only.
    kinds: dict[str, int] | None = None
    # Dry run only; at most 1,000.
    event_ids: list[str] | None = None


class ErasureUndoneItem(WireModel):
    space: str
    session: str


class ErasureUnreadPlacesItem(WireModel):
    space: str
    session: str
    event_ids: list[str]


# Events that do not open because of damage or a missing key, so that nobody knows whether they are of this erasure,
# or what repeats them. The erasure is done again once they open. A dry run names them, too.
class ErasureUnread(WireModel):
    events: int
    # Their places, of at most 1,000 events.
    places: list[ErasureUnreadPlacesItem]


class Erasure(WireModel):
    id: str
    # `planned`: a dry run that changed nothing. `incomplete`: over, without the sessions in `undone`, or with the
    # events in `unread`.
    status: Open[Literal["planned", "running", "done", "incomplete"]]
    at: AwareDatetime
    completed_at: AwareDatetime | None = None
    # The id of the key that asked.
    actor: str
    reason: str | None = None
    # `retention`: erased for its age by the policy of the tenant or the space, without a request.
    what: Open[Literal["events", "session", "space", "subject", "tenant", "retention"]]
    space: str | None = None
    session: str | None = None
    counts: ErasureCounts
    # Erased events in sessions that remain, at most 1,000.
    event_ids: list[str]
    # Events that would be erased, by kind. Dry run only.
    kinds: dict[str, int] | None = None
    # Events that legal holds protect; absent where there are none.
    held: ErasureHeld | None = None
    # Sessions whose events are still there, as they have lost too many to lose these too, or as their key is missing;
    # erase them whole.
    undone: list[ErasureUndoneItem] | None = None
    # Events that do not open because of damage or a missing key, so that nobody knows whether they are of this
    # erasure, or what repeats them. The erasure is done again once they open. A dry run names them, too.
    unread: ErasureUnread | None = None
    # Present for a completed erasure that is read by its id, unless it has `undone`; that of one with `unread` says
    # so.
    certificate: ErasureCertificate | None = None


class ErasureCertificateStatementDestroyedEventsItem(WireModel):
    space: str
    session: str
    event_ids: list[str]


class ErasureCertificateStatementDestroyedSessionsItem(WireModel):
    space: str
    session: str


class ErasureCertificateStatementDestroyedArtifactsItem(WireModel):
    space: str
    artifact_id: str


class ErasureCertificateStatementDestroyed(WireModel):
    # Events in sessions that remain.
    events: list[ErasureCertificateStatementDestroyedEventsItem]
    sessions: list[ErasureCertificateStatementDestroyedSessionsItem]
    spaces: list[str]
    artifacts: list[ErasureCertificateStatementDestroyedArtifactsItem]


class ErasureCertificateStatementCounts(WireModel):
    # Events of whole spaces are not counted.
    events: int
    # Number of these that are results of recall with an erased event in them.
    quoting: int
    sessions: int
    spaces: int
    # Payloads that nothing else refers to.
    artifacts: int


class ErasureCertificateStatementWithheldHoldsItem(WireModel):
    id: str
    name: str
    events: int


# Named events that legal holds protect; absent where there were none.
class ErasureCertificateStatementWithheld(WireModel):
    events: int
    # Number of events that each hold protects; several may protect the same one.
    holds: list[ErasureCertificateStatementWithheldHoldsItem]


class ErasureCertificateStatementRemains(WireModel):
    # Envelopes in the log whose bodies no key opens; those of whole spaces are not counted.
    envelopes: int
    # Number of named events that can still be read: 0.
    readable: int
    # Remaining events in sessions that lost some.
    staying: int
    # Events that did not open, of which nobody knows whether they were to go, too; absent where all opened.
    unread: int | None = None
    # Facts, episodes and topics of which the ledger keeps keyed hashes of erased words, until their space is erased;
    # absent where there are none, and in certificates of an earlier version.
    hashed: int | None = None


class ErasureCertificateStatementService(WireModel):
    version: str
    log_generation: str


# Ids and places, never content, and never a data subject.
class ErasureCertificateStatement(WireModel):
    version: Literal[1]
    erasure_id: str
    tenant: str
    what: Open[Literal["events", "session", "space", "subject", "tenant", "retention"]]
    # ISO 8601, like the other time.
    requested_at: str
    completed_at: str
    # The id of the key that asked; `retention policy` where none did.
    requested_by: str
    destroyed: ErasureCertificateStatementDestroyed
    counts: ErasureCertificateStatementCounts
    # Named events that legal holds protect; absent where there were none.
    withheld: ErasureCertificateStatementWithheld | None = None
    # Stores of the service that it was erased from.
    purged: list[str]
    remains: ErasureCertificateStatementRemains
    # Copies that no erasure of the service reaches.
    outside: list[str]
    service: ErasureCertificateStatementService


class ErasureCertificate(WireModel):
    # Ids and places, never content, and never a data subject.
    statement: ErasureCertificateStatement
    algorithm: Literal["Ed25519"]
    # base64url; trust it where GET /v1/certificate-key says the same.
    public_key: str
    # base64url; of "total-recall erasure certificate 1", a line feed, and the statement as JSON with sorted names and
    # no spaces, in UTF-8.
    signature: str


class ErasureCertificateKey(WireModel):
    algorithm: Literal["Ed25519"]
    # 32 bytes, base64url.
    public_key: str


class ErasureList(WireModel):
    erasures: list[Erasure]


class RetentionRule(WireModel):
    # All kinds where absent. A rule that names a kind wins over a general one.
    kinds: list[Open[Literal["user_message", "agent_message", "thinking", "tool_call", "tool_result", "objective", "decision", "constraint", "persona", "knowledge", "system_note", "task_state", "delegation", "report"]]] | None = None
    # Days since the service recorded an event.
    max_age_days: int


# Rules in force; the stricter of both counts.
class ExpiredInSpaceRules(WireModel):
    tenant: list[RetentionRule]
    space: list[RetentionRule]


class ExpiredInSpaceCounts(WireModel):
    # Events of whole spaces are not counted.
    events: int
    # Number of these that are results of recall with an erased event in them.
    quoting: int
    sessions: int
    spaces: int
    # Payloads that nothing else refers to.
    artifacts: int


class ExpiredInSpaceHeldHoldsItem(WireModel):
    id: str
    name: str
    events: int


# Expired events that legal holds protect.
class ExpiredInSpaceHeld(WireModel):
    events: int
    # Number of events that each hold protects; several may protect the same one.
    holds: list[ExpiredInSpaceHeldHoldsItem]
    kinds: dict[str, int]
    event_ids: list[str]


class ExpiredInSpace(WireModel):
    space: str
    # Rules in force; the stricter of both counts.
    rules: ExpiredInSpaceRules
    counts: ExpiredInSpaceCounts
    # Events that would be erased, by kind.
    kinds: dict[str, int]
    # Sessions erased whole, at most 1,000.
    sessions: list[str]
    # Events in sessions that remain, at most 1,000.
    event_ids: list[str]
    # Expired events that legal holds protect.
    held: ExpiredInSpaceHeld | None = None
    # Sessions that can lose no more events one by one; the rest is erased with the session.
    waiting: list[str]
    # True when more has expired than one sweep takes; the next follows at once.
    has_more: bool


class ExpiredList(WireModel):
    spaces: list[ExpiredInSpace]


class NewHold(WireModel):
    space: str | None = None
    session: str | None = None
    # Ids of events, or their short names with the session (run-1/e184).
    event_ids: list[str] | None = None
    # All events with this label in their metadata, and all facts written by hand about it.
    subject: str | None = None
    # The name of your own tenant, for everything of it.
    tenant: str | None = None
    # Your name for it, such as a case number. Kept in the ledger for ever, and shown to callers whom the hold
    # refuses.
    name: str
    # Stored in the ledger for ever: include no content and no personal names.
    reason: str | None = None


class HoldRelease(WireModel):
    # Stored in the ledger for ever: include no content and no personal names.
    reason: str | None = None


# Absent while the hold stands.
class HoldReleased(WireModel):
    at: AwareDatetime
    actor: str
    reason: str | None = None


class Hold(WireModel):
    id: str
    # Empty for a key that is bound to subjects, unless it placed the hold itself.
    name: str
    what: Open[Literal["events", "session", "space", "subject", "tenant"]]
    space: str | None = None
    session: str | None = None
    event_ids: list[str] | None = None
    at: AwareDatetime
    # The id of the key that placed it.
    actor: str
    reason: str | None = None
    # Absent while the hold stands.
    released: HoldReleased | None = None


# Absent while the hold stands.
class PlacedHoldReleased(WireModel):
    at: AwareDatetime
    actor: str
    reason: str | None = None


class PlacedHold(WireModel):
    id: str
    # Empty for a key that is bound to subjects, unless it placed the hold itself.
    name: str
    what: Open[Literal["events", "session", "space", "subject", "tenant"]]
    space: str | None = None
    session: str | None = None
    event_ids: list[str] | None = None
    at: AwareDatetime
    # The id of the key that placed it.
    actor: str
    reason: str | None = None
    # Absent while the hold stands.
    released: PlacedHoldReleased | None = None
    # Erasures requested before the hold and not done yet. The hold does not stop them. Usually empty.
    under_way: list[str]


class HoldList(WireModel):
    holds: list[Hold]
