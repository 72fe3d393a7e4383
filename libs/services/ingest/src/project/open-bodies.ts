import type { EntryContent, EventBody, SessionState } from '@total-recall/domain';
import type { IngestDeps } from '../ingest-deps.ts';

type OpenDeps = Pick<IngestDeps, 'index' | 'sealer' | 'content'>;

/** Opens bodies of events in the session's space, by id; those that cannot be opened are missing. */
export async function openBodies(
  deps: Pick<OpenDeps, 'index' | 'sealer'>,
  { tenant, space }: SessionState,
  ids: readonly string[],
): Promise<Map<string, EventBody>> {
  if (ids.length === 0) return new Map();
  const events = await deps.index.events(tenant, space, ids);
  const records = events.flatMap((event) => (event ? [event.record] : []));
  const opened = await deps.sealer.openAll(records);
  return new Map(opened.flatMap(({ envelope, body }) => (typeof body === 'string' ? [] : [[envelope.id, body] as const])));
}

/** Opens bodies together with their full texts. */
export async function readContents(deps: OpenDeps, state: SessionState, ids: readonly string[]): Promise<Map<string, EntryContent>> {
  const bodies = [...(await openBodies(deps, state, ids))];
  return new Map(await Promise.all(bodies.map(async ([id, body]) => [id, await deps.content.read(state, body)] as const)));
}
