import { sessionKey, type SessionAddress, type SessionFold } from '@total-recall/domain';
import type { IndexWrite, LogRecord } from '@total-recall/ports';
import { batchesOf, createCallReader, createContentReader, type ContentReader } from '@total-recall/runtime';
import { createArtifactCheck, type ArtifactCheck } from './check-artifacts.ts';
import { addTotals, compareDocuments, type DocumentTotals } from './compare-documents.ts';
import { compareEvents } from './compare-events.ts';
import { compareSession, findUnknownSessions } from './compare-sessions.ts';
import { compareUnits } from './compare-units.ts';
import { createVectorComparison, type VectorComparison } from './compare-vectors.ts';
import { refoldBatch, type Refolded } from './fold-partition.ts';
import { findLostRecords } from './find-lost-records.ts';
import { readLog, recordsUpTo, type PartitionLog } from './read-log.ts';
import { createSpaceEffects, type SpaceEffects } from './space-effects.ts';
import type { VerifyDeps, VerifyOptions } from './verify-deps.ts';
import { Findings, type VerifyReport } from './verify-report.ts';

/** Sessions folded in one pass through a partition; their states are in memory. */
const SESSIONS_AT_ONCE = 2_000;

interface Space {
  readonly tenant: string;
  readonly space: string;
}

/** A partition with what is known before its sessions are folded. */
interface ReadPartition extends PartitionLog {
  /** Records that the log lacks and the read model has. */
  readonly recovered: ReadonlyMap<number, LogRecord>;
  readonly aside: ReadonlySet<number>;
  /** Offset up to which the read model must be complete. */
  readonly folded: number;
}

interface Verifying {
  readonly deps: VerifyDeps;
  readonly content: ContentReader;
  readonly findings: Findings;
  readonly artifacts: ArtifactCheck;
  readonly effects: SpaceEffects;
  readonly vectors?: VectorComparison;
  readonly totals: Map<string, DocumentTotals>;
  /** Spaces with events whose artifacts are gone, so that the expected index content is unknown. */
  readonly unsure: Set<string>;
  readonly step: (records: number) => void;
  moving: number;
  unfolded: number;
  young: number;
}

/**
 * Compares all stores with the log: every record exists once and opens, and folding again gives the stored sessions,
 * events, text documents, vectors and artifacts, and the ledger the stored units. Writes nothing. Sessions that
 * services write meanwhile are left out and counted. Errors: those of the stores except `damaged`, which is a finding;
 * the reason of the signal.
 */
export async function verifyMemory(deps: VerifyDeps, options: VerifyOptions): Promise<VerifyReport> {
  const { log, index } = deps;
  const findings = new Findings(options.onFinding);
  const step = await createSteps(deps, options);
  const partitions: ReadPartition[] = [];
  for (let partition = 0; partition < log.partitions; partition += 1)
    partitions.push(await readPartition(deps, findings, partition, { isDense: options.isDense, step }));
  const sessions = new Map(partitions.flatMap((read) => [...read.sessions]));
  const spaces = spacesOf(sessions.values());
  const state: Verifying = {
    deps,
    content: createContentReader({ artifacts: deps.artifacts }),
    findings,
    artifacts: createArtifactCheck(deps, findings),
    effects: createSpaceEffects(deps, findings),
    ...(index.vectors && { vectors: await createVectorComparison({ ...deps, vectors: index.vectors }, options, findings, spaces) }),
    totals: new Map(),
    unsure: new Set(),
    step,
    moving: 0,
    unfolded: 0,
    young: 0,
  };
  for (const read of partitions) await comparePartition(state, read, options.signal);
  await compareSpaces(state, { partitions, sessions, spaces });
  if (deps.decided) state.moving += await compareUnits(deps.decided, findings, options.signal);
  const kinds = findings.kinds();
  return {
    ok: Object.values(kinds).every(({ wrong }) => wrong === 0),
    generation: log.generation,
    kinds,
    behind: partitions.reduce((sum, { end, folded }) => sum + Math.max(0, end - folded), 0),
    erased: partitions.reduce((sum, { erased }) => sum + erased, 0),
    moving: state.moving,
    unfolded: state.unfolded,
    young: state.young,
    findings: findings.kept,
  };
}

