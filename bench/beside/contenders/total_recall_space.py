import os
from itertools import groupby

from total_recall import Client

space = Client(os.environ["TOTAL_RECALL_URL"], os.environ["TOTAL_RECALL_API_KEY"]).space("agent")


def remember(messages):
    for session, group in groupby(messages, key=lambda message: message["session"]):
        events = [message["event"] for message in group]
        for at in range(0, len(events), 100):
            space.session(session).append(events[at : at + 100])


def recall(question, budget_tokens):
    return [space.recall(question, budget_tokens=budget_tokens).rendered]
