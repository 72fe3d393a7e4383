"""What tests of several frameworks ask."""

from __future__ import annotations

from total_recall import SessionClient, SpaceClient

PICTURE = (
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhf"
    "DwAChwGA60e6kgAAAABJRU5ErkJggg=="
)


def story_of(session: SessionClient) -> list[str]:
    """Return what was said in a session in short: kind, then text or the name of what was called."""
    events = [(event.kind, event.body) for event in session.all_events() if event.kind != "compaction"]
    return [f"{kind}: {body.text or (body.call.name if body.call else '')}" for kind, body in events if body]


def tell_port(space: SpaceClient) -> None:
    text = "The staging database listens on port 54329."
    space.session("earlier").append({"kind": "user_message", "text": text}, wait="searchable")


def step(number: int) -> str:
    return f"Step {number}: {'a word and another one. ' * 20}"
