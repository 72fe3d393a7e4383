import { createHash } from 'node:crypto';
import { LIMITS } from '@total-recall/contracts';
import type { NewEvent, SessionAddress, SessionParent } from '@total-recall/domain';
import { IMPORT_FORMATS, importSession, type ImportedSession, type ImportFormat } from '@total-recall/importers';
import type { AppendRequest, AppendResult } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';

// Half of the log's largest batch, so that envelopes and sealing fit beside the text.
const BATCH_TEXT_BYTES = 512 * 1024;
const BATCH_EVENTS = 200;
const LISTED_PROBLEMS = 100;
/** Longest chain of forks that one import creates. */
const FORKS_FOLLOWED = 8;

export interface ImportedFile {
  readonly format: string;
  readonly sessions: ImportedInto[];
  readonly skipped: number;
  readonly problems: { readonly line?: number; readonly problem: string }[];
}

interface ImportedInto {
  readonly session: string;
  readonly parent?: SessionParent;
  readonly events: number;
  readonly appended: number;
  readonly duplicates: number;
  readonly position?: string;
}

type Append = (request: AppendRequest) => Promise<AppendResult>;

/**
 * Appends the sessions in a file. The main session goes to the given address; forks and subagents become sessions
 * beside it, named after both, with their parent. The format and the native id are the source, and the place in the
 * session is the sequence, so importing a file again stores only what is new. If the file now contradicts what was
 * imported, the differing part becomes a fork. `done` holds sequences that need not be sent again, by session.
 */
export async function importFile(
  file: { address: SessionAddress; bytes: Uint8Array; format?: string; agent?: string; done?: Map<string, number> },
  append: Append,
): Promise<ImportedFile> {
  const result = importSession({ name: file.address.session, bytes: file.bytes, format: knownFormat(file.format) });
  if (result.format === 'unknown') {
    throw new TotalRecallError(
      'invalid_request',
      `The file is no session of a known format. Name one with ?format=: ${IMPORT_FORMATS.join(', ')}.`,
    );
  }
  const main = result.sessions.find((session) => session.parentSession === undefined) ?? result.sessions[0];
  const own = file.address.session;
  const nameFor = (name: string): string => (name === main?.session ? own : besideName(own, name));
  const sourceFor = new Map(result.sessions.map(({ session, source }) => [session, source]));
  // A parent that is not in this file was imported from its own, under its own name.
  const parentFor = (name: string): string => (sourceFor.has(name) ? nameFor(name) : name);
  const sessions: ImportedInto[] = [];
  for (const imported of result.sessions) {
    const { parentSession, parentSequence: sequence } = imported;
    const source = sequence === undefined || parentSession === undefined ? undefined : sourceFor.get(parentSession);
    const parent = parentSession === undefined ? undefined : { session: parentFor(parentSession), ...(source && { source, sequence }) };
    const branch = { ...withAgent(imported, file.agent), session: nameFor(imported.session), ...(parent && { parent }) };
    sessions.push(...(await appendBranches(file.address, branch, append, file.done)));
  }
  const problems = [...result.skipped, ...result.warnings].slice(0, LISTED_PROBLEMS).map(({ line, reason }) => ({ line, problem: reason }));
  return { format: result.format, sessions, skipped: result.skippedLines, problems };
}

function knownFormat(format: string | undefined): ImportFormat | undefined {
  if (format === undefined) return undefined;
  const known = IMPORT_FORMATS.find((name) => name === format);
  if (!known) throw new TotalRecallError('invalid_request', `query.format: must be one of ${IMPORT_FORMATS.join(', ')}.`);
  return known;
}

function withAgent(imported: ImportedSession, agent: string | undefined): ImportedSession {
  if (agent === undefined) return imported;
  return {
    ...imported,
    events: imported.events.map((event) => ({ ...event, meta: { ...event.meta, agent: event.meta?.agent ?? agent } })),
  };
}

function besideName(session: string, other: string): string {
  const name = `${session}.${other}`;
  if (name.length <= LIMITS.labelLength) return name;
  return `${session.slice(0, 80)}.${createHash('sha256').update(name).digest('hex').slice(0, 16)}`;
}

