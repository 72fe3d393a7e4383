import {
  isRecalled,
  isUntimed,
  isWrittenByAgent,
  writtenFact,
  type EventBody,
  type EventKind,
  type EventRecord,
  type FactSource,
  type SessionAddress,
  type StatedFact,
} from '@total-recall/domain';
import { INDEX_LIMITS, type IndexedEvent, type SpacePlace } from '@total-recall/ports';
import { batchesOf, createSlices, inSlices, type Slices } from '@total-recall/runtime';
import type { ConsolidatorDeps, FactReader } from '../consolidator-deps.ts';

export interface ReadDeps extends Pick<ConsolidatorDeps, 'index' | 'sealer' | 'content' | 'reader'> {
  /** Waits until the index has what these sessions hold; false where that takes too long. Absent where nobody waits for it. */
  readonly untilSearchable?: (sessions: Iterable<SessionAddress>) => Promise<boolean>;
  /** Slices of work that others share; absent for those of each read. */
  readonly slices?: Slices;
}

/** An event with what it states. */
export interface ReadSource {
  readonly source: FactSource;
  readonly facts: readonly StatedFact[];
  /** The fact that begins at a place of the text, also where all of them were not read. */
  readonly factAt: (from: number) => StatedFact | undefined;
  /** True where it was written as a fact, by a person or an agent. */
  readonly isWritten: boolean;
  /** Present where an agent did, which is no person. */
  readonly isByAgent?: true;
  /** Present where that was in another space: a source sent the event here, and no entry of this ledger adds the fact. */
  readonly isImported?: boolean;
  readonly call?: EventBody['call'];
  readonly isError?: boolean;
}

export interface ReadOptions {
  /** Takes the preview of a tool's result that stands in an artifact, and reads no facts in calls and results. */
  readonly skimsTools?: boolean;
  /** Characters of the text of an event that are read, from its beginning; all where absent. */
  readonly charsOf?: (eventId: string) => number;
  /** Leaves `facts` empty but for what was written as one; `factAt` reads single ones. */
  readonly leavesFacts?: boolean;
}

/** Work of reading facts, in characters of plain analysis: others go first every few milliseconds. */
export const READING_COST = 64;

/** Characters of a text that is read in one step. */
const STEP_CHARS = 8_192;

/** Events that are opened in one go: one or two milliseconds of keys and decompression where they are short. */
export const OPENED_AT_ONCE = 8;

/** Reads events; undefined for those that are gone, and for results of recall, which are never consolidated (I-13). */
export async function readSources(
  deps: ReadDeps,
  events: readonly IndexedEvent[],
  options: ReadOptions = {},
): Promise<(ReadSource | undefined)[]> {
  const { slices = createSlices() } = deps;
  const read: (ReadSource | undefined)[] = [];
  if (events.length > 0 && deps.reader.prepare) await inSlices(deps.reader.prepare(), slices);
  for (const portion of batchesOf(events, OPENED_AT_ONCE)) {
    const records = await deps.sealer.openAll(portion.map(({ record }) => record));
    for (const [at, record] of records.entries()) {
      const source = await readSource({ ...deps, slices }, portion[at]!, record, options);
      read.push(source);
      await slices((options.leavesFacts ? 1 : READING_COST) * (source?.source.text.length ?? 0));
    }
  }
  return read;
}

async function readSource(
  { content, reader, slices }: ReadDeps,
  { accepted }: IndexedEvent,
  { envelope, body }: EventRecord,
  { skimsTools = false, charsOf, leavesFacts = false }: ReadOptions,
): Promise<ReadSource | undefined> {
  if (typeof body === 'string' || isRecalled(body)) return undefined;
  const isSkimmed = skimsTools && envelope.kind.startsWith('tool_');
  const text = isSkimmed
    ? skimmed(body)
    : charsOf
      ? await content.start(envelope, body, charsOf(envelope.id))
      : (await content.read(envelope, body)).fullText;
  const { agent, subject } = body.meta;
  const source: FactSource = {
    eventId: envelope.id,
    session: envelope.session,
    ordinal: accepted.ordinal,
    kind: envelope.kind,
    occurredAt: envelope.occurredAt,
    text,
    ...(isUntimed(body.meta) && { isUntimed: true }),
    ...(agent !== undefined && { agent }),
    ...(subject !== undefined && { subject }),
  };
  const written = writtenFact({ ...body, text });
  const states = written === undefined && !isSkimmed && !isOfParentAgent(envelope.kind, body);
  const facts = written ? [written] : states && !leavesFacts ? await factsOf(reader, source, slices) : [];
  const factAt = states && leavesFacts ? singleFacts(reader, source) : (from: number) => facts.find((fact) => fact.from === from);
  const { call, isError } = body;
  const isImported = written !== undefined && body.origin?.source !== undefined;
  const isWritten = written !== undefined;
  return {
    source,
    facts,
    factAt,
    isWritten,
    ...(isWritten && isWrittenByAgent(body) && { isByAgent: true as const }),
    ...(isImported && { isImported }),
    ...(call && { call }),
    ...(isError !== undefined && { isError }),
  };
}

/** Reads all facts of an event; others have the thread between parts of a long text. */
async function factsOf({ read, steps }: FactReader, source: FactSource, slices = createSlices()): Promise<readonly StatedFact[]> {
  if (steps === undefined || source.text.length <= STEP_CHARS) return read(source);
  return inSlices(steps(source), (chars) => slices(READING_COST * chars));
}

function singleFacts(reader: FactReader, source: FactSource): ReadSource['factAt'] {
  if (reader.at) return reader.at(source);
  let facts: readonly StatedFact[] | undefined;
  return (from) => (facts ??= reader.read(source)).find((fact) => fact.from === from);
}

/** Returns true for a message of an agent to one that it started: that is no person's statement. */
export function isOfParentAgent(kind: EventKind, { meta }: EventBody): boolean {
  return kind === 'user_message' && meta.parentAgent !== undefined;
}

function skimmed({ text, artifacts = [] }: EventBody): string {
  return text === '' ? (artifacts.find(({ role }) => role === 'content')?.preview ?? '') : text;
}

/** Reads events of a space by id, each once. Events that are gone are left out. */
export async function readEvents(
  deps: ReadDeps,
  place: SpacePlace,
  ids: Iterable<string>,
  options: ReadOptions = {},
): Promise<ReadonlyMap<string, ReadSource>> {
  const wanted = [...new Set(ids)];
  const read = new Map<string, ReadSource>();
  for (const asked of batchesOf(wanted, INDEX_LIMITS.eventIds)) {
    const found = await deps.index.events(place.tenant, place.space, asked);
    const sources = await readSources(
      deps,
      found.filter((event) => event !== undefined),
      options,
    );
    for (const source of sources) if (source) read.set(source.source.eventId, source);
  }
  return read;
}