async function createSteps({ log }: VerifyDeps, { onProgress, signal }: VerifyOptions): Promise<(records: number) => void> {
  const ends = await Promise.all(Array.from({ length: log.partitions }, (_, partition) => log.end(partition)));
  const of = 2 * ends.reduce((sum, end) => sum + end + 1, 0);
  let done = 0;
  return (records) => {
    signal?.throwIfAborted();
    done = Math.min(of, done + records);
    onProgress?.({ done, of });
  };
}

/** Reads a partition and reports records that are lost, that only the log lacks, and that were set aside. */
async function readPartition(
  deps: VerifyDeps,
  findings: Findings,
  partition: number,
  options: { readonly isDense: boolean; readonly step: (records: number) => void },
): Promise<ReadPartition> {
  // Events that are folded and not searchable yet would count as missing from the index.
  const { searchable: folded } = await deps.index.marks(partition);
  const read = await readLog(deps, partition, options);
  const recovered = await findLostRecords(deps, read);
  // Only gaps that the read model can fill are lost records; other gaps are normal.
  const inGaps = [...recovered.keys()].filter((offset) => !read.faulty.has(offset));
  const log: PartitionLog = { ...read, faulty: new Map([...read.faulty, ...inGaps.map((offset) => [offset, 'missing'] as const)]) };
  findings.checked('records', log.end + 1);
  for (const [offset, fault] of log.faulty) {
    const { tenant, space, session, id: eventId } = recovered.get(offset)?.envelope ?? {};
    const place = { partition, offset, ...(tenant !== undefined && { tenant, space, session, eventId }) };
    findings.add({ kind: 'records', fault, remedy: recovered.has(offset) ? 'mend_log' : 'restore', ...place });
  }
  const aside = await deps.index.aside(partition);
  for (const { offset, eventId } of aside)
    // One that lacks its revised body is found as an artifact: filling anew changes nothing before that is back.
    if (!log.faulty.has(offset) && !log.lacking.has(offset))
      findings.add({ kind: 'records', fault: 'set_aside', remedy: 'fill_anew', partition, offset, eventId });
  if (folded > log.end)
    findings.add({ kind: 'events', fault: 'unknown', remedy: 'restore', partition, offset: folded, held: folded, wanted: log.end });
  return { ...log, recovered, folded: Math.min(folded, log.end), aside: new Set(aside.map(({ offset }) => offset)) };
}

function spacesOf(sessions: Iterable<SessionAddress>): Space[] {
  const spaces = new Map<string, Space>();
  for (const { tenant, space } of sessions) spaces.set(JSON.stringify([tenant, space]), { tenant, space });
  return [...spaces.values()];
}

/**
 * Folds the sessions of a partition, a limited number at a time, and compares the result of
 * each batch and each session.
 */
async function comparePartition(state: Verifying, read: ReadPartition, signal: AbortSignal | undefined): Promise<void> {
  const { deps, content, findings } = state;
  const keys = [...read.sessions.keys()];
  for (const batch of batchesOf(keys, SESSIONS_AT_ONCE)) {
    const own = new Set(batch);
    const sessions = new Map<string, SessionFold>();
    const folding = {
      sessions,
      erased: new Set<string>(),
      lacking: new Set<string>(),
      calls: createCallReader(deps),
      aside: read.aside,
      isOurs: (key: string) => own.has(key),
    };
    for await (const records of recordsUpTo(deps, read.partition, read.folded, read.recovered)) {
      signal?.throwIfAborted();
      const done = await refoldBatch({ ...deps, content }, records, folding);
      await compareBatch(state, done, folding.lacking);
      state.step(done.length);
    }
    state.unfolded += folding.lacking.size;
    for (const [key, session] of sessions) {
      const folded = { state: session.state(), isComparable: !folding.erased.has(key) && !folding.lacking.has(key) };
      const compared = await compareSession(deps, findings, read, folded);
      if (compared === 'moving') state.moving += 1;
    }
  }
}

