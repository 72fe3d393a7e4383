import type { ErasureTargets, EventEnvelope } from '@total-recall/domain';
import { INDEX_LIMITS, type ArtifactPlace, type MemoryIndex } from '@total-recall/ports';

export type IsNamed = (envelope: Pick<EventEnvelope, 'space' | 'session' | 'id'>) => boolean;

/** Returns a test for the events that an erasure names, by themselves, with their session or with their space. */
export function namedBy({ events, sessions, spaces }: Pick<ErasureTargets, 'sessions' | 'spaces'> & Named): IsNamed {
  const ids = new Set(events.flatMap(({ space, eventIds }) => eventIds.map((id) => `${space}/${id}`)));
  const whole = new Set(sessions.map(({ space, session }) => `${space}/${session}`));
  const places = new Set(spaces);
  return ({ space, session, id }) => places.has(space) || whole.has(`${space}/${session}`) || ids.has(`${space}/${id}`);
}

interface Named {
  readonly events: readonly { readonly space: string; readonly eventIds: readonly string[] }[];
}

/** Returns true when an event that is not named refers to the artifact: the same content sent again has the same id. */
export async function isHeldBeside(
  index: Pick<MemoryIndex, 'events' | 'eventsOfArtifact'>,
  { tenant, space, artifactId }: ArtifactPlace,
  isNamed: IsNamed,
): Promise<boolean> {
  const ids = await index.eventsOfArtifact({ tenant, space, artifactId, limit: INDEX_LIMITS.artifactEvents });
  const events = await index.events(tenant, space, ids);
  return events.some((event) => event !== undefined && !isNamed(event.record.envelope));
}
