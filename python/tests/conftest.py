"""The service that the tests run against: a started one, named by TOTAL_RECALL_TEST_URL and TOTAL_RECALL_TEST_KEY."""

from __future__ import annotations

import os
from collections.abc import Iterator
from uuid import uuid4

import pytest

from total_recall import Client, SpaceClient


class Service:
    def __init__(self, url: str, key: str) -> None:
        self.url = url
        self.key = key


@pytest.fixture(scope="session")
def service() -> Service:
    url, key = os.environ.get("TOTAL_RECALL_TEST_URL"), os.environ.get("TOTAL_RECALL_TEST_KEY")
    if not url or not key:
        pytest.fail("Start the service and name it in TOTAL_RECALL_TEST_URL and TOTAL_RECALL_TEST_KEY.")
    return Service(url, key)


@pytest.fixture
def client(service: Service) -> Iterator[Client]:
    with Client(service.url, service.key) as made:
        yield made


@pytest.fixture
def space(client: Client) -> SpaceClient:
    """A space of its own, so that no test sees what another one wrote."""
    return client.space(f"py-{uuid4().hex[:12]}")
