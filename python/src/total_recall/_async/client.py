from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType
from typing import Any

import httpx
from typing_extensions import Self, Unpack

from .. import models, params
from .._bodies import body_of, query_of
from .._request import CallInput, Retry, check_options
from .._routes import JsonRouteId
from .._tools import Known
from .space import AsyncSpaceClient
from .transport import AsyncTransport


class AsyncClient:
    """Client of a Total Recall service.

    What is worth a repeat is tried again with back-off; every append gets an Idempotency-Key, so that a repeat stores
    nothing twice. `timeout_seconds` bounds one attempt, here or at each call. Raises `TotalRecallApiError` (the service
    answered with an error) or `TotalRecallConnectionError` (no answer came). Close it, or use it in a `with` block.
    """

    def __init__(
        self,
        url: str,
        api_key: str,
        *,
        timeout_seconds: float = 60.0,
        retry: Retry | None = None,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        address = check_options(url, api_key)
        http = http_client or httpx.AsyncClient()
        self._transport = AsyncTransport(address, api_key, timeout_seconds, retry or Retry(), http)
        self._known = Known()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Close the connections."""
        await self._transport.aclose()

    def space(self, space: str) -> AsyncSpaceClient:
        return AsyncSpaceClient(self._transport, self._known, space)

    async def call(
        self,
        route_id: JsonRouteId,
        *,
        path: Mapping[str, str] | None = None,
        query: Mapping[str, Any] | None = None,
        headers: Mapping[str, str | None] | None = None,
        body: Any = None,
        timeout_seconds: float | None = None,
    ) -> Any:
        """Call any route by its id, with names and values as the API has them; return the JSON of the answer.

        Raises TypeError for a route that answers with bytes: `artifact` of a space reads those.
        """
        given = CallInput(path or {}, query or {}, headers or {}, body, timeout_seconds)
        return await self._transport.json(route_id, given)

    async def spaces(
        self, *, timeout_seconds: float | None = None, **query: Unpack[params.ListSpacesQuery]
    ) -> models.SpaceList:
        answer = await self.call("listSpaces", query=query_of(query), timeout_seconds=timeout_seconds)
        return models.SpaceList.model_validate(answer)

    async def tools(self, *, timeout_seconds: float | None = None) -> models.ToolDeclarations:
        """Return the declarations of the tools that a window brings along, to hand to a model."""
        answer = await self.call("getTools", timeout_seconds=timeout_seconds)
        return models.ToolDeclarations.model_validate(answer)

    async def tenant(self, *, timeout_seconds: float | None = None) -> models.Tenant:
        answer = await self.call("getTenant", timeout_seconds=timeout_seconds)
        return models.Tenant.model_validate(answer)

    async def keys(self, *, timeout_seconds: float | None = None) -> models.KeyList:
        answer = await self.call("listKeys", timeout_seconds=timeout_seconds)
        return models.KeyList.model_validate(answer)

    async def create_key(
        self, *, timeout_seconds: float | None = None, **key: Unpack[params.NewKeyParam]
    ) -> models.CreatedKey:
        body = body_of(models.NewKey, key)
        answer = await self.call("createKey", body=body, timeout_seconds=timeout_seconds)
        return models.CreatedKey.model_validate(answer)

    async def revoke_key(
        self, key_id: str, *, keep_admin: bool = False, timeout_seconds: float | None = None
    ) -> models.ApiKey:
        """Revoke a key. With `keep_admin`, `last_admin_key` where it is the last of an admin."""
        query = {"keepAdmin": "true"} if keep_admin else None
        answer = await self.call("revokeKey", path={"keyId": key_id}, query=query, timeout_seconds=timeout_seconds)
        return models.ApiKey.model_validate(answer)

    async def rotate_key(self, key_id: str, *, timeout_seconds: float | None = None) -> models.CreatedKey:
        """Replace the secret of a key and return the new text. This client keeps using the old one."""
        answer = await self.call("rotateKey", path={"keyId": key_id}, timeout_seconds=timeout_seconds)
        return models.CreatedKey.model_validate(answer)

    async def tenants(self, *, timeout_seconds: float | None = None) -> models.TenantList:
        """List all tenants. This and the other calls about several tenants need an operator key."""
        answer = await self.call("listTenants", timeout_seconds=timeout_seconds)
        return models.TenantList.model_validate(answer)

    async def create_tenant(
        self, *, timeout_seconds: float | None = None, **tenant: Unpack[params.NewTenantParam]
    ) -> models.CreatedTenant:
        body = body_of(models.NewTenant, tenant)
        answer = await self.call("createTenant", body=body, timeout_seconds=timeout_seconds)
        return models.CreatedTenant.model_validate(answer)

    async def change_tenant(
        self, tenant: str, *, timeout_seconds: float | None = None, **changes: Unpack[params.ChangedTenantParam]
    ) -> models.Tenant:
        body = body_of(models.ChangedTenant, changes)
        answer = await self.call("changeTenant", path={"tenant": tenant}, body=body, timeout_seconds=timeout_seconds)
        return models.Tenant.model_validate(answer)

    async def remove_tenant(
        self, tenant: str, *, timeout_seconds: float | None = None, **removal: Unpack[params.TenantRemovalParam]
    ) -> models.RemovedTenant:
        """Erase everything of a tenant; `confirm` repeats its id. With `dry_run` only report what would be erased."""
        body = body_of(models.TenantRemoval, removal)
        answer = await self.call("removeTenant", path={"tenant": tenant}, body=body, timeout_seconds=timeout_seconds)
        return models.RemovedTenant.model_validate(answer)

    async def audit(
        self, *, timeout_seconds: float | None = None, **query: Unpack[params.ListAuditQuery]
    ) -> models.AuditList:
        answer = await self.call("listAudit", query=query_of(query), timeout_seconds=timeout_seconds)
        return models.AuditList.model_validate(answer)

    async def export_audit(
        self, *, timeout_seconds: float | None = None, **query: Unpack[params.ExportAuditQuery]
    ) -> models.AuditExport:
        """Read the audit from its beginning, with its chains and, on the last page, their ends."""
        answer = await self.call("exportAudit", query=query_of(query), timeout_seconds=timeout_seconds)
        return models.AuditExport.model_validate(answer)

    async def erase(
        self, *, timeout_seconds: float | None = None, **what: Unpack[params.EraseRequestParam]
    ) -> models.Erasure:
        """Erase the named data for good; with `dry_run` only report what would be erased."""
        body = body_of(models.EraseRequest, what)
        answer = await self.call("erase", body=body, timeout_seconds=timeout_seconds)
        return models.Erasure.model_validate(answer)

    async def erasures(
        self, *, timeout_seconds: float | None = None, **query: Unpack[params.ListErasuresQuery]
    ) -> models.ErasureList:
        answer = await self.call("listErasures", query=query_of(query), timeout_seconds=timeout_seconds)
        return models.ErasureList.model_validate(answer)

    async def erasure(self, erasure_id: str, *, timeout_seconds: float | None = None) -> models.Erasure:
        """Return one erasure, with its certificate once it is done."""
        answer = await self.call("getErasure", path={"erasureId": erasure_id}, timeout_seconds=timeout_seconds)
        return models.Erasure.model_validate(answer)

    async def certificate_key(self, *, timeout_seconds: float | None = None) -> models.ErasureCertificateKey:
        answer = await self.call("getCertificateKey", timeout_seconds=timeout_seconds)
        return models.ErasureCertificateKey.model_validate(answer)

    async def expired(
        self, *, timeout_seconds: float | None = None, **query: Unpack[params.GetExpiredQuery]
    ) -> models.ExpiredList:
        """Return data past its age by policy, which the next sweep will erase. Changes nothing."""
        answer = await self.call("getExpired", query=query_of(query), timeout_seconds=timeout_seconds)
        return models.ExpiredList.model_validate(answer)

    async def place_hold(
        self, *, timeout_seconds: float | None = None, **what: Unpack[params.NewHoldParam]
    ) -> models.PlacedHold:
        """Protect the named data from erasure and retention until the hold is released."""
        body = body_of(models.NewHold, what)
        answer = await self.call("placeHold", body=body, timeout_seconds=timeout_seconds)
        return models.PlacedHold.model_validate(answer)

    async def release_hold(
        self, hold_id: str, *, timeout_seconds: float | None = None, **why: Unpack[params.HoldReleaseParam]
    ) -> models.Hold:
        body = body_of(models.HoldRelease, why)
        answer = await self.call("releaseHold", path={"holdId": hold_id}, body=body, timeout_seconds=timeout_seconds)
        return models.Hold.model_validate(answer)

    async def holds(
        self, *, timeout_seconds: float | None = None, **query: Unpack[params.ListHoldsQuery]
    ) -> models.HoldList:
        """Return standing holds; with `released` the released ones too."""
        answer = await self.call("listHolds", query=query_of(query), timeout_seconds=timeout_seconds)
        return models.HoldList.model_validate(answer)

    async def hold(self, hold_id: str, *, timeout_seconds: float | None = None) -> models.Hold:
        answer = await self.call("getHold", path={"holdId": hold_id}, timeout_seconds=timeout_seconds)
        return models.Hold.model_validate(answer)

    async def policy(self, *, timeout_seconds: float | None = None) -> models.Policy:
        answer = await self.call("getTenantPolicy", timeout_seconds=timeout_seconds)
        return models.Policy.model_validate(answer)

    async def set_policy(
        self, *, timeout_seconds: float | None = None, **settings: Unpack[params.PolicySettingsParam]
    ) -> models.Policy:
        body = body_of(models.PolicySettings, settings)
        answer = await self.call("putTenantPolicy", body=body, timeout_seconds=timeout_seconds)
        return models.Policy.model_validate(answer)
