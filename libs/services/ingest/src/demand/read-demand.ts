import {
  MODEL_OUTPUT_KINDS,
  NO_RETRIEVAL,
  rulesOf,
  sessionKey,
  WATCHED_TURNS,
  watchEvidence,
  writtenText,
  type AcceptedEvent,
  type EventBody,
  type EventEnvelope,
  type EvidenceUse,
  type EvidenceWatch,
  type RecallReceived,
  type TurnTaken,
} from '@total-recall/domain';
import type { DemandStore, IndexedEvent, LogRecord } from '@total-recall/ports';
import { createLruMap, type RecentEntries } from '@total-recall/runtime';
import { acceptedEvents } from '../follow/accepted-events.ts';
import type { RecentEvents } from '../follow/recent-events.ts';
import type { IngestDeps } from '../ingest-deps.ts';
import { evidenceOf } from './evidence-of.ts';

/** The demand side of recall in a batch of records. */
export interface DemandRead {
  readonly turns: readonly TurnTaken[];
  readonly received: readonly RecallReceived[];
  readonly uses: readonly EvidenceUse[];
}

export interface DemandReader {
  read(records: readonly LogRecord[]): Promise<DemandRead>;
  /** Clears its cache of sessions, after a batch that was read but not stored. */
  reset(): void;
  /** Clears the cache because keys were destroyed: watches have traits of what was recalled. */
  forget(): void;
}

type DemandDeps = Pick<IngestDeps, 'index' | 'sealer' | 'content'>;

interface Opened {
  readonly envelope: EventEnvelope;
  readonly accepted: AcceptedEvent;
  readonly body: EventBody;
}

/** Size of the cache of sessions, watched or not. */
const SESSIONS = 1_024;
/**
 * Events before a recall's result that are compared for what was known without it, and events after it that are
 * read to rebuild a watch.
 */
const EVENTS_BEFORE = 64;
const EVENTS_AFTER = 512;
/** Characters of one event that are compared: takes some milliseconds, and is more than an agent writes at once. */
const COMPARED_CHARS = 65_536;

/**
 * Reads accepted events in the order of the log and returns the turns taken, the recalls received and the evidence
 * used. Opens only recall results, and events in the turns after them. Its state of a session can be rebuilt from the
 * store and the index at any event.
 */
export function createDemandReader(deps: DemandDeps, store: DemandStore, recent: RecentEvents): DemandReader {
  const watches: Watches = createLruMap(SESSIONS);
  const read = createWatchedReader(deps, store, recent, watches);
  let erasures = 0;
  return {
    async read(records) {
      const before = erasures;
      try {
        return await read(records);
      } finally {
        // A batch that was under way kept watches again that have read what is erased.
        if (erasures !== before) watches.clear();
      }
    },
    reset: () => watches.clear(),
    forget: () => {
      erasures += 1;
      watches.clear();
    },
  };
}

type Watches = RecentEntries<EvidenceWatch | null>;

