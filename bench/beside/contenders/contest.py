"""contest.py CONTENDER INPUT [--pieces]: stores messages and asks questions, each after a line of input.

Answers leave as lines of JSON. INPUT holds messages, questions and budgets. No answer that is looked for is in it.
"""

import importlib
import json
import sys
import time
from pathlib import Path

# No text of that length is within a budget.
MOST_CHARS_A_TOKEN = 40

# What a library prints must not stand between the answers.
answers, sys.stdout = sys.stdout, sys.stderr


def say(**line):
    answers.write(json.dumps({**line, "atMs": time.time() * 1000, "cpuMs": time.process_time() * 1000}) + "\n")
    answers.flush()


name, path, *flags = sys.argv[1:]
given = json.loads(Path(path).read_text())
contender = importlib.import_module(name)
messages = given["messages"]
if "--pieces" in flags:
    messages = importlib.import_module("pieces").in_pieces(messages)
contender.remember(messages)
say(stored=len(messages))
for question in given["questions"]:
    for budget in given["budgets"]:
        sys.stdin.readline()
        text = "\n\n".join(contender.recall(question["text"], budget))
        say(question=question["id"], budget=budget, text=text[: budget * MOST_CHARS_A_TOKEN])
