"""The store of LangGraph, with the framework itself."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from langgraph.graph import START, StateGraph
from langgraph.store.base import BaseStore, GetOp, PutOp, SearchOp
from typing_extensions import TypedDict

from total_recall import Client, SpaceClient
from total_recall.langgraph import TotalRecallStore

USERS = ("users", "ada")
# The tests of the store of JavaScript read the same.
CASES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("store_cases.json").read_text("utf8"))


def open_store(client: Client, space: SpaceClient) -> TotalRecallStore:
    return TotalRecallStore(client, space=space.name)


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_table(client: Client, space: SpaceClient, case: dict[str, Any]) -> None:
    store = open_store(client, space)
    for step in case["steps"]:
        if "refused" in step:
            with pytest.raises(ValueError, match=step["refused"].replace("$", r"\$")):
                take(store, step)
        else:
            assert take(store, step) == step.get("gives"), step


def take(store: BaseStore, step: dict[str, Any]) -> Any:
    if "namespaces" in step:
        asked = {("max_depth" if name == "maxDepth" else name): value for name, value in step["namespaces"].items()}
        return [list(namespace) for namespace in store.list_namespaces(**asked)]
    if "put" in step:
        namespace, key, value, *index = step["put"]
        return store.put(tuple(namespace), key, value, *index)
    if "search" in step:
        prefix, *options = step["search"]
        found = store.search(tuple(prefix), **(options[0] if options else {}))
        return [f"{'/'.join(item.namespace)} {item.key}" for item in found]
    namespace, key = step["get"] if "get" in step else step["delete"]
    if "delete" in step:
        return store.delete(tuple(namespace), key)
    item = store.get(tuple(namespace), key)
    return item and item.value


def test_what_was_replaced_stays_in_the_log(client: Client, space: SpaceClient) -> None:
    store = open_store(client, space)
    store.put(USERS, "drink", {"text": "tea"})
    store.put(USERS, "drink", {"text": "coffee"})
    item = open_store(client, space).get(USERS, "drink")
    assert item is not None and item.updated_at > item.created_at
    store.delete(USERS, "drink")
    store.delete(USERS, "drink")
    events = list(space.session("langgraph-store").all_events())
    assert [event.superseded_by is not None for event in events] == [True, True, False]


def test_what_another_process_puts_is_seen(client: Client, space: SpaceClient) -> None:
    here, there = open_store(client, space), open_store(client, space)
    here.put(USERS, "a", {"n": 1})
    there.put(USERS, "b", {"n": 2})
    assert here.get(USERS, "b") is not None and there.get(USERS, "a") is not None
    whole = {"text": "long " * 60_000}
    here.put(USERS, "long", whole)
    item = there.get(USERS, "long")
    assert item is not None and item.value == whole
    item.value["text"] = "changed"
    again = there.get(USERS, "long")
    assert again is not None and again.value == whole


def test_a_batch_may_be_larger_than_a_request(client: Client, space: SpaceClient) -> None:
    store = open_store(client, space)
    store.batch([PutOp(USERS, f"k{at}", {"text": "x" * 7_000_000}) for at in range(5)])
    assert [item.key for item in store.search(USERS)] == [f"k{at}" for at in range(5)]


def test_a_namespace_is_searched_whatever_stands_in_others(client: Client, space: SpaceClient) -> None:
    store = open_store(client, space)
    store.put(USERS, "drink", {"text": "Oolong tea, which she buys at the harbour."})
    store.batch([PutOp(("users", f"u{at}"), "drink", {"text": "Oolong tea."}) for at in range(150)])
    found = store.search(USERS, query="oolong tea")
    assert [item.namespace for item in found] == [USERS]
    assert found[0].score is not None


def test_it_reads_what_the_store_of_javascript_writes(client: Client, space: SpaceClient) -> None:
    kept = json.dumps({"namespace": ["a", "ü"], "key": "k", "value": {"n": 1}}, ensure_ascii=False)
    named = {"put": {"namespace": ["a", "ü"], "key": "i", "value": {"n": 2}, "index": False}}
    space.session("langgraph-store").append(
        [{"kind": "system_note", "text": kept}, {"kind": "system_note", "text": "a\nü\ni", "meta": {"extra": named}}],
        wait="searchable",
    )
    found = open_store(client, space).search(("a", "ü"))
    assert [(item.key, item.value) for item in found] == [("k", {"n": 1}), ("i", {"n": 2})]


def test_a_value_that_is_no_json_is_refused(client: Client, space: SpaceClient) -> None:
    store = open_store(client, space)
    with pytest.raises(ValueError, match="JSON compliant"):
        store.put(USERS, "n", {"n": float("nan")})
    half = {"text": "half a pair: \ud83c"}
    store.put(USERS, "half", half)
    item = store.get(USERS, "half")
    assert item is not None and item.value == half


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
    puts = [PutOp(USERS, "x", {"n": 1}), PutOp(USERS, "x", {"n": 2})]
    assert store.batch([*puts, GetOp(USERS, "x"), SearchOp(("nobody",))]) == [None, None, None, []]
    item = store.get(USERS, "x")
    assert item is not None and item.value == {"n": 2}
    assert len(list(space.session("langgraph-store").all_events())) == 2
