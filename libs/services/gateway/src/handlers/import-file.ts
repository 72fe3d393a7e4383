import { createHash } from 'node:crypto';
import { LIMITS } from '@total-recall/contracts';
import type { NewEvent, SessionAddress } from '@total-recall/domain';
import { IMPORT_FORMATS, importSession, type ImportedSession, type ImportFormat } from '@total-recall/importers';
import type { AppendRequest, AppendResult } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';

// Half of what one log batch may hold, so that envelopes and sealing fit beside the text.
const BATCH_TEXT_BYTES = 512 * 1024;
const BATCH_EVENTS = 200;
const LISTED_PROBLEMS = 100;

export interface ImportedFile {
  readonly format: string;
  readonly sessions: {
    readonly session: string;
    readonly events: number;
    readonly appended: number;
    readonly duplicates: number;
    readonly position?: string;
  }[];
  readonly skipped: number;
  readonly problems: { readonly line?: number; readonly problem: string }[];
}

/**
 * Appends what a session file holds. Its first session goes to the address, others (subagents) beside it under names made from
 * both. The file's hash and line numbers are its source and sequences, so a second import stores nothing.
 */
export async function importFile(
  file: { address: SessionAddress; bytes: Uint8Array; format?: string; agent?: string },
  append: (request: AppendRequest) => Promise<AppendResult>,
): Promise<ImportedFile> {
  const result = importSession({ name: file.address.session, bytes: file.bytes, format: knownFormat(file.format) });
  if (result.format === 'unknown') {
    throw new TotalRecallError(
      'invalid_request',
      `The file is no session of a known format. Name one with ?format=: ${IMPORT_FORMATS.join(', ')}.`,
    );
  }
  const main = result.sessions.find((session) => session.parentSession === undefined);
  const sessions: ImportedFile['sessions'] = [];
  for (const imported of result.sessions) {
    const session = imported === main ? file.address.session : besideName(file.address.session, imported.session);
    sessions.push(await appendAll({ ...file.address, session }, withAgent(imported, file.agent), append));
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

async function appendAll(address: SessionAddress, imported: ImportedSession, append: (request: AppendRequest) => Promise<AppendResult>) {
  let appended = 0;
  let duplicates = 0;
  let position: string | undefined;
  for (const events of batches(imported.events)) {
    const result = await append({ ...address, source: imported.source, events });
    duplicates += result.events.filter((event) => event.duplicate).length;
    appended += result.events.filter((event) => event.outcome === 'ADD' && !event.duplicate).length;
    position = result.position ?? position;
  }
  return { session: address.session, events: imported.events.length, appended, duplicates, position };
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
