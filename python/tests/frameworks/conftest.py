"""A server of the vendors that refuses what they refuse, scripted through TOTAL_RECALL_TEST_VENDOR."""

from __future__ import annotations

import os
from typing import Any

import httpx
import pytest

RECALL = {"id": "call_r", "name": "recall", "arguments": '{"query": "port of the staging database"}'}
LS = {"id": "call_l", "name": "ls", "arguments": '{"path": "src"}'}


class Vendor:
    def __init__(self, control: str) -> None:
        self._control = control

    def script(self, *answers: dict[str, Any]) -> None:
        httpx.post(self._control, json=list(answers)).raise_for_status()

    @property
    def requests(self) -> list[dict[str, Any]]:
        """What was asked since the last script. Fails where anything of it was refused."""
        seen = httpx.get(self._control).raise_for_status().json()
        assert seen["refused"] == []
        requests: list[dict[str, Any]] = seen["requests"]
        return requests


@pytest.fixture
def vendor() -> Vendor:
    control = os.environ.get("TOTAL_RECALL_TEST_VENDOR")
    if not control:
        pytest.fail("Name the control of a vendor's server in TOTAL_RECALL_TEST_VENDOR.")
    return Vendor(control)
