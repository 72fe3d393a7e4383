import type { EvaluationProgress, EvaluationTarget } from '../evaluation-target.ts';
import { appendAll } from '../session-events.ts';
import type { ConversationStore } from './conversation-set.ts';

/** A unit of a data set: its key and its session. */
export interface StoredUnit {
  readonly key: string;
  readonly session: string;
}

/** Filled stores: the space of each store, and the unit behind each event id. */
export interface FilledStores {
  readonly spaceOf: ReadonlyMap<string, string>;
  readonly unitOf: ReadonlyMap<string, StoredUnit>;
  readonly size: StoreSize;
}

export interface StoreSize {
  readonly spaces: number;
  readonly sessions: number;
  readonly events: number;
  /** Number of events in the largest space. */
  readonly largest: number;
}

/** Builds a key for a unit or a session, unique in the data set. */
export function unitKey(store: string, unit: string): string {
  return `${store} ${unit}`;
}

interface FillOptions {
  readonly runName: string;
  readonly pool: boolean;
  /** Consolidates each space once it is filled. */
  readonly consolidate?: boolean;
  readonly onProgress?: EvaluationProgress;
}

/** Appends every store through ingest, each to its own space or all to one. Resolves once everything is searchable. */
export async function fillStores(
  target: EvaluationTarget,
  stores: readonly ConversationStore[],
  options: FillOptions,
): Promise<FilledStores> {
  const spaceOf = new Map<string, string>();
  const unitOf = new Map<string, StoredUnit>();
  const sizes = new Map<string, number>();
  for (const [at, store] of stores.entries()) {
    options.onProgress?.(at, stores.length, `storing ${store.name}`);
    const space = options.pool ? `${options.runName}.pool` : `${options.runName}.${at + 1}`;
    spaceOf.set(store.name, space);
    for (const session of store.sessions) {
      const { ids } = await appendAll(target, { tenant: target.tenant, space, session: `${at + 1}.${session.name}` }, session.events);
      ids.forEach((id, place) =>
        unitOf.set(id, { key: unitKey(store.name, session.units[place]!), session: unitKey(store.name, session.name) }),
      );
      sizes.set(space, (sizes.get(space) ?? 0) + ids.length);
    }
  }
  await target.settle();
  if (options.consolidate) await consolidateAll(target, new Set(spaceOf.values()));
  const sessions = stores.reduce((sum, store) => sum + store.sessions.length, 0);
  return { spaceOf, unitOf, size: { spaces: sizes.size, sessions, events: unitOf.size, largest: Math.max(0, ...sizes.values()) } };
}

/** Sweeps spaces, and resolves once what the sweeps appended is searchable, too. */
export async function consolidateAll(
  { consolidate, settle }: Pick<EvaluationTarget, 'consolidate' | 'settle'>,
  spaces: Iterable<string>,
): Promise<void> {
  if (consolidate === undefined) throw new TypeError('This target consolidates nothing.');
  for (const space of spaces) await consolidate(space);
  await settle();
}
