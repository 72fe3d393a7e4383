"""What the calls of a client raise."""

from __future__ import annotations

import json
from typing import Any

import httpx
from pydantic import ValidationError

from ._routes import ERRORS, ErrorCode
from .models import Problem, ProblemErrorsItem


class TotalRecallError(Exception):
    """Base of all errors that tell of a call."""

    def __init__(self, message: str, attempts: int) -> None:
        super().__init__(message)
        #: Calls made before giving up.
        self.attempts = attempts

    def __reduce__(self) -> tuple[Any, ...]:
        # A copy, as pickle makes one for another process, is not made of the call that the error tells of.
        return _copied, (type(self), self.args), self.__dict__


def _copied(kind: type[TotalRecallError], args: tuple[Any, ...]) -> TotalRecallError:
    return kind.__new__(kind, *args)


class TotalRecallApiError(TotalRecallError):
    """An error answer of the service. `code` is stable; `errors` names fields."""

    def __init__(self, problem: Problem, attempts: int) -> None:
        super().__init__(f"{problem.code}: {problem.detail}", attempts)
        self.code: ErrorCode = problem.code
        self.status = int(problem.status)
        self.request_id = problem.instance
        self.retryable = problem.retryable
        self.errors: list[ProblemErrorsItem] = problem.errors or []
        self.details: dict[str, Any] = problem.details or {}


class TotalRecallConnectionError(TotalRecallError):
    """No answer came from the service: it is unreachable, the connection broke, or the call took too long."""

    def __init__(self, url: str, attempts: int, cause: BaseException) -> None:
        late = isinstance(cause, httpx.TimeoutException)
        advice = (
            "It took too long: raise timeout_seconds, or look at the service."
            if late
            else "Is the service running there?"
        )
        tries = f"{attempts} {'attempt' if attempts == 1 else 'attempts'}"
        super().__init__(f"No answer from {url} after {tries}. {advice}", attempts)


# Statuses with which another program, such as the proxy's vendor, says that it knows no such call.
_OF_ANOTHER = frozenset((400, 404, 405))
_NO_DOCUMENT = "no_problem_document"
_ADDRESS = "Is the URL that of the memory service (by default port 8420, not 8424 of its proxy), without /v1?"


def read_problem(status: int, headers: httpx.Headers, content: bytes) -> Problem:
    """Read the problem of an answer; where a proxy answered, build one from the status."""
    try:
        return Problem.model_validate_json(content)
    except ValidationError:
        code = _code_of(status)
        to = headers.get("location")
        answered = f"The answer was {status} and no problem document"
        if to:
            leads = f"{answered}: it leads to {to}, which the client does not follow."
            return _problem_of_another(code, status, leads, headers)
        if status not in _OF_ANOTHER:
            return _problem_of_another(code, status, f"{answered}.", headers)
        return _problem_of_another(code, status, f"{answered}. {_ADDRESS}", headers, "another_api")


def read_json(headers: httpx.Headers, content: bytes) -> Any:
    """Read an answer as JSON; raise an error for that of another program, such as the page of a web server."""
    try:
        return json.loads(content)
    except ValueError:
        problem = _problem_of_another("internal", 200, "The answer was no JSON.", headers)
        raise TotalRecallApiError(problem, 1) from None


def is_unknown(problem: Problem) -> bool:
    """Return whether a program between could not say what became of the call: the service may have done it."""
    return problem.status >= 500 and (problem.details or {}).get("problem") == _NO_DOCUMENT


def _problem_of_another(
    code: ErrorCode, status: int, detail: str, headers: httpx.Headers, problem: str = _NO_DOCUMENT
) -> Problem:
    return Problem(
        type=f"urn:total-recall:error:{code}",
        title="The answer was no problem document",
        status=status,
        code=code,
        detail=detail,
        instance=headers.get("x-request-id", "unknown"),
        details={"problem": problem},
        retryable=ERRORS[code][1],
    )


def _code_of(status: int) -> ErrorCode:
    if status == 429:
        return "rate_limited"
    if status >= 502:
        return "unavailable"
    if status == 500:
        return "internal"
    return next((code for code, (http, _retryable) in ERRORS.items() if http == status), "internal")
