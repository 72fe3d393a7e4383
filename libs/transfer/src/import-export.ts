import { open } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { TotalRecallApiError, type NewEventWire, type SpaceClient } from '@total-recall/client';
import { jsonOrUndefined } from '@total-recall/runtime';
import {
  EXPORT_HEADER,
  eventName,
  IMPORT_SOURCE,
  type DecisionLine,
  type EventLine,
  type ExportEnd,
  type ExportHeader,
  type SessionLine,
  type TaskStateLine,
} from './export-lines.ts';
import { createDecisionMaker } from './persons-decisions.ts';
import { withoutGrant } from './without-grant.ts';
import { TransferError } from './transfer-error.ts';

const LINE_FEED = 0x0a;

export interface ImportedExport {
  readonly sessions: number;
  readonly events: number;
  readonly appended: number;
  readonly duplicates: number;
  /** Number of events whose bodies were already gone in the export. The events after them have other ordinals here. */
  readonly missing: number;
  /** Number of decisions of persons about facts in the file. */
  readonly decisions: number;
  /** Number of these that do not hold here, as the sweep did not find their facts. */
  readonly undecided: number;
}

export interface ImportExportOptions {
  readonly path: string;
  readonly signal: AbortSignal;
  readonly onProgress?: (events: number) => void;
}

/** Returns true when the first line of a file is the header of our export. */
export async function isExport(path: string): Promise<boolean> {
  const file = await open(path, 'r').catch(() => undefined);
  if (file === undefined) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(128), 0, 128, 0);
    return buffer.subarray(0, bytesRead).toString().startsWith(`{"format":"${EXPORT_HEADER.format}"`);
  } catch {
    return false;
  } finally {
    await file.close();
  }
}

/**
 * Appends the events of an export in order, in the same batches as before, and waits until each batch is searchable:
 * decisions of the service between two appends are thus repeated on the same grounds. Then come those of persons. Every event has a source and a sequence, so
 * importing a file again adds nothing, and an interrupted import continues.
 * Errors: `sequence_conflict` when a session of the same name differs; `failed` for a file that is no complete export, and for
 * lines that the service refuses, with their numbers.
 */
export async function importExport(space: SpaceClient, { path, signal, onProgress }: ImportExportOptions): Promise<ImportedExport> {
  const done = { events: 0, appended: 0, duplicates: 0, missing: 0, decisions: 0, undecided: 0 };
  const ids = new Map<string, string>();
  const sequences = new Map<string, number>();
  const sessions = new Set<string>();
  const findState = createStateFinder(space);
  const decisions = createDecisionMaker(space, ids);
  const send = async (numbered: readonly NumberedLine<EventLine>[]): Promise<void> => {
    if (numbered.length === 0) return;
    const lines = numbered.map(({ line }) => line);
    const [{ session, source: own }] = lines as [EventLine];
    const source = own ?? IMPORT_SOURCE;
    const events = lines.map((line) => toEvent(line, ids, own === undefined ? next(sequences, session) : line.sequence!));
    const answer = await space
      .session(session)
      .append(events, { source, wait: 'searchable' })
      .catch((error: unknown) => {
        throw refusedLines(path, numbered, error);
      });
    for (const [at, { id, duplicate }] of answer.events.entries()) {
      ids.set(eventName(lines[at]!), id);
      if (duplicate) done.duplicates += 1;
      else done.appended += 1;
    }
  };
  let waiting: NumberedLine<EventLine>[] = [];
  for await (const { line, number } of readExport(path)) {
    if (signal.aborted) break;
    if ('decision' in line) {
      await send(waiting);
      waiting = [];
      done.decisions += 1;
      if (!(await decisions.make(line))) done.undecided += 1;
      continue;
    }
    sessions.add(line.session);
    const isNext = 'withPrevious' in line && line.withPrevious === true;
    if (!isNext) {
      await send(waiting);
      waiting = [];
    }
    if ('missing' in line) done.missing += 1;
    else if (line.kind !== 'task_state') waiting.push({ line: line as EventLine, number });
    else if (await putTaskState({ space, ids, findState }, line as TaskStateLine)) done.appended += 1;
    else done.duplicates += 1;
    done.events += 1;
    onProgress?.(done.events);
  }
  if (!signal.aborted) await send(waiting);
  return { ...done, sessions: sessions.size };
}

