"""The model that Total Recall uses, as an embedder of LangChain. Its lines are counted for nobody.

Reads 256 word pieces of a text, in one thread, as the service does. BESIDE_VECTORS may name a file that keeps vectors
by text, for runs that are not timed.
"""

import os
import sqlite3

import numpy
from langchain_core.embeddings import Embeddings
from onnxruntime import InferenceSession, SessionOptions
from tokenizers import Tokenizer

MAX_PIECES = 256


class MiniLM(Embeddings):
    def __init__(self) -> None:
        folder = os.environ["BESIDE_MODEL_DIR"]
        self.tokenizer = Tokenizer.from_file(f"{folder}/tokenizer.json")
        self.tokenizer.enable_truncation(MAX_PIECES)
        self.tokenizer.no_padding()
        options = SessionOptions()
        options.intra_op_num_threads = 1
        self.model = InferenceSession(f"{folder}/model.onnx", options)
        # LangGraph embeds queries in a thread of its own.
        kept = os.environ.get("BESIDE_VECTORS", ":memory:")
        self.kept = sqlite3.connect(kept, isolation_level=None, check_same_thread=False)
        self.kept.execute("PRAGMA synchronous = OFF")
        self.kept.execute("CREATE TABLE IF NOT EXISTS vectors (text TEXT PRIMARY KEY, vector BLOB)")

    def embed_query(self, text: str) -> list[float]:
        if "BESIDE_VECTORS" not in os.environ:
            return self.make(text).tolist()
        found = self.kept.execute("SELECT vector FROM vectors WHERE text = ?", (text,)).fetchone()
        if found:
            return numpy.frombuffer(found[0], numpy.float32).tolist()
        vector = self.make(text)
        self.kept.execute("INSERT OR IGNORE INTO vectors VALUES (?, ?)", (text, vector.tobytes()))
        return vector.tolist()

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [self.embed_query(text) for text in texts]

    def make(self, text: str) -> numpy.ndarray:
        pieces = self.tokenizer.encode(text)
        given = {"input_ids": pieces.ids, "attention_mask": pieces.attention_mask, "token_type_ids": pieces.type_ids}
        (states,) = self.model.run(["last_hidden_state"], {name: numpy.array([ids]) for name, ids in given.items()})
        vector = states[0].mean(axis=0)
        return (vector / numpy.linalg.norm(vector)).astype(numpy.float32)
