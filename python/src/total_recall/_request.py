"""How a call becomes a request, and how long to wait before the next attempt."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import quote

import httpx

from ._errors import is_unknown
from ._routes import ROUTES, RouteId
from .models import Problem

# Routes never called again after an answer that was lost, or that a gateway gave in its place: the call may have
# succeeded, and must not happen twice.
ONCE: frozenset[RouteId] = frozenset(
    {"createKey", "rotateKey", "createTenant", "removeTenant", "putTaskState", "placeHold", "erase"}
)


@dataclass(frozen=True)
class Retry:
    """Number of attempts; the first wait, which doubles each time with jitter; and the longest wait."""

    attempts: int = 4
    base_seconds: float = 0.2
    max_seconds: float = 10.0

    def wait_seconds(self, attempt: int, asked_seconds: float) -> float:
        """Return a wait between half and all of a doubling bound, so that many clients do not retry in step."""
        bound = min(self.max_seconds, self.base_seconds * 2.0 ** (attempt - 1))
        return max(asked_seconds, bound * (0.5 + random.random() / 2))

    def allows(self, attempt: int, wait_seconds: float) -> bool:
        return attempt < self.attempts and wait_seconds <= max(self.max_seconds, self.base_seconds)


@dataclass(frozen=True)
class CallInput:
    """What a call of a route takes. `body` is JSON for routes that take JSON, bytes for those that take bytes."""

    params: Mapping[str, str] = field(default_factory=dict)
    query: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str | None] = field(default_factory=dict)
    body: Any = None
    timeout_seconds: float | None = None


@dataclass(frozen=True)
class Answer:
    """An answer, read completely so that a connection that breaks midway is tried again too."""

    headers: httpx.Headers
    content: bytes


@dataclass(frozen=True)
class Refused:
    problem: Problem
    retry_after_seconds: float


@dataclass(frozen=True)
class Lost:
    cause: Exception


@dataclass(frozen=True)
class Request:
    method: str
    url: str
    headers: dict[str, str]
    content: bytes | None


def is_worthwhile(outcome: Refused | Lost, route_id: RouteId, given: CallInput) -> bool:
    """Return whether a call that failed is worth another attempt, and does no harm."""
    if isinstance(outcome, Lost):
        return may_repeat(route_id, given)
    return outcome.problem.retryable and (not is_unknown(outcome.problem) or may_repeat(route_id, given))


def may_repeat(route_id: RouteId, given: CallInput) -> bool:
    """Return whether a call may be made again that may have succeeded. A dry run changes nothing."""
    is_dry_run = isinstance(given.body, Mapping) and given.body.get("dryRun") is True
    return route_id not in ONCE or is_dry_run


def check_options(url: str, api_key: str) -> str:
    """Return the address without its last slash. An unset environment variable is the usual mistake."""
    parsed = httpx.URL(url) if isinstance(url, str) else httpx.URL()
    if parsed.scheme not in ("http", "https") or not parsed.host:
        raise TypeError(f"The client needs the url of the service, such as http://127.0.0.1:8420; it got {url}.")
    if not api_key:
        raise TypeError("The client needs an api_key; the first start of the service prints one (tr_...).")
    if not re.fullmatch(r"[\x21-\x7e]+", api_key.strip()):
        raise TypeError("The api_key of the client has signs that no key has.")
    return url.rstrip("/")


def request_of(route_id: RouteId, given: CallInput, url: str, api_key: str) -> Request:
    route = ROUTES[route_id]
    path = re.sub(r"{(\w+)}", lambda found: _segment_of(found[1], given.params.get(found[1])), route.path)
    query = httpx.QueryParams({name: value for name, value in given.query.items() if value is not None})
    headers = {"Authorization": f"Bearer {api_key.strip()}"}
    headers.update({name: value for name, value in given.headers.items() if value is not None})
    content: bytes | None = None
    if route.body == "json":
        headers["Content-Type"] = "application/json"
        # Half of a surrogate pair is written as JSON escapes it; the service says where it stands.
        content = json.dumps({} if given.body is None else given.body, ensure_ascii=False).encode(
            errors="backslashreplace"
        )
    elif route.body == "bytes":
        headers["Content-Type"] = "application/octet-stream"
        content = given.body.encode() if isinstance(given.body, str) else bytes(given.body)
    return Request(route.method, f"{url}{path}{f'?{query}' if query else ''}", headers, content)


def _segment_of(name: str, value: object) -> str:
    """Write a name into a path.

    Dots alone would name another route, such as that of the tenant for one of a space.
    """
    if not isinstance(value, str) or value in ("", ".", ".."):
        raise TypeError(f"{value!r} is no {name}.")
    return quote(value, safe="")


def retry_after_seconds(headers: httpx.Headers) -> float:
    """Return the seconds of Retry-After; 0 where there is none.

    A date is one of the server's clock, as `Date` is.
    """
    text = headers.get("retry-after", "")
    try:
        return float(text)
    except ValueError:
        pass
    try:
        until, now = parsedate_to_datetime(text), parsedate_to_datetime(headers.get("date", ""))
        return max(0.0, (until - now).total_seconds())
    except (ValueError, TypeError):
        # A date of the zone -0000 is read as one without a zone, which no other can be taken from.
        return 0.0
