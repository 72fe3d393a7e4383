import type { RouteId } from '@total-recall/contracts';
import type { AuditEntry, Clock, ControlStore, Random, ServedWindow } from '@total-recall/ports';
import { createLruMap, policyLevels } from '@total-recall/runtime';
import type { Caller } from '../gateway.ts';

/** Most ids in one entry. For the rest it gives their number. */
const MOST_IDS = 100;

interface Named {
  readonly id: string;
}

interface ReadProfile {
  readonly entries: readonly { readonly current?: Named; readonly history: readonly Named[] }[];
}

interface ReadLedgerEntry extends Named {
  readonly changes: readonly { readonly fact: string; readonly says?: string }[];
}

interface ReadTaskState {
  readonly eventId?: string;
  readonly state: NamedByTask | null;
  readonly proposal?: NamedByTask;
}

interface NamedByTask {
  readonly keyEvents?: readonly string[];
  readonly keyArtifacts?: readonly string[];
}

interface ReadExpired {
  readonly space: string;
  readonly sessions: readonly string[];
  readonly eventIds: readonly string[];
}

/** Reads that have no entry, with the reason. */
export const UNAUDITED = {
  listSpaces: 'names of places, counts and times',
  listSessions: 'names of places, counts and times',
  getSession: 'counts and times, and ids of what its windows keep whole',
  prefetch: 'gives nothing: what it looked up comes with the recall or the window that follows',
  getTools: 'the same for all',
  getTenantPolicy: 'settings, of which each change has an entry',
  getSpacePolicy: 'settings, of which each change has an entry',
  getSessionPolicy: 'settings, of which each change has an entry',
  listKeys: 'no memory: keys, of which each change has an entry',
  getTenant: 'no memory: name and quotas',
  listTenants: 'no memory: names and quotas',
  getCertificateKey: 'public',
  exportAudit: 'writes an entry of its own, audit.export',
} as const satisfies Partial<Record<RouteId, string>>;

/**
 * Lists per route the ids that an answer discloses: events, artifacts, markers, retrievals, windows and what stands in
 * them, facts, entries of the ledger and of the audit, erasures and holds, and names of sessions. Never content.
 */
export const READS: Partial<Record<RouteId, (answer: never, params: Readonly<Record<string, string>>) => readonly string[]>> = {
  recall: (answer: { retrievalId: string; hits: readonly { eventId: string }[]; passages: readonly { eventId: string }[] }) => [
    answer.retrievalId,
    ...new Set([...answer.hits, ...answer.passages].map(({ eventId }) => eventId)),
  ],
  open: ({ eventId, artifactId, retrievalId }: { eventId?: string; artifactId?: string; retrievalId: string }) =>
    [retrievalId, eventId, artifactId].filter((id) => id !== undefined),
  getEvent: ({ id }: Named) => [id],
  listEvents: ({ events }: { events: readonly { ordinal: number }[] }) => rangesOf(events.map(({ ordinal }) => ordinal)),
  getArtifact: (_answer, { artifactId }) => [artifactId!],
  listMarkers: ({ markers }: { markers: readonly Named[] }) => markers.map(({ id }) => id),
  getManifest: (_answer, { markerId }) => [markerId!],
  expandMarker: ({ events }: { events: readonly Named[] }, { markerId }) => [markerId!, ...events.map(({ id }) => id)],
  // Its anatomy, stored under this id, has the sizes of its parts.
  assembleWindow: ({ windowId, shows }: Pick<ServedWindow, 'windowId' | 'shows'>) => [
    windowId,
    ...(shows ? [...rangesOf(shows.ordinals), ...shows.facts, ...shows.pushed, ...shows.markers] : []),
  ],
  listAnatomy: ({ anatomy }: { anatomy: readonly { turnId: string }[] }) => anatomy.map(({ turnId }) => turnId),
  getTaskState: ({ eventId, state, proposal }: ReadTaskState) => {
    const named = [state, proposal].flatMap((of) => [...(of?.keyEvents ?? []), ...(of?.keyArtifacts ?? [])]);
    return [...new Set([...(eventId === undefined ? [] : [eventId]), ...named])];
  },
  listFacts: ({ facts }: { facts: readonly Named[] }) => facts.map(({ id }) => id),
  getProfile: ({ profiles }: { profiles: readonly ReadProfile[] }) =>
    profiles
      .flatMap(({ entries }) => entries.flatMap(({ current, history }) => [...(current ? [current] : []), ...history]))
      .map(({ id }) => id),
  listLedger: ({ entries }: { entries: readonly ReadLedgerEntry[] }) => [
    ...entries.map(({ id }) => id),
    ...new Set(entries.flatMap(({ changes }) => changes.flatMap(({ fact, says }) => (says === undefined ? [] : [fact])))),
  ],
  getReflection: ({ sessions }: { sessions: readonly { session: string }[] }) => sessions.map(({ session }) => session),
  getDigest: ({ ids = [] }: { ids?: readonly string[] }) => ids,
  listDelegations: ({ delegations }: { delegations: readonly { eventId: string }[] }) => delegations.map(({ eventId }) => eventId),
  listUnits: ({ units }: { units: readonly Named[] }) => units.map(({ id }) => id),
  getDemand: ({ by, groups }: { by: string; groups: readonly { key: string }[] }) => (by === 'session' ? groups.map(({ key }) => key) : []),
  listAudit: ({ entries }: { entries: readonly Named[] }) => entries.map(({ id }) => id),
  listErasures: ({ erasures }: { erasures: readonly Named[] }) => erasures.map(({ id }) => id),
  getErasure: ({ id, eventIds }: Named & { eventIds: readonly string[] }) => [id, ...eventIds],
  listHolds: ({ holds }: { holds: readonly Named[] }) => holds.map(({ id }) => id),
  getHold: ({ id, eventIds = [] }: Named & { eventIds?: readonly string[] }) => [id, ...eventIds],
  getExpired: ({ spaces }: { spaces: readonly ReadExpired[] }) =>
    spaces.flatMap(({ space, sessions, eventIds }) => [space, ...sessions, ...eventIds]),
  listRetrievals: ({ retrievals }: { retrievals: readonly { retrievalId: string }[] }) => retrievals.map(({ retrievalId }) => retrievalId),
};