function createWatchedReader(deps: DemandDeps, store: DemandStore, recent: RecentEvents, watches: Watches): DemandReader['read'] {
  async function read(records: readonly LogRecord[]): Promise<DemandRead> {
    const turns = new Map<string, TurnTaken>();
    const received: RecallReceived[] = [];
    const uses: EvidenceUse[] = [];
    for (const event of await acceptedOf(deps, records, recent)) {
      const { envelope } = event.record;
      const key = sessionKey(envelope);
      const taken = turnOf(event);
      if (taken && !turns.has(`${key} ${taken.turn}`)) turns.set(`${key} ${taken.turn}`, taken);
      const watch = await watchAt(key, event);
      // An event that is not indexed for recall may be a recall result.
      if (watch === null && event.accepted.indexed) continue;
      const step = await observe(watch ?? watchEvidence(), event);
      if (step.received) received.push(step.received);
      uses.push(...step.uses);
      watches.set(key, step.watch);
    }
    return { turns: [...turns.values()], received, uses };
  }

  /** Returns the watch of the session at this event, rebuilding it if needed. */
  async function watchAt(key: string, { record: { envelope }, accepted }: IndexedEvent): Promise<EvidenceWatch | null> {
    const known = watches.get(key);
    if (known !== undefined) return known?.isOpenIn(accepted.turn) === true ? known : null;
    const { tenant, space, session } = envelope;
    const since = await store.receivedSince({ tenant, space, session, fromTurn: accepted.turn - WATCHED_TURNS });
    const first = since.find(({ ordinal }) => ordinal < accepted.ordinal);
    if (first === undefined) {
      watches.set(key, null);
      return null;
    }
    const watch = watchEvidence();
    const range = { fromOrdinal: first.ordinal, toOrdinal: accepted.ordinal - 1, limit: EVENTS_AFTER };
    for (const event of await deps.index.sessionEvents({ tenant, space, session, ...range })) await observe(watch, event);
    watches.set(key, watch);
    return watch;
  }

  async function observe(
    watch: EvidenceWatch,
    event: IndexedEvent,
  ): Promise<{ watch: EvidenceWatch | null; received?: RecallReceived; uses: EvidenceUse[] }> {
    const [opened] = await openAll(deps, [event]);
    const { turn } = event.accepted;
    const rest = (): EvidenceWatch | null => (watch.isOpenIn(turn) ? watch : null);
    if (opened === undefined) return { watch: rest(), uses: [] };
    if (opened.body.recall?.retrievalId === NO_RETRIEVAL) return { watch: rest(), uses: [] };
    if (opened.body.recall) {
      const received = receivedOf(opened, opened.body.recall);
      const [evidence, before] = await Promise.all([evidenceOf(deps, opened.envelope, opened.body), textsBefore(deps, opened)]);
      watch.received(received, evidence, before);
      return { watch, received, uses: [] };
    }
    const { envelope, accepted } = opened;
    const passing = {
      id: envelope.id,
      ordinal: accepted.ordinal,
      turn,
      at: envelope.recordedAt,
      text: await textOf(deps, opened),
    };
    if (rulesOf(envelope.kind).isAgents) return { uses: watch.wrote(passing), watch: rest() };
    watch.read(passing);
    return { watch: rest(), uses: [] };
  }

  return read;
}

/** Returns the accepted events with the fold's results, from memory if possible. */
async function acceptedOf({ index }: DemandDeps, records: readonly LogRecord[], recent: RecentEvents): Promise<IndexedEvent[]> {
  const looked = records.map((record) => ({ record, accepted: recent.accepted(record.position.offset) }));
  const read = await acceptedEvents(
    index,
    looked.flatMap(({ record, accepted }) => (accepted ? [] : [record])),
  );
  return looked.flatMap(({ record, accepted }) => (accepted ? { record, accepted } : (read.get(record) ?? [])));
}

async function openAll({ sealer }: DemandDeps, events: readonly IndexedEvent[]): Promise<Opened[]> {
  const opened = await sealer.openAll(events.map(({ record }) => record));
  return opened.flatMap(({ envelope, body }, at) => (typeof body === 'string' ? [] : [{ envelope, body, accepted: events[at]!.accepted }]));
}

/** Reads the texts of the previous turns, without results of other recalls, whose evidence is counted for those. */
async function textsBefore(deps: DemandDeps, { envelope, accepted }: Opened): Promise<string[]> {
  const { tenant, space, session } = envelope;
  const range = { fromOrdinal: Math.max(1, accepted.ordinal - EVENTS_BEFORE), toOrdinal: accepted.ordinal - 1, limit: EVENTS_BEFORE };
  const before = await deps.index.sessionEvents({ tenant, space, session, ...range });
  const near = await openAll(
    deps,
    before.filter((event) => event.accepted.turn >= accepted.turn - WATCHED_TURNS),
  );
  return Promise.all(near.filter(({ body }) => body.recall === undefined).map((event) => textOf(deps, event)));
}

async function textOf({ content }: DemandDeps, { envelope, body }: Opened): Promise<string> {
  const { fullText } = await content.read(envelope, body);
  return writtenText(envelope.kind, body, fullText).slice(0, COMPARED_CHARS);
}

function turnOf({ record: { envelope }, accepted }: IndexedEvent): TurnTaken | undefined {
  const byModel = MODEL_OUTPUT_KINDS.has(envelope.kind);
  if (!byModel && envelope.kind !== 'user_message') return undefined;
  const { tenant, space, session, recordedAt } = envelope;
  return { tenant, space, session, turn: accepted.turn, at: recordedAt, byModel };
}

function receivedOf({ envelope, accepted }: Opened, recall: NonNullable<EventBody['recall']>): RecallReceived {
  const { tenant, space, session, id, recordedAt } = envelope;
  return {
    tenant,
    space,
    session,
    retrievalId: recall.retrievalId,
    eventId: id,
    ordinal: accepted.ordinal,
    turn: accepted.turn,
    at: recordedAt,
    evidence: new Set(recall.evidence.map(({ eventId }) => eventId)).size,
  };
}
