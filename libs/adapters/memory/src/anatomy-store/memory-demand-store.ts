import {
  NO_DEMAND,
  type DemandCounts,
  type EvidenceUse,
  type RecallReceived,
  type RetrievalRecord,
  type TurnTaken,
} from '@total-recall/domain';
import { DEMAND_LIMITS, type DemandQuery, type DemandStore } from '@total-recall/ports';
import { checkMost, refuseRequest } from '@total-recall/runtime';

interface Space {
  readonly turns: Map<string, TurnTaken>;
  readonly received: Map<string, RecallReceived>;
  readonly uses: Map<string, EvidenceUse>;
}

type Placed = { readonly tenant: string; readonly space: string; readonly session: string };

/** Creates the demand store in memory; `retrievals` returns the retrieval log of a space. */
export function createMemoryDemandStore(deps: {
  readonly retrievals: (tenant: string, space: string) => readonly RetrievalRecord[];
  readonly refuseClosed: () => void;
}): DemandStore {
  const spaces = new Map<string, Space>();
  const offsets = new Map<string, number>();
  const spaceOf = ({ tenant, space }: { tenant: string; space: string }): Space => {
    const key = `${tenant}/${space}`;
    const found = spaces.get(key) ?? { turns: new Map(), received: new Map(), uses: new Map() };
    spaces.set(key, found);
    return found;
  };
  return {
    async append({ follower, offset, turns, received, uses }) {
      deps.refuseClosed();
      const add = <T extends Placed>(records: readonly T[], kind: keyof Space, keyOf: (record: T) => string): void => {
        for (const record of records) {
          const known = spaceOf(record)[kind] as unknown as Map<string, T>;
          if (!known.has(keyOf(record))) known.set(keyOf(record), structuredClone(record));
        }
      };
      add(turns, 'turns', ({ session, turn }) => JSON.stringify([session, turn]));
      add(received, 'received', ({ session, retrievalId }) => JSON.stringify([session, retrievalId]));
      add(uses, 'uses', ({ retrievalId, eventId }) => JSON.stringify([retrievalId, eventId]));
      offsets.set(follower, Math.max(offset, offsets.get(follower) ?? -1));
    },
    async progress(follower) {
      deps.refuseClosed();
      return offsets.get(follower) ?? -1;
    },
    async receivedSince({ session, fromTurn, ...place }) {
      deps.refuseClosed();
      const found = [...spaceOf(place).received.values()].filter((one) => one.session === session && one.turn >= fromTurn);
      return structuredClone(found.sort((a, b) => a.ordinal - b.ordinal).slice(-DEMAND_LIMITS.openRecalls));
    },
    async outcomes({ retrievalIds, ...place }) {
      deps.refuseClosed();
      checkMost('recalls', retrievalIds.length, DEMAND_LIMITS.ids);
      const { received, uses } = spaceOf(place);
      return retrievalIds.map((retrievalId) => {
        const first = [...received.values()].find((one) => one.retrievalId === retrievalId);
        return structuredClone({
          retrievalId,
          ...(first && { received: first }),
          uses: [...uses.values()].filter((use) => use.retrievalId === retrievalId),
        });
      });
    },
    async useCounts(tenant, space, eventIds) {
      deps.refuseClosed();
      checkMost('events', eventIds.length, DEMAND_LIMITS.ids);
      const wanted = new Set(eventIds);
      const counts = new Map<string, number>();
      for (const { eventId } of spaceOf({ tenant, space }).uses.values())
        if (wanted.has(eventId)) counts.set(eventId, (counts.get(eventId) ?? 0) + 1);
      return counts;
    },
    async counts(query) {
      deps.refuseClosed();
      checkMost('groups', query.limit, DEMAND_LIMITS.groups);
      if (!(query.limit >= 1)) refuseRequest('At least 1 group must be asked for.');
      return countDemand(query, spaceOf(query), deps.retrievals(query.tenant, query.space));
    },
  };
}

type Sums = { -readonly [K in keyof DemandCounts]: DemandCounts[K] };

function countDemand(query: DemandQuery, space: Space, retrievals: readonly RetrievalRecord[]): DemandCounts[] {
  const groups = new Map<string, Sums>();
  const groupOf = (record: { session?: string; at: number }): Sums | undefined => {
    const isWanted =
      record.at >= (query.from ?? -Infinity) &&
      record.at < (query.to ?? Infinity) &&
      (query.session === undefined || record.session === query.session);
    const key = query.by === 'all' ? 'all' : query.by === 'session' ? record.session : new Date(record.at).toISOString().slice(0, 10);
    if (!isWanted || key === undefined) return undefined;
    const group = groups.get(key) ?? { ...NO_DEMAND, key };
    groups.set(key, group);
    return group;
  };
  for (const turn of space.turns.values()) {
    const group = groupOf(turn);
    if (!group) continue;
    group.turns += 1;
    if (turn.byModel) group.modelTurns += 1;
  }
  for (const record of retrievals) {
    const group = record.pushed ? undefined : groupOf(record);
    if (!group) continue;
    group.retrievals += 1;
    group.tokens += record.tokens;
    if ((record.attempts ?? 0) > 0) group.escalated += 1;
    if (record.outcome === 'nothing_found') group.unanswered += 1;
    if (record.completeness !== null) group.completenessSum += record.completeness;
    if (record.completeness !== null) group.completenessCount += 1;
  }
  countReceived(space, groupOf);
  const descending = query.by === 'day';
  return [...groups.values()]
    .sort((a, b) => (a.key < b.key === descending ? 1 : -1))
    .filter(({ key }) => query.after === undefined || (descending ? key < query.after : key > query.after))
    .slice(0, query.limit);
}

function countReceived(space: Space, groupOf: (record: RecallReceived) => Sums | undefined): void {
  const pulled = new Set<string>();
  const usesOf = Map.groupBy(space.uses.values(), ({ session, retrievalId }) => JSON.stringify([session, retrievalId]));
  for (const received of space.received.values()) {
    const group = groupOf(received);
    if (!group) continue;
    const turn = JSON.stringify([group.key, received.session, received.turn]);
    if (!pulled.has(turn)) group.recallTurns += 1;
    pulled.add(turn);
    group.received += 1;
    group.evidence += received.evidence;
    const uses = usesOf.get(JSON.stringify([received.session, received.retrievalId])) ?? [];
    if (uses.length > 0) group.receivedUsed += 1;
    for (const { kind } of uses) group[kind] += 1;
  }
}
