import { type MemoryModel, type KnownEvent } from './memory-model.ts';

/** Sessions from which a session may recall: undefined for all, an empty set where it may not recall at all. */
export function recallableFrom(model: MemoryModel, asking: string | undefined): ReadonlySet<string> | undefined {
  const subtask = asking === undefined ? undefined : model.subtasks.get(asking);
  if (!subtask || subtask.access === 'space') return undefined;
  if (subtask.access === 'none') return new Set([asking!]);
  return sessionsOfRun(model, subtask.run).add(asking!);
}

/** A run is the session that it began with, and all that packets which can be read handed to from there. */
function sessionsOfRun({ subtasks, sessions }: MemoryModel, run: string): Set<string> {
  const found = new Set([run]);
  for (const top of found)
    for (const { planner, session, packetId } of subtasks.values())
      if (planner === top && isReadable(sessions.get(planner) ?? [], packetId)) found.add(session);
  return found;
}

function isReadable(events: readonly KnownEvent[], wanted: string): boolean {
  return events.some(({ id, isErased }) => id === wanted && !isErased);
}

/** Returns true where a session may open an event. */
export function mayOpen({ subtasks }: MemoryModel, asking: string, { id, session }: KnownEvent): boolean {
  const subtask = subtasks.get(asking);
  if (!subtask || subtask.access === 'space' || session === asking || subtask.packet.keyEventRefs.includes(id)) return true;
  return subtask.access === 'run' && (subtasks.get(session)?.run ?? session) === subtask.run;
}
