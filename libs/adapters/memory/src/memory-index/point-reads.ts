import { idEnding } from '@total-recall/domain';
import { INDEX_LIMITS, type IndexedEvent, type MemoryIndex, type OrdinalRange } from '@total-recall/ports';
import { checkCount, checkMost, checkRanges, LIMITS } from '@total-recall/runtime';
import { spaceOf, type IndexState, type StoredEvent } from './index-state.ts';

type PointReads = Pick<
  MemoryIndex,
  'events' | 'eventsByEnding' | 'eventsOfArtifact' | 'sessionEvents' | 'eventsInRanges' | 'pinned' | 'setPinned'
>;

export function pointReads(state: IndexState): PointReads {
  const all = (tenant: string, space: string): StoredEvent[] => [...(spaceOf(state, tenant, space)?.events.values() ?? [])];
  const inRange = (tenant: string, space: string, { session, fromOrdinal, toOrdinal }: OrdinalRange): IndexedEvent[] =>
    all(tenant, space)
      .map(({ event }) => event)
      .filter(
        ({ record, accepted }) => record.envelope.session === session && accepted.ordinal >= fromOrdinal && accepted.ordinal <= toOrdinal,
      )
      .sort((left, right) => left.accepted.ordinal - right.accepted.ordinal);
  return {
    events: async (tenant, space, eventIds) => {
      checkMost('events', eventIds.length, INDEX_LIMITS.eventIds);
      const held = spaceOf(state, tenant, space);
      return eventIds.map((id) => held?.events.get(id)?.event);
    },
    eventsByEnding: async (tenant, space, endings) => {
      checkMost('endings', endings.length, INDEX_LIMITS.eventIds);
      const wanted = new Set(endings);
      const found = new Map<string, IndexedEvent>();
      for (const { event } of all(tenant, space)) {
        const ending = idEnding(event.record.envelope.id);
        if (wanted.has(ending)) found.set(ending, event);
      }
      return endings.map((ending) => found.get(ending));
    },
    sessionEvents: async ({ tenant, space, session, fromOrdinal, toOrdinal = Infinity, limit, bytes = Infinity }) => {
      checkCount('limit', limit, INDEX_LIMITS.sessionEvents);
      const found = inRange(tenant, space, { session, fromOrdinal, toOrdinal }).slice(0, limit);
      let size = 0;
      const last = found.findIndex(({ record }) => (size += record.sealed.length) >= bytes);
      return last < 0 ? found : found.slice(0, last + 1);
    },
    eventsInRanges: async ({ tenant, space, ranges }) => {
      checkRanges(ranges);
      return ranges.map((range) => inRange(tenant, space, range));
    },
    eventsOfArtifact: async ({ tenant, space, artifactId, limit }) => {
      checkCount('limit', limit, INDEX_LIMITS.artifactEvents);
      return all(tenant, space)
        .filter(({ artifactIds }) => artifactIds.includes(artifactId))
        .slice(0, limit)
        .map(({ event }) => event.record.envelope.id);
    },
    pinned: async (tenant, space, limit) =>
      all(tenant, space)
        .filter((stored) => stored.pinned)
        .map(({ event }) => event.record.envelope)
        .sort((left, right) => right.recordedAt - left.recordedAt || (left.id < right.id ? 1 : -1))
        .slice(0, Math.max(0, Math.min(limit, LIMITS.pinnedPerSpace)))
        .map(({ id }) => id),
    setPinned: async (tenant, space, eventIds, pinned) => {
      const held = spaceOf(state, tenant, space);
      for (const id of eventIds) {
        const stored = held?.events.get(id);
        if (stored) stored.pinned = pinned;
      }
    },
  };
}