interface NumberedLine<Line> {
  readonly line: Line;
  /** Number of the line in the file, from 1. */
  readonly number: number;
}

/** Returns the error of lines that the service refuses for what they hold; any other error as it is. */
function refusedLines(path: string, lines: readonly NumberedLine<unknown>[], error: unknown): unknown {
  const isRefusal = error instanceof TotalRecallApiError && [400, 413, 422].includes(error.status);
  if (!isRefusal) return error;
  const [from, to] = [lines[0]!.number, lines.at(-1)!.number];
  const where = from === to ? `Line ${from}` : `Lines ${from} to ${to}`;
  const advice = 'Mend or remove what is refused; what was imported stays, and is not added twice.';
  return new TransferError('failed', `${where} of ${path}: ${error.message}`, advice);
}

function next(sequences: Map<string, number>, session: string): number {
  const sequence = (sequences.get(session) ?? 0) + 1;
  sequences.set(session, sequence);
  return sequence;
}

function toEvent(line: EventLine, ids: ReadonlyMap<string, string>, sequence: number): NewEventWire {
  const { session: _session, event: _event, withPrevious: _with, source: _source, meta, recall, pin, ...event } = line;
  const known = (names: readonly string[]): string[] => names.flatMap((name) => ids.get(name) ?? []);
  return {
    ...event,
    sequence,
    ...(meta && {
      meta: {
        ...meta,
        ...(meta.parent && { parent: withoutGrant(meta.parent) }),
        ...(meta.supersedes && { supersedes: known(meta.supersedes) }),
        ...(meta.provenance && { provenance: known(meta.provenance) }),
      },
    }),
    ...(recall && {
      recall: {
        ...recall,
        evidence: recall.evidence.flatMap((part) => (ids.has(part.eventId) ? { ...part, eventId: ids.get(part.eventId)! } : [])),
      },
    }),
    ...(pin && { pin: { ...pin, eventIds: known(pin.eventIds) } }),
  };
}

type WrittenState = Pick<TaskStateLine, 'fields' | 'occurredAt' | 'agent'>;
interface StoredState {
  readonly id: string;
  readonly written: WrittenState;
  /** True where its texts are not as they were sent. */
  readonly isMasked: boolean;
}
type FindState = (session: string, version: number) => Promise<StoredState | undefined>;

/** Creates a search for task states that are there already. Reads a session once, when it is first asked about. */
function createStateFinder(space: SpaceClient): FindState {
  const found = new Map<string, ReadonlyMap<number, StoredState>>();
  const read = async (session: string): Promise<ReadonlyMap<number, StoredState>> => {
    const states = new Map<number, StoredState>();
    for await (const { id, body, occurredAt } of space.session(session).allEvents()) {
      if (!body?.taskState) continue;
      const { version, premiseVersion: _premise, ...fields } = body.taskState;
      const { agent } = body.meta;
      const isMasked = body.redactions?.some(({ action }) => action === 'mask') ?? false;
      states.set(version, { id, written: { fields, occurredAt, ...(agent !== undefined && { agent }) }, isMasked });
    }
    found.set(session, states);
    return states;
  };
  return async (session, version) => (found.get(session) ?? (await read(session))).get(version);
}

/** Returns true when a state is what a line writes: the session may have one of its own with that version. */
function isSame({ written, isMasked }: StoredState, line: WrittenState): boolean {
  // Lists without entries are not kept.
  const comparable = ({ fields, ...rest }: WrittenState): unknown =>
    JSON.parse(JSON.stringify({ ...rest, ...(!isMasked && { fields }) }, (_, value: unknown) => (isEmpty(value) ? undefined : value)));
  return isDeepStrictEqual(comparable(written), comparable(line));
}

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

interface PutDeps {
  readonly space: SpaceClient;
  /** Ids by the names of events in the file. */
  readonly ids: Map<string, string>;
  readonly findState: FindState;
}

