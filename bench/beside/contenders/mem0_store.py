from mem0 import Memory
from minilm import MiniLM

memory = Memory.from_config({
    "embedder": {"provider": "langchain", "config": {"model": MiniLM()}},
    "vector_store": {"provider": "qdrant", "config": {"path": "qdrant", "embedding_model_dims": 384}},
})


def remember(messages):
    turns = [{"role": message["role"], "content": message["text"]} for message in messages]
    memory.add(turns, user_id="agent", infer=False)


def recall(question, budget_tokens):
    found = memory.search(question, filters={"user_id": "agent"}, top_k=100)
    return [hit["memory"] for hit in found["results"]]
