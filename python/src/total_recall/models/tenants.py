# Made from the routes and their schemas by `npm run client:python`: change those, not this file.

from __future__ import annotations

from typing import Literal

from pydantic import AwareDatetime

from .._model import Open, WireModel
from .erasures import (
    Erasure,
)


class NewKey(WireModel):
    name: str
    scopes: list[Open[Literal["read", "write", "admin", "erase", "hold", "audit"]]]
    # The spaces it may access; all of the tenant where absent.
    spaces: list[str] | None = None
    # The only data subjects that it may name, and whose private facts it is shown; any of them where absent.
    subjects: list[str] | None = None
    expires_at: AwareDatetime | int | None = None


class ApiKey(WireModel):
    id: str
    name: str
    scopes: list[Open[Literal["read", "write", "admin", "erase", "hold", "audit"]]]
    spaces: list[str] | None = None
    # The only data subjects that it may name; any of them where absent.
    subjects: list[str] | None = None
    created_at: AwareDatetime
    expires_at: AwareDatetime | None = None
    revoked_at: AwareDatetime | None = None
    # The key that created it. This key can do no more than that one, and is valid no longer.
    made_by: str | None = None


class CreatedKey(WireModel):
    key: ApiKey
    # Shown only this once.
    api_key: str


class KeyList(WireModel):
    keys: list[ApiKey]


# Ids that the answer returned: events, artifacts, markers, retrievals, a window; for more than 100, the number of the
# others.
class AuditEntryRead(WireModel):
    ids: list[str]
    more: int | None = None
    share: int | float | None = None


class AuditEntryCheckpointsItem(WireModel):
    chain: str
    number: int
    # SHA-256, hex.
    hash: str


class AuditEntryLinkAfter(WireModel):
    chain: str
    number: int
    # SHA-256, hex.
    hash: str


# Its place in the chain of its writer. The hash covers everything else in the entry, times in milliseconds, as
# canonical JSON.
class AuditEntryLink(WireModel):
    chain: str
    number: int
    # SHA-256, hex.
    hash: str
    previous: str
    after: AuditEntryLinkAfter | None = None


class AuditEntry(WireModel):
    id: str
    tenant: str
    at: AwareDatetime
    key_id: str
    action: str
    target: str
    outcome: Open[Literal["allowed", "refused"]]
    code: str | None = None
    # Ids that the answer returned: events, artifacts, markers, retrievals, a window; for more than 100, the number of
    # the others.
    read: AuditEntryRead | None = None
    # Ends of the chains that were dropped by age.
    checkpoints: list[AuditEntryCheckpointsItem] | None = None
    # Its place in the chain of its writer. The hash covers everything else in the entry, times in milliseconds, as
    # canonical JSON.
    link: AuditEntryLink | None = None


class AuditHead(WireModel):
    chain: str
    number: int
    # SHA-256, hex.
    hash: str
    tenant: str
    at: AwareDatetime
    public_key: str | None = None
    # Ed25519 over the rest, base64url; absent where the service has no key for it.
    signature: str | None = None


class AuditList(WireModel):
    entries: list[AuditEntry]
    cursor: str | None = None


class AuditExport(WireModel):
    entries: list[AuditEntry]
    cursor: str | None = None
    # The ends of all chains, with the last page.
    heads: list[AuditHead] | None = None


class Quotas(WireModel):
    requests_per_second: int | float | None = None
    burst: int | float | None = None
    events_per_day: int | None = None


class Tenant(WireModel):
    id: str
    name: str
    created_at: AwareDatetime
    # True when all its keys are refused; its data stays.
    disabled: bool | None = None
    # Set once everything of it was erased; its id is not given out again.
    removed_at: AwareDatetime | None = None
    quotas: Quotas | None = None


class NewTenant(WireModel):
    id: str
    name: str
    quotas: Quotas | None = None


class CreatedTenant(WireModel):
    tenant: Tenant
    key: ApiKey
    # The first key of the tenant, with every scope. Shown only this once.
    api_key: str


class ChangedTenant(WireModel):
    name: str | None = None
    # Replaces all quotas: one that is left out returns to its default.
    quotas: Quotas | None = None
    disabled: bool | None = None


class TenantRemoval(WireModel):
    # The id of the tenant, repeated; not needed for a dry run.
    confirm: str | None = None
    # Stored in the ledger for ever: include no content and no personal names.
    reason: str | None = None
    # Finds what would be erased and changes nothing.
    dry_run: bool | None = None


class RemovedTenant(WireModel):
    tenant: Tenant
    # Absent where there was nothing to erase.
    erasure: Erasure | None = None


class TenantList(WireModel):
    tenants: list[Tenant]
