# Made from the file of the same name in _async by `npm run client:python`: change that, not this file.
from __future__ import annotations

import time
from typing import Any, get_args

import httpx

from .._errors import TotalRecallApiError, TotalRecallConnectionError, read_json, read_problem
from .._request import Answer, CallInput, Lost, Refused, Request, Retry, is_worthwhile, request_of, retry_after_seconds
from .._routes import BytesRouteId, JsonRouteId, RouteId
from .._waiting_sync import sleep


class Transport:
    """Calls the routes; tries again what is worth it, with back-off, and raises typed errors for the rest."""

    def __init__(
        self, url: str, api_key: str, timeout_seconds: float, retry: Retry, http_client: httpx.Client
    ) -> None:
        self._url = url
        self._api_key = api_key
        self._timeout_seconds = timeout_seconds
        self._retry = retry
        self._http = http_client

    def send(self, route_id: RouteId, given: CallInput) -> Answer:
        request = request_of(route_id, given, self._url, self._api_key)
        timeout_seconds = self._timeout_seconds if given.timeout_seconds is None else given.timeout_seconds
        attempt = 0
        while True:
            attempt += 1
            outcome = self._try_once(request, timeout_seconds)
            if isinstance(outcome, Answer):
                return outcome
            asked_seconds = outcome.retry_after_seconds if isinstance(outcome, Refused) else 0.0
            wait_seconds = self._retry.wait_seconds(attempt, asked_seconds)
            if is_worthwhile(outcome, route_id, given) and self._retry.allows(attempt, wait_seconds):
                sleep(wait_seconds)
            elif isinstance(outcome, Refused):
                raise TotalRecallApiError(outcome.problem, attempt)
            else:
                raise TotalRecallConnectionError(self._url, attempt, outcome.cause) from outcome.cause

    def json(self, route_id: JsonRouteId, given: CallInput) -> Any:
        if route_id in get_args(BytesRouteId):
            raise TypeError(
                f"call reads JSON, and {route_id} answers with bytes: take client.space(name).artifact(id)."
            )
        answer = self.send(route_id, given)
        return read_json(answer.headers, answer.content)

    def close(self) -> None:
        self._http.close()

    def _try_once(self, request: Request, timeout_seconds: float) -> Answer | Refused | Lost:
        end = time.monotonic() + timeout_seconds
        try:
            with self._http.stream(
                request.method,
                request.url,
                headers=request.headers,
                content=request.content,
                timeout=timeout_seconds,
                # One that is followed makes a GET of an append.
                follow_redirects=False,
            ) as response:
                parts: list[bytes] = []
                for part in response.iter_bytes():
                    parts.append(part)
                    # The limit of httpx starts anew with each part.
                    if time.monotonic() > end:
                        raise httpx.ReadTimeout("the answer came too slowly")
        except httpx.RequestError as cause:
            return Lost(cause)
        content = b"".join(parts)
        if response.is_success or response.status_code == 304:
            return Answer(response.headers, content)
        problem = read_problem(response.status_code, response.headers, content)
        return Refused(problem, retry_after_seconds(response.headers))