interface ImportBranch {
  readonly session: string;
  readonly source: string;
  readonly events: readonly NewEvent[];
  readonly parent?: SessionParent;
}

/**
 * Appends a session. If it contradicts what was imported before, appends the rest from there on as a
 * fork, which may fork again.
 */
async function appendBranches(
  place: SessionAddress,
  branch: ImportBranch,
  append: Append,
  done?: Map<string, number>,
): Promise<ImportedInto[]> {
  const into: ImportedInto[] = [];
  let next: ImportBranch | undefined = branch;
  for (let forks = 0; next !== undefined; forks++) {
    const { imported, conflict }: Awaited<ReturnType<typeof appendAll>> = await appendAll(place, next, append, done);
    into.push(imported);
    if (conflict === undefined) break;
    if (forks >= FORKS_FOLLOWED) throw conflict.error;
    next = forkAt(next, conflict.sequence);
  }
  return into;
}

/** Builds a fork, named after its first event so that importing the file again gives the same name. */
function forkAt({ session, source, events }: ImportBranch, sequence: number): ImportBranch {
  const rest = events.slice(sequence - 1);
  const { kind, text, call } = rest[0]!;
  const name = `fork-${createHash('sha256')
    .update(JSON.stringify([sequence, kind, text, call]))
    .digest('hex')
    .slice(0, 8)}`;
  return {
    session: besideName(session, name),
    source: besideName(source, name),
    events: rest.map((event, at) => ({ ...event, sequence: at + 1 })),
    parent: { session, source, sequence: sequence - 1 },
  };
}

async function appendAll(
  place: SessionAddress,
  { session, source, events, parent }: ImportBranch,
  append: Append,
  done?: Map<string, number>,
): Promise<{ imported: ImportedInto; conflict?: { sequence: number; error: TotalRecallError } }> {
  let appended = 0;
  let duplicates = 0;
  let position: string | undefined;
  let conflict: { sequence: number; error: TotalRecallError } | undefined;
  const [first, ...rest] = events;
  const told = first && parent ? [{ ...first, meta: { ...first.meta, parent } }, ...rest] : events;
  const known = done?.get(session) ?? 0;
  for (const batch of batches(told.slice(known))) {
    try {
      const result = await append({ ...place, session, source, events: batch });
      duplicates += result.events.filter((event) => event.duplicate).length;
      appended += result.events.filter((event) => event.outcome === 'ADD' && !event.duplicate).length;
      position = result.position ?? position;
      done?.set(session, batch.at(-1)!.sequence!);
    } catch (error) {
      conflict = conflictIn(error);
      if (conflict === undefined) throw error;
      // The batch was refused as a whole, so the events before the conflict are sent again.
      const before = batch.filter(({ sequence }) => sequence! < conflict!.sequence);
      if (before.length > 0) {
        const result = await append({ ...place, session, source, events: before });
        duplicates += result.events.filter((event) => event.duplicate).length;
      }
      break;
    }
  }
  const imported = { session, ...(parent && { parent }), events: events.length, appended, duplicates, position };
  return { imported, ...(conflict && { conflict }) };
}

function conflictIn(error: unknown): { sequence: number; error: TotalRecallError } | undefined {
  if (!(error instanceof TotalRecallError) || error.code !== 'sequence_conflict') return undefined;
  const sequence = error.details?.['sequence'];
  return typeof sequence === 'number' ? { sequence, error } : undefined;
}

function* batches(events: readonly NewEvent[]): Generator<NewEvent[]> {
  let batch: NewEvent[] = [];
  let size = 0;
  for (const event of events) {
    const bytes = Math.min(Buffer.byteLength(event.text ?? ''), LIMITS.inlineTextBytes) + Buffer.byteLength(event.call?.arguments ?? '');
    if (batch.length > 0 && (batch.length >= BATCH_EVENTS || size + bytes > BATCH_TEXT_BYTES)) {
      yield batch;
      batch = [];
      size = 0;
    }
    batch.push(event);
    size += bytes;
  }
  if (batch.length > 0) yield batch;
}