/** Writes a task state. Returns true when it was new, which its version tells. */
async function putTaskState({ space, ids, findState }: PutDeps, line: TaskStateLine): Promise<boolean> {
  const { session, version, agent, occurredAt } = line;
  const written: WrittenState = { fields: fieldsOf(line, ids), occurredAt, ...(agent !== undefined && { agent }) };
  try {
    const { eventId } = await space.session(session).updateTaskState({ expectedVersion: version - 1, ...written });
    ids.set(eventName(line), eventId);
    return true;
  } catch (error) {
    if (!(error instanceof TotalRecallApiError) || error.code !== 'task_state_conflict') throw error;
    // Events behind it may name it, and are repeats only where they name the same; a state of another's they do not name.
    const there = await findState(session, version);
    if (there && isSame(there, written)) ids.set(eventName(line), there.id);
    return false;
  }
}

/** Returns the fields of a task state with ids in place of names. */
function fieldsOf({ fields }: TaskStateLine, ids: ReadonlyMap<string, string>): TaskStateLine['fields'] {
  const known = (names: readonly string[]): string[] => names.flatMap((name) => ids.get(name) ?? []);
  const itemsOf = (items: NonNullable<typeof fields.constraints>) =>
    items.map((item) => (item.eventIds ? { ...item, eventIds: known(item.eventIds) } : item));
  const { constraints, openLoops, keyEvents } = fields;
  return {
    ...fields,
    ...(constraints && { constraints: itemsOf(constraints) }),
    ...(openLoops && { openLoops: itemsOf(openLoops) }),
    ...(keyEvents && { keyEvents: known(keyEvents) }),
  };
}

/** Reads the lines of an export and checks the fields that every line has. Errors: `failed`, with the line number. */
async function* readExport(path: string): AsyncGenerator<NumberedLine<SessionLine | DecisionLine>> {
  const file = await open(path, 'r');
  const refuse = (line: number, what: string): never => {
    const advice = 'Export it again; what was imported of it stays, and is not added twice.';
    throw new TransferError('failed', `Line ${line} of ${path} ${what}.`, advice);
  };
  let [number, events, decisions] = [0, 0, 0];
  let end: ExportEnd | undefined;
  try {
    for await (const text of linesOf(file.createReadStream())) {
      number += 1;
      const line = parseLine(text) ?? refuse(number, 'is no JSON object');
      if (number === 1) {
        const { format, version } = line as Partial<ExportHeader>;
        if (format !== EXPORT_HEADER.format) refuse(number, 'does not begin an export');
        if (version !== EXPORT_HEADER.version)
          refuse(number, `says that it is of version ${version}, and this program reads version ${EXPORT_HEADER.version}`);
      } else if ('end' in line) end = line as unknown as ExportEnd;
      else if ('decision' in line) {
        if (!isDecision(line)) refuse(number, 'is no decision that this program knows');
        decisions += 1;
        yield { line: line as DecisionLine, number };
      } else {
        const { session, event, kind } = line as Partial<SessionLine>;
        if (typeof session !== 'string' || typeof event !== 'number' || typeof kind !== 'string')
          refuse(number, 'is no event: it needs session, event and kind');
        events += 1;
        yield { line: line as SessionLine, number };
      }
    }
  } finally {
    await file.close();
  }
  if (end?.events !== events || (end.decisions ?? 0) !== decisions)
    refuse(number, 'is the last, and the end of the export is not there: the file was cut');
}

function isDecision({ decision, fact }: { readonly decision?: unknown; readonly fact?: unknown }): boolean {
  return ['forget', 'correct', 'remember'].includes(String(decision)) && typeof fact === 'string';
}

/** Splits at line feeds only, because JSON may contain every other Unicode line separator. */
async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  for await (const chunk of stream) {
    let from = 0;
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
      yield Buffer.concat([...parts, chunk.subarray(from, at)]).toString('utf8');
      parts = [];
      from = at + 1;
    }
    if (from < chunk.length) parts.push(chunk.subarray(from));
  }
  if (parts.length > 0) yield Buffer.concat(parts).toString('utf8');
}

function parseLine(text: string): object | undefined {
  const line = jsonOrUndefined(text);
  return typeof line === 'object' && line !== null ? line : undefined;
}
