"""The items of a LangGraph store as the events of one session; the store of JavaScript writes and reads the same."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from langgraph.store.base import Item, ListNamespacesOp, MatchCondition, PutOp, SearchOp
from langgraph.store.base.embed import get_text_at_path

from . import models
from ._bodies import well_formed
from ._frameworks import whole_text
from ._sync.space import SpaceClient
from .params import EventMetadataParam, NewEventParam

Namespace = tuple[str, ...]

# Notes leave the window of their session, so that a store grows without one.
KIND: Literal["system_note"] = "system_note"
ORDERS = {
    "$gt": lambda value, given: value > given,
    "$gte": lambda value, given: value >= given,
    "$lt": lambda value, given: value < given,
    "$lte": lambda value, given: value <= given,
}
OPERATORS = ("$eq", "$ne", *ORDERS, "$in", "$nin")


@dataclass
class HeldItem:
    namespace: Namespace
    key: str
    value: dict[str, Any]
    created_at: datetime
    updated_at: datetime
    event_id: str
    is_searched: bool

    def fields(self) -> dict[str, Any]:
        """Return what makes an item. What callers do with its value changes nothing of what is held."""
        times = {"created_at": self.created_at, "updated_at": self.updated_at}
        return {"namespace": self.namespace, "key": self.key, "value": deepcopy(self.value), **times}

    def item(self) -> Item:
        return Item(**self.fields())


class HeldItems:
    """What a log of puts leaves, by namespace and key, each in the order in which it was first put."""

    def __init__(self, space: SpaceClient) -> None:
        self._space = space
        self._namespaces: dict[Namespace, dict[str, HeldItem]] = {}

    def apply(self, event: models.Event) -> None:
        if event.kind != KIND or event.body is None:
            return
        put = _put_of(event.body, self._space)
        namespace, key, value = tuple(put["namespace"]), put["key"], put["value"]
        items = self._namespaces.setdefault(namespace, {})
        if value is None:
            items.pop(key, None)
        else:
            at = event.occurred_at
            created_at = items[key].created_at if key in items else at
            items[key] = HeldItem(namespace, key, value, created_at, at, event.id, put.get("index") is not False)
        if not items:
            del self._namespaces[namespace]

    def get(self, namespace: Namespace, key: str) -> HeldItem | None:
        return self._namespaces.get(namespace, {}).get(key)

    def matching(self, op: SearchOp) -> list[HeldItem]:
        prefix = op.namespace_prefix
        below = (item for item in self._all() if item.namespace[: len(prefix)] == tuple(prefix))
        return [item for item in below if _passes_all(item.value, op.filter or {})]

    def namespaces(self, op: ListNamespacesOp) -> list[Namespace]:
        conditions = op.match_conditions or ()
        found = (one for one in self._namespaces if all(_is_match(one, condition) for condition in conditions))
        return sorted({one[: op.max_depth] for one in found})[op.offset : op.offset + op.limit]

    def _all(self) -> Iterator[HeldItem]:
        for items in self._namespaces.values():
            yield from items.values()


def place_of(namespace: Sequence[str]) -> str:
    """Return what stands in the log for a namespace, so that a recall looks below a prefix alone."""
    return hashlib.sha256(_json_of(list(namespace)).encode()).hexdigest()[:32]


def event_of(op: PutOp, before: str | None) -> NewEventParam:
    """Return a put as an event: what a search goes by is its text."""
    put: dict[str, Any] = {"namespace": list(op.namespace), "key": op.key, "value": op.value}
    meta: EventMetadataParam = {"task_id": place_of(op.namespace)}
    if before is not None:
        meta["supersedes"] = [before]
    index = op.index
    if index is None or op.value is None:
        return {"kind": KIND, "text": _json_of(put), "meta": meta}
    texts = [text for path in index or () for text in get_text_at_path(op.value, path)]
    meta["extra"] = {"put": json.loads(_json_of({**put, "index": index}))}
    return {"kind": KIND, "text": well_formed("\n".join([*op.namespace, op.key, *texts])), "meta": meta}


def _put_of(body: models.EventBody, space: SpaceClient) -> dict[str, Any]:
    named: dict[str, Any] | None = (body.meta.extra or {}).get("put")
    if named is not None:
        return named
    put: dict[str, Any] = json.loads(whole_text(body, space))
    return put


def _json_of(value: Any) -> str:
    """Return JSON as JavaScript writes it: in few bytes, half a surrogate pair escaped, and no number that is none."""
    written = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return re.sub("[\ud800-\udfff]", lambda half: f"\\u{ord(half[0]):04x}", written)


def _passes_all(value: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    return all(_passes(value.get(field), part) for field, part in wanted.items())


def _passes(value: Any, wanted: Any) -> bool:
    if not isinstance(wanted, dict):
        return _is_same(value, wanted)
    if not any(name.startswith("$") for name in wanted):
        return isinstance(value, dict) and _passes_all(value, wanted)
    return all(_compares(value, name, given) for name, given in wanted.items())


def _compares(value: Any, operator: str, given: Any) -> bool:
    if operator not in OPERATORS:
        raise ValueError(f"A filter has no operator {operator}: it has {', '.join(OPERATORS)}.")
    if operator in ORDERS:
        # What has no order is neither more nor less than anything.
        return _is_ordered(value, given) and bool(ORDERS[operator](value, given))
    if operator in ("$in", "$nin"):
        is_list = isinstance(given, list | tuple)
        return is_list and any(_is_same(value, one) for one in given) == (operator == "$in")
    return _is_same(value, given) == (operator == "$eq")


def _is_same(value: Any, given: Any) -> bool:
    # Python takes True for 1, JSON does not.
    return isinstance(value, bool) == isinstance(given, bool) and bool(value == given)


def _is_ordered(value: Any, given: Any) -> bool:
    if isinstance(value, bool) or isinstance(given, bool):
        return False
    are_numbers = isinstance(value, int | float) and isinstance(given, int | float)
    return are_numbers or (isinstance(value, str) and isinstance(given, str))


def _is_match(namespace: Namespace, condition: MatchCondition) -> bool:
    path = condition.path
    if len(path) > len(namespace):
        return False
    part = namespace[: len(path)] if condition.match_type == "prefix" else namespace[len(namespace) - len(path) :]
    return all(label in ("*", own) for label, own in zip(path, part, strict=True))
