import {
  documentSteps,
  createSessionFold,
  emptySession,
  encodePosition,
  type AnalysedDocument,
  type EntryContent,
  type EventBody,
  type EventEnvelope,
  type EventRecord,
  type SessionState,
} from '@total-recall/domain';
import type { IndexedEvent, LogRecord } from '@total-recall/ports';
import { createCallReader, inSlices, LIMITS, TotalRecallError } from '@total-recall/runtime';
import { logEnds } from '../../log-ends.ts';
import { positionsIn } from '../../position-in.ts';
import type { RecallConfig, RetrieverDeps } from '../../retriever-deps.ts';

/** An accepted event that may not be in the index yet, opened and analysed in process. */
export interface PendingEvent {
  readonly event: IndexedEvent;
  readonly opened: EventRecord;
  readonly content: EntryContent;
  readonly documents: readonly AnalysedDocument[];
}

/** Part of the log that a recall reads because the index may not have it yet. */
export interface PendingLog {
  readonly events: readonly PendingEvent[];
  /** Ids that a pending event supersedes, each with the id of that event. */
  readonly superseded: ReadonlyMap<string, string>;
  /** States of the sessions with such records, folded as far as the log was read, by session. */
  readonly states: ReadonlyMap<string, SessionState>;
  /** Log ends covered: one position per partition, joined by commas. */
  readonly coveredTo: string;
}

type PendingDeps = Pick<RetrieverDeps, 'log' | 'marks' | 'sessions' | 'sealer' | 'content' | 'analyser' | 'index'>;
interface Place {
  readonly tenant: string;
  readonly space: string;
}

/**
 * Reads and folds everything of a space, up to the log end (or `after`), that may not be in the text index yet, so that
 * callers always find their own writes. Waits if the gap is too large. Errors: `not_caught_up`, `invalid_position`.
 */
export async function readPendingLog(
  deps: PendingDeps,
  config: RecallConfig,
  place: Place,
  after: string | undefined,
): Promise<PendingLog> {
  const ends = await endsToRead(deps, after);
  const found = await Promise.all(ends.map(([partition, end]) => readPartition(deps, config, place, partition, end)));
  const folded = found.flat();
  const events = folded.flatMap((session) => session.events);
  const states = new Map(folded.map(({ state }) => [state.session, state]));
  const superseded = new Map<string, string>();
  for (const { opened, content } of events) for (const id of content.body.meta.supersedes ?? []) superseded.set(id, opened.envelope.id);
  const coveredTo = ends
    .map(([partition, end]) => encodePosition({ generation: deps.log.generation, partition, offset: Math.max(0, end) }))
    .join(',');
  return { events, superseded, states, coveredTo };
}

async function endsToRead({ log }: PendingDeps, after: string | undefined): Promise<[number, number][]> {
  if (after === undefined) return [...(await logEnds(log)).entries()];
  return (await positionsIn(log, after)).map(({ partition, offset }) => [partition, offset]);
}

async function readPartition(
  deps: PendingDeps,
  config: RecallConfig,
  place: Place,
  partition: number,
  end: number,
): Promise<FoldedSession[]> {
  const records = await readRecords(deps, config, place, partition, end);
  const bySession = Map.groupBy(records, ({ envelope }) => envelope.session);
  return Promise.all(bySession.values().map((own) => foldPending(deps, own)));
}

/**
 * Reads the records of the space above what the index promises. Records of other spaces only take the time to pass over
 * them.
 */
async function readRecords(
  deps: PendingDeps,
  config: RecallConfig,
  { tenant, space }: Place,
  partition: number,
  end: number,
): Promise<LogRecord[]> {
  for (let most = config.passedRecords; ; most = config.pendingRecords) {
    let { searchable } = await deps.marks.marks(partition, end);
    if (end - searchable > most) {
      await waitForIndex(deps, config, partition, end - most);
      ({ searchable } = await deps.marks.marks(partition));
    }
    const records: LogRecord[] = [];
    for (let from = searchable + 1; from <= end && records.length <= config.pendingRecords;) {
      const page = await deps.log.readSpace({
        partition,
        tenant,
        space,
        fromOffset: from,
        toOffset: end,
        limit: config.pendingRecords + 1,
      });
      records.push(...page.records);
      from = page.next;
    }
    if (records.length <= config.pendingRecords) return records;
  }
}

async function waitForIndex({ marks }: PendingDeps, { coverTimeoutMs }: RecallConfig, partition: number, offset: number): Promise<void> {
  if (await marks.waitFor(partition, offset, 'searchable', coverTimeoutMs)) return;
  throw new TotalRecallError('not_caught_up', 'The index is too far behind the log to answer. Try again shortly.', { retryAfterMs: 500 });
}

interface FoldedSession {
  readonly state: SessionState;
  readonly events: readonly PendingEvent[];
}

/**
 * Folds a session's newest records into its saved state. Records that the saved state covers are read from the index,
 * which may not find them yet.
 */
async function foldPending(deps: PendingDeps, records: readonly LogRecord[]): Promise<FoldedSession> {
  const address = records[0]!.envelope;
  const fold = createSessionFold((await deps.sessions.load(address)) ?? emptySession(address));
  const folded = await foldedEvents(
    deps,
    records.filter(({ position }) => position.offset <= fold.offset),
  );
  const opened = await deps.sealer.openAll(records);
  const pending: PendingEvent[] = [];
  const calls = createCallReader(deps);
  for (const [i, record] of opened.entries()) {
    let accepted = folded.get(record.offset);
    if (record.offset > fold.offset) ({ accepted } = fold.add(record));
    if (accepted?.indexed !== true || typeof record.body === 'string') continue;
    calls.keep(record.envelope, accepted, record.body);
    const call = await calls.labelFor(record.envelope, accepted, record.body);
    const analysed = await analyseEvent(deps, record.envelope, record.body, call);
    pending.push({ event: { record: records[i]!, accepted }, opened: record, ...analysed });
  }
  return { state: fold.state(), events: pending };
}

/** Reads the content of an event and analyses it as the projector does. `call` is the label of the call that it answers. */
export async function analyseEvent(
  { content: reader, analyser }: Pick<PendingDeps, 'content' | 'analyser'>,
  envelope: EventEnvelope,
  body: EventBody,
  call?: string,
): Promise<Pick<PendingEvent, 'content' | 'documents'>> {
  const content = await reader.read(envelope, body);
  const limits = { passageChars: LIMITS.passageChars, maxPassages: LIMITS.passagesPerEvent };
  return { content, documents: await inSlices(documentSteps(envelope.kind, content, analyser, limits, call)) };
}

/** Returns what the fold made of records of a session, by offset; nothing for those that it did not accept. */
async function foldedEvents({ index }: PendingDeps, records: readonly LogRecord[]): Promise<Map<number, IndexedEvent['accepted']>> {
  if (records.length === 0) return new Map();
  const { tenant, space } = records[0]!.envelope;
  const events = await index.events(
    tenant,
    space,
    records.map(({ envelope }) => envelope.id),
  );
  // A repeat has the id of its first copy.
  return new Map(events.flatMap((event) => (event ? [[event.record.position.offset, event.accepted] as const] : [])));
}
