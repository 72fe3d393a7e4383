"""The store of LangGraph, with the framework itself."""

from __future__ import annotations

import asyncio
from typing import Any

from langgraph.graph import START, StateGraph
from langgraph.store.base import BaseStore, PutOp, SearchOp
from typing_extensions import TypedDict

from total_recall import Client, SpaceClient
from total_recall.langgraph import TotalRecallStore

USERS = ("users", "ada")


def open_store(client: Client, space: SpaceClient) -> TotalRecallStore:
    return TotalRecallStore(client, space=space.name)


def test_values_are_put_read_replaced_and_deleted(client: Client, space: SpaceClient) -> None:
    store = open_store(client, space)
    assert store.get(USERS, "drink") is None
    store.put(USERS, "drink", {"text": "Ada drinks tea.", "rank": 1})
    store.put(USERS, "drink", {"text": "Ada drinks coffee.", "rank": 2})
    store.put(("users", "bob"), "drink", {"text": "Bob drinks water.", "rank": 3})
    item = open_store(client, space).get(USERS, "drink")
    assert item is not None and item.value == {"text": "Ada drinks coffee.", "rank": 2}
    assert item.updated_at > item.created_at
    assert [found.key for found in store.search(("users",), filter={"rank": {"$gt": 2}})] == ["drink"]
    assert store.list_namespaces() == [USERS, ("users", "bob")]
    store.delete(USERS, "drink")
    assert store.get(USERS, "drink") is None
    assert [found.namespace for found in store.search(("users",))] == [("users", "bob")]
    # What was replaced stays in the log.
    assert len(list(space.session("langgraph-store").all_events())) == 4


def test_a_search_finds_by_words_what_holds_now(client: Client, space: SpaceClient) -> None:
    store = open_store(client, space)
    store.put(USERS, "drink", {"text": "Ada drinks oolong tea in the morning."})
    store.put(USERS, "car", {"text": "Ada drives a red car."})
    store.put(("users", "bob"), "drink", {"text": "Bob drinks oolong tea too."})
    store.put(USERS, "secret", {"text": "Ada hides her oolong tea."}, index=False)
    found = store.search(USERS, query="who drinks oolong tea")
    assert found[0].key == "drink" and found[0].namespace == USERS
    assert found[0].score is not None
    assert all(item.namespace == USERS and item.key != "secret" for item in found)
    store.put(USERS, "drink", {"text": "Ada drinks cocoa."})
    assert "morning" not in str(store.search(USERS, query="oolong tea morning"))
    assert store.search(("nobody",), query="oolong") == []


def test_what_another_process_puts_is_seen(client: Client, space: SpaceClient) -> None:
    here, there = open_store(client, space), open_store(client, space)
    here.put(USERS, "a", {"n": 1})
    there.put(USERS, "b", {"n": 2})
    assert here.get(USERS, "b") is not None and there.get(USERS, "a") is not None
    whole = {"text": "long " * 60_000}
    here.put(USERS, "long", whole)
    item = there.get(USERS, "long")
    assert item is not None and item.value == whole


def test_a_graph_uses_it_at_once_and_in_batches(client: Client, space: SpaceClient) -> None:
    store = open_store(client, space)

    class State(TypedDict):
        text: str

    async def remember(state: State, *, store: BaseStore) -> dict[str, Any]:
        await store.aput(USERS, "said", {"text": state["text"]})
        found = await store.asearch(USERS, query="harbour fee")
        return {"text": found[0].value["text"]}

    graph = StateGraph(State).add_node("remember", remember).add_edge(START, "remember").compile(store=store)
    assert asyncio.run(graph.ainvoke({"text": "The harbour fee is 4711."})) == {"text": "The harbour fee is 4711."}
    results = store.batch([PutOp(USERS, "x", {"n": 1}), PutOp(USERS, "x", {"n": 2}), SearchOp(USERS, None)])
    assert results[:2] == [None, None]
    item = store.get(USERS, "x")
    assert item is not None and item.value == {"n": 2}
