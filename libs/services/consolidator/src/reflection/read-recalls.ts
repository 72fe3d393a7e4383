import type { KindUse, ReflectionInput } from '@total-recall/domain';
import type { SpacePlace } from '@total-recall/ports';
import type { ConsolidatorDeps } from '../consolidator-deps.ts';

/** Recalls whose evidence is looked at, events that are read to learn their kind, and sessions that are compared. */
const RECALLS_READ = 200;
const EVENTS_READ = 200;
const SESSIONS_READ = 200;

type Recalls = NonNullable<ConsolidatorDeps['recalls']>;
type RecordOfRecall = Omit<ReflectionInput, 'settings'>;

/** Reads how recall did in a space since a time: counts and kinds, never text. Undefined where nothing was counted. */
export async function readRecalls(
  { recalls, index }: { readonly recalls: Recalls } & Pick<ConsolidatorDeps, 'index'>,
  place: SpacePlace,
  from: number,
): Promise<RecordOfRecall | undefined> {
  const [all, sessions] = await Promise.all([
    recalls.demand({ ...place, by: 'all', from, limit: 1 }),
    recalls.demand({ ...place, by: 'session', from, limit: SESSIONS_READ }),
  ]);
  const [figures] = all.groups;
  if (figures === undefined) return undefined;
  return { figures, sessions: sessions.groups, kinds: await kindsUsed({ recalls, index }, place, from) };
}

/** Counts the evidence of the latest recalls since a time by kind, and what of it was used. */
async function kindsUsed(
  { recalls, index }: { readonly recalls: Recalls } & Pick<ConsolidatorDeps, 'index'>,
  place: SpacePlace,
  from: number,
): Promise<KindUse[]> {
  const latest = await recalls.retrievals({ ...place, limit: RECALLS_READ });
  const retrievals = latest.filter(({ at }) => at >= from);
  const shown = retrievals.flatMap(({ packedEventIds, received }) => (received ? packedEventIds : []));
  const used = new Set(retrievals.flatMap(({ retrievalId, uses }) => uses.map(({ eventId }) => `${retrievalId} ${eventId}`)));
  const usedIds = retrievals.flatMap(({ retrievalId, packedEventIds }) => packedEventIds.filter((id) => used.has(`${retrievalId} ${id}`)));
  const timesUsed = Map.groupBy(usedIds, (id) => id);
  const times = [...Map.groupBy(shown, (id) => id)].slice(0, EVENTS_READ);
  // An event that was erased meanwhile counts for nothing.
  const events = await index.events(
    place.tenant,
    place.space,
    times.map(([id]) => id),
  );
  const kinds = new Map(events.flatMap((event) => (event ? [[event.record.envelope.id, event.record.envelope.kind] as const] : [])));
  const counts = new Map<KindUse['kind'], { shown: number; used: number }>();
  for (const [id, own] of times) {
    const kind = kinds.get(id);
    if (kind === undefined) continue;
    const before = counts.get(kind) ?? { shown: 0, used: 0 };
    counts.set(kind, { shown: before.shown + own.length, used: before.used + (timesUsed.get(id)?.length ?? 0) });
  }
  return [...counts].map(([kind, count]) => ({ kind, ...count }));
}
