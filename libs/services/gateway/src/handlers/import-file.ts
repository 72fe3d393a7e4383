import type { NewEvent, SessionAddress } from '@total-recall/domain';
import { IMPORT_FORMATS, importSession, mainSession, type ImportedSession, type ImportFormat } from '@total-recall/importers';
import { refuseGone, type ReadSessionFile } from '../files/file-reader.ts';
import {
  appendAsBefore,
  appendBranches,
  TotalRecallError,
  type AppendedBranch,
  type AppendToLog,
  type SentEvents,
} from '@total-recall/runtime';
import type { ImportedBefore } from './imported-before.ts';
import { leaveOutHeld } from './leave-out-held.ts';
import { nameSessions } from './name-sessions.ts';
import { sendAbout } from './send-about.ts';
import { sendSystemAs, type SystemKind } from './send-system-as.ts';

const LISTED_PROBLEMS = 100;

export interface ImportedFile {
  readonly format: string;
  readonly sessions: ImportedInto[];
  readonly skipped: number;
  readonly problems: { readonly line?: number; readonly problem: string }[];
}

type ImportedInto = Omit<AppendedBranch, 'source' | 'lastSequence' | 'isAsBefore'>;

/**
 * Appends the sessions in a file. The main session goes to the given address; forks and subagents become sessions
 * beside it, named after it, with their parent. The format and the native id are the source, and the place in the
 * session is the sequence, so importing a file again stores only what is new. `agent` and `subject` are those of events
 * that name none; what was imported about somebody else stays so, and a problem says it. If the file now contradicts what
 * was imported, the differing part becomes a fork. `sent` holds the events that need not be sent again, by session. Its
 * system prompt is kept as `systemAs`, a `system_note` where absent; one that was imported before stays what it is, as do
 * notes of a program that earlier versions took for messages of its user. A prompt that is too large to be guarded is a
 * note. What a forked session repeats of the one that it was forked from is left out as far as the space holds that.
 * A session that the log has as earlier versions read it, without blocks of types that they did not know, goes on as that.
 * Once `gone` is aborted no more is appended (`invalid_request`); importing the file again stores the rest.
 */
export async function importFile(
  file: {
    address: SessionAddress;
    bytes: Uint8Array;
    format?: string;
    agent?: string;
    subject?: string;
    systemAs?: SystemKind;
    sent?: SentEvents;
    gone?: AbortSignal | undefined;
  },
  appendAny: AppendToLog,
  before: ImportedBefore,
  read: ReadSessionFile = async (own) => importSession(own),
): Promise<ImportedFile> {
  const { tenant, session: name } = file.address;
  const { gone } = file;
  const append: AppendToLog = async (request) => {
    refuseGone(gone);
    return appendAny(request);
  };
  const result = await read({ name, bytes: file.bytes, format: knownFormat(file.format) }, tenant, gone);
  if (result.format === 'unknown') {
    throw new TotalRecallError(
      'invalid_request',
      `The file is no session of a known format${whyOf(result.skipped)}. Name one with ?format=: ${IMPORT_FORMATS.join(', ')}.`,
    );
  }
  const { sessions: kept, parentOf } = await leaveOutHeld(result.sessions, before);
  const main = mainSession(kept);
  const own = file.address.session;
  const names = await nameSessions(kept, { main: main?.session, own, before });
  const nameFor = (name: string): string => names.get(name)!;
  const sourceFor = new Map(kept.map(({ session, source }) => [session, source]));
  // A parent that is not in this file was imported from its own, under its own name.
  const parentFor = (name: string): string => (sourceFor.has(name) ? nameFor(name) : name);
  const sessions: ImportedInto[] = [];
  const remarks: string[] = [];
  const about = sendAbout(file.subject, append, before);
  const readAsBefore = new Set<string>();
  for (const imported of kept) {
    const { asBefore = imported } = imported;
    const { parentSession, parentSequence: sequence } = parentOf(readAsBefore.has(imported.parentSession ?? '') ? asBefore : imported);
    const source = sequence === undefined || parentSession === undefined ? undefined : sourceFor.get(parentSession);
    const parent = parentSession === undefined ? undefined : { session: parentFor(parentSession), ...(source && { source, sequence }) };
    const branch = {
      session: nameFor(imported.session),
      source: imported.source,
      events: withAgent(imported.events, file.agent),
      ...(imported.asBefore && { asBefore: withAgent(asBefore.events, file.agent) }),
      ...(parent && { parent }),
    };
    const system = sendSystemAs(file.systemAs ?? 'system_note', imported, appendAsBefore(about.append));
    const into = await appendBranches(file.address, branch, system.append, file.sent);
    const why = file.systemAs && system.whyOther();
    if (why === 'imported_before')
      remarks.push(`The system prompt of ${branch.session} was imported before, and stays what it is: no ${file.systemAs}.`);
    if (why === 'too_large') remarks.push(`The system prompt of ${branch.session} is larger than what windows keep whole, and is a note.`);
    if (into[0]!.isAsBefore) readAsBefore.add(imported.session);
    sessions.push(...into.map(({ source: _source, lastSequence: _last, isAsBefore: _before, ...said }) => said));
  }
  remarks.push(...about.remarks());
  remarks.push(...remarkOnUntimed(result.sessions));
  const problems = [
    ...remarks.map((problem) => ({ problem })),
    ...[...result.skipped, ...result.warnings].map(({ line, reason }) => ({ line, problem: reason })),
  ];
  return { format: result.format, sessions, skipped: result.skippedLines, problems: problems.slice(0, LISTED_PROBLEMS) };
}

/** Counts the events that have no time. */
function remarkOnUntimed(sessions: readonly ImportedSession[]): string[] {
  const untimed = sessions.flatMap(({ events }) => events).filter(({ occurredAt }) => occurredAt === undefined).length;
  if (untimed === 0) return [];
  const have = untimed === 1 ? 'event has' : 'events have';
  return [`${untimed} ${have} no time in the file: all that is known of them is that they are from before the import.`];
}

/** Says why a file was not read, where that is more than that its format is not known. */
function whyOf([first]: readonly { readonly reason: string }[]): string {
  return first === undefined || first.reason === 'no session of a known format' ? '' : ` (${first.reason})`;
}

function knownFormat(format: string | undefined): ImportFormat | undefined {
  if (format === undefined) return undefined;
  const known = IMPORT_FORMATS.find((name) => name === format);
  if (!known) throw new TotalRecallError('invalid_request', `query.format: must be one of ${IMPORT_FORMATS.join(', ')}.`);
  return known;
}

function withAgent(events: readonly NewEvent[], agent: string | undefined): readonly NewEvent[] {
  return agent === undefined ? events : events.map((event) => ({ ...event, meta: { agent, ...event.meta } }));
}