/** `lacking`: sessions of which only the records are compared, as nobody knows their fold. */
async function compareBatch(state: Verifying, done: readonly Refolded[], lacking: ReadonlySet<string>): Promise<void> {
  const { deps, content, findings, artifacts, effects, vectors, totals } = state;
  const unsure = new Set<string>();
  for (const { opened, write, effect } of done) {
    effects.note(write, effect);
    if (opened.revision !== undefined) await artifacts.checkRevised(opened, opened.revision);
    if (typeof opened.body === 'string') continue;
    // Documents made from the text of a lost artifact can no longer be verified.
    if (await artifacts.check(opened.envelope, opened.body.artifacts ?? [])) continue;
    unsure.add(opened.envelope.id);
    state.unsure.add(spaceOf(opened.envelope));
  }
  const writes = done.flatMap(({ write }) => (write ? [write] : []));
  for (const write of writes) addTotals(totals, spaceOf(write.event.record.envelope), write);
  const isFolded = ({ event }: IndexWrite): boolean => !lacking.has(sessionKey(event.record.envelope));
  const whole = await compareEvents(deps, findings, writes, (event) => effects.superseded(event), isFolded);
  // Passages of a result begin with its call, which the fold names.
  const hasDocuments = (write: IndexWrite): boolean => isFolded(write) || write.event.record.envelope.kind !== 'tool_result';
  const sure = whole.filter((write) => hasDocuments(write) && !unsure.has(write.event.record.envelope.id));
  await compareDocuments(deps, findings, sure);
  if (!vectors) return;
  const opened = new Map(done.map((one) => [one.opened.envelope.id, one.opened]));
  for (const write of sure) {
    const { body, envelope } = opened.get(write.event.record.envelope.id)!;
    if (typeof body !== 'string') await vectors.check(write, await content.read(envelope, body));
  }
}

const spaceOf = ({ tenant, space }: Space): string => JSON.stringify([tenant, space]);

interface Whole {
  readonly partitions: readonly ReadPartition[];
  readonly sessions: ReadonlyMap<string, SessionAddress>;
  readonly spaces: readonly Space[];
}

/**
 * Finds stored data that is not in the log. Only possible if the log is whole and folded, and nobody wrote meanwhile.
 */
async function compareSpaces(state: Verifying, { partitions, sessions, spaces }: Whole): Promise<void> {
  const { deps, findings, artifacts, effects, vectors, totals } = state;
  const marks = await Promise.all(partitions.map(({ partition }) => deps.index.marks(partition)));
  const isStill = marks.every(({ searchable }, at) => searchable === partitions[at]!.folded);
  const isKnown = partitions.every(({ faulty, recovered, end, folded }) => faulty.size === recovered.size && end === folded);
  if (!isStill || !isKnown) return;
  await effects.compare();
  const known = new Set([...sessions.values()].map(({ tenant, space, session }) => JSON.stringify([tenant, space, session])));
  for (const { tenant, space } of spaces) {
    await findUnknownSessions(deps, findings, known, { tenant, space });
    if (state.unsure.has(spaceOf({ tenant, space }))) continue;
    const { documents: held, totalLength } = await deps.index.statistics(tenant, space, []);
    const { documents: wanted, totalLength: wantedLength } = totals.get(spaceOf({ tenant, space })) ?? { documents: 0, totalLength: 0 };
    if (held > wanted) findings.add({ kind: 'documents', fault: 'unknown', remedy: 'fill_anew', tenant, space, held, wanted });
    else if (held === wanted && totalLength !== wantedLength)
      findings.add({ kind: 'documents', fault: 'differs', remedy: 'fill_anew', tenant, space, held: totalLength, wanted: wantedLength });
  }
  if (state.unsure.size === 0) vectors?.finish(partitions.map(({ folded }) => folded));
  state.young = await artifacts.unreferenced(spaces);
}
