from uuid import uuid4

from langgraph.store.memory import InMemoryStore
from minilm import MiniLM

store = InMemoryStore(index={"embed": MiniLM(), "dims": 384, "fields": ["text"]})


def remember(messages):
    for message in messages:
        store.put(("agent",), str(uuid4()), {"text": message["text"]})


def recall(question, budget_tokens):
    return [item.value["text"] for item in store.search(("agent",), query=question, limit=100)]