/**
 * Reads that callers repeat while they wait for news, with what is news in an answer. Those that say nothing new have no
 * entry: one of the audit would find its own, and write another, without end.
 */
const NEWS: Partial<Record<RouteId, (answer: never) => readonly string[]>> = {
  listAudit: ({ entries }: { entries: readonly (Named & Pick<AuditEntry, 'action'>)[] }) =>
    entries.filter(({ action }) => action !== 'read.listAudit').map(({ id }) => id),
  getErasure: ({ id, status }: Named & { status: string }) => [`${id} ${status}`],
};

/** Time after which a repeated read has an entry again, and how many of the told news are remembered for that. */
const REPEATED_FOR_MS = 60 * 60_000;
const REMEMBERED = 20_000;

/** Shortens ordinals of a session's events to ranges, such as `e1-e40`, `e45`. */
function rangesOf(ordinals: readonly number[]): string[] {
  const ranges: { from: number; to: number }[] = [];
  for (const ordinal of ordinals) {
    const last = ranges.at(-1);
    if (last?.to === ordinal - 1) last.to = ordinal;
    else ranges.push({ from: ordinal, to: ordinal });
  }
  return ranges.map(({ from, to }) => (from === to ? `e${from}` : `e${from}-e${to}`));
}

export interface Read {
  readonly routeId: RouteId;
  readonly caller: Caller;
  readonly params: Readonly<Record<string, string>>;
  readonly answer: unknown;
}

interface AuditedReadsDeps {
  readonly control: Pick<ControlStore, 'policies'>;
  readonly random: Random;
  readonly clock: Pick<Clock, 'monotonicMs'>;
}

type ReadEntry = Pick<AuditEntry, 'action' | 'target' | 'read'>;

/**
 * Returns a function that makes the audit entry of an answered read. It returns undefined for routes that read
 * nothing, and for reads that sampling leaves out: the policy of the space or tenant sets the share to audit
 * (`auditReads`, by default all). It also returns undefined for reads that repeat what the caller was told within the hour.
 */
export function createAuditedReads({ control, random, clock }: AuditedReadsDeps) {
  const repeats = createRepeats(clock);
  return async ({ routeId, caller, params, answer }: Read): Promise<ReadEntry | undefined> => {
    const idsOf = READS[routeId];
    if (!idsOf) return undefined;
    const { space, session } = params;
    const [, ...names] = policyLevels({ tenant: caller.tenant, ...(space !== undefined && { space }) });
    const levels = await control.policies(names);
    const share = levels.findLast((level) => level?.settings.auditReads !== undefined)?.settings.auditReads ?? 1;
    if (share < 1 && new DataView(random.bytes(4).slice().buffer).getUint32(0) / 2 ** 32 >= share) return undefined;
    if (repeats({ routeId, caller, answer })) return undefined;
    const ids = idsOf(answer as never, params);
    const more = ids.length - MOST_IDS;
    return {
      action: `read.${routeId}`,
      target: session === undefined ? (space ?? '') : `${space}/${session}`,
      read: { ids: ids.slice(0, MOST_IDS), ...(more > 0 && { more }), ...(share < 1 && { share }) },
    };
  };
}

/** Returns a function that tells whether an answer holds no news for its caller, and remembers those that it holds. */
function createRepeats({ monotonicMs }: Pick<Clock, 'monotonicMs'>) {
  const told = createLruMap<number>(REMEMBERED);
  return ({ routeId, caller, answer }: Pick<Read, 'routeId' | 'caller' | 'answer'>): boolean => {
    const newsOf = NEWS[routeId];
    if (!newsOf) return false;
    const now = monotonicMs();
    const names = ['', ...newsOf(answer as never)].map((news) => `${caller.tenant} ${caller.keyId} ${routeId} ${news}`);
    if (names.every((name) => now < (told.get(name) ?? 0))) return true;
    for (const name of names) told.set(name, now + REPEATED_FOR_MS);
    return false;
  };
}
