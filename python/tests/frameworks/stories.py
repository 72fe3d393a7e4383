"""What tests of several frameworks ask."""

from __future__ import annotations

from total_recall import SessionClient, SpaceClient

PICTURE = (
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhf"
    "DwAChwGA60e6kgAAAABJRU5ErkJggg=="
)

PDF = b"%PDF-1.4 hello"


def story_of(session: SessionClient) -> list[str]:
    """Return what was said in a session in short: kind, then text or the name of what was called."""
    events = [(event.kind, event.body) for event in session.all_events() if event.kind != "compaction"]
    return [f"{kind}: {body.text or (body.call.name if body.call else '')}" for kind, body in events if body]


def files_of(session: SessionClient) -> list[tuple[str, str, str | None]]:
    """Return the files that a session has: the kind of their event, their type, and their title."""
    events = [(event.kind, event.body.artifacts or []) for event in session.all_events() if event.body]
    return [(kind, file.mime, file.title) for kind, files in events for file in files if file.role == "attachment"]


def tell_port(space: SpaceClient) -> None:
    text = "The staging database listens on port 54329."
    space.session("earlier").append({"kind": "user_message", "text": text}, wait="searchable")


def step(number: int) -> str:
    return f"Step {number}: {'a word and another one. ' * 20}"
