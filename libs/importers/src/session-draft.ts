import { UNTIMED_TAG, type Attachment, type EventKind, type EventMetadata, type NewEvent, type ThinkingSeal } from '@total-recall/domain';
import { boundText } from './bound-text.ts';
import { createCallLedger } from './call-ledger.ts';
import type { ImportedSession } from './import-format.ts';
import { IMPORT_LIMITS } from './import-limits.ts';
import type { ImportReport } from './import-report.ts';
import { labelOf } from './json-values.ts';

/** Fields that all events of one record share. */
export interface DraftFrame {
  readonly line: number;
  readonly occurredAt?: number;
  readonly messageId?: string;
  readonly meta?: EventMetadata;
  /** True for what the file gives as instructions of the system, not as something said. */
  readonly isSystem?: boolean;
  /** True for what the file repeats of the session that it was forked from. */
  readonly isRepeated?: boolean;
}

export interface DraftCall {
  /** Id in the file; one is made up where it is absent. */
  readonly id?: string;
  readonly name: string;
  /** JSON text. */
  readonly arguments: string;
}

export interface DraftResult {
  /** Id of the call in the file; where absent, the oldest open call (of that name) is taken. */
  readonly callId?: string;
  readonly name?: string;
  readonly text: string;
  readonly attachments?: readonly Attachment[];
  readonly isError?: boolean;
}

/** A session being read. Pairs calls with results by ids unique in the session, and numbers the events. */
export interface SessionDraft {
  readonly identity: DraftIdentity;
  readonly size: number;
  /** Sequence of the newest event, 0 before the first. */
  readonly lastSequence: number;
  add(kind: EventKind, text: string, frame: DraftFrame, attachments?: readonly Attachment[]): void;
  /** Adds thinking with the seal that its vendor gave; one that is too large or belongs to a text cut short is left out. */
  addThinking(thinking: { readonly text: string; readonly seal?: ThinkingSeal }, frame: DraftFrame): void;
  addCall(call: DraftCall, frame: DraftFrame): void;
  addResult(result: DraftResult, frame: DraftFrame): void;
  /**
   * Leaves out as many sequences as events are left out that earlier versions kept, so that what follows keeps the one
   * it was imported under. Beyond `IMPORT_LIMITS.sequenceGaps` gaps it leaves out none.
   */
  reserve(events: number): void;
  finish(): ImportedSession;
}

export interface DraftIdentity {
  readonly session: string;
  readonly source: string;
  readonly agent?: string;
  readonly parentSession?: string;
  readonly parentAgent?: string;
  readonly parentSequence?: number;
  /** True where the session goes on with what a person began in its parent; an agent began any other that has one. */
  readonly isPersonsFork?: boolean;
}

export function createSessionDraft(identity: DraftIdentity, report: ImportReport): SessionDraft {
  const events: NewEvent[] = [];
  const calls = createCallLedger();
  const atStart = { systemEvents: 0, repeatedEvents: 0 };
  const sequences = createSequences();
  const bounded = (text: string, line: number) => boundText(text, line, report);
  const push = (event: NewEvent, frame: DraftFrame) => {
    const meta = timedOrNot({ ...metaOf(identity, event.kind), ...frame.meta }, frame);
    if (frame.isSystem && atStart.systemEvents === events.length) atStart.systemEvents += 1;
    if (frame.isRepeated && atStart.repeatedEvents === events.length) atStart.repeatedEvents += 1;
    events.push({
      ...event,
      ...(frame.messageId !== undefined && { messageId: labelOf(frame.messageId) }),
      ...(frame.occurredAt !== undefined && { occurredAt: frame.occurredAt }),
      ...(Object.keys(meta).length > 0 && { meta }),
      sequence: sequences.next(),
    });
  };
  return {
    identity,
    get size() {
      return events.length;
    },
    get lastSequence() {
      return sequences.last();
    },
    reserve: sequences.reserve,
    add(kind, text, frame, attachments) {
      push({ kind, text: bounded(text, frame.line), ...attached(attachments, frame.line, report) }, frame);
    },
    addThinking({ text, seal }, frame) {
      const kept = bounded(text, frame.line);
      const sealBytes = Buffer.byteLength(seal?.signature ?? seal?.redacted ?? '');
      const isKept = sealBytes > 0 && sealBytes <= IMPORT_LIMITS.thinkingSealBytes && kept === text;
      if (sealBytes > 0 && !isKept) report.warn(frame.line, `seal of thinking of ${sealBytes} bytes left out`);
      if (kept !== '' || isKept) push({ kind: 'thinking', text: kept, ...(isKept && { thinking: seal! }) }, frame);
    },
    addCall(call, frame) {
      const isBehindCall = events.at(-1)?.kind === 'tool_call';
      const id = calls.open({ rawId: call.id, name: call.name, messageId: frame.messageId, isBehindCall });
      const name = labelOf(call.name.trim() || 'unknown');
      const size = Buffer.byteLength(call.arguments);
      if (size <= IMPORT_LIMITS.toolArgumentsBytes) {
        push({ kind: 'tool_call', call: { id, name, arguments: call.arguments } }, frame);
        return;
      }
      report.warn(frame.line, `arguments of ${size} bytes kept as text`);
      push({ kind: 'tool_call', text: bounded(call.arguments, frame.line), call: { id, name, arguments: '{}' } }, frame);
    },
    addResult(result, frame) {
      const match = calls.answer(result.callId, result.name);
      if (match.problem) report.warn(frame.line, match.problem);
      const name = labelOf(match.name ?? result.name ?? 'unknown');
      push(
        {
          kind: 'tool_result',
          text: bounded(result.text, frame.line),
          call: { id: match.id, name },
          ...(result.isError && { isError: true }),
          ...attached(result.attachments, frame.line, report),
        },
        frame,
      );
    },
    finish: () => sessionOf(identity, events, atStart),
  };
}

function sessionOf(
  identity: DraftIdentity,
  events: readonly NewEvent[],
  { systemEvents, repeatedEvents }: { readonly systemEvents: number; readonly repeatedEvents: number },
): ImportedSession {
  return {
    session: identity.session,
    source: identity.source,
    events,
    ...(systemEvents > 0 && { systemEvents }),
    ...(repeatedEvents > 0 && { repeatedEvents }),
    ...(identity.agent && { agent: identity.agent }),
    ...(identity.parentSession && { parentSession: identity.parentSession }),
    ...(identity.parentSequence !== undefined && { parentSequence: identity.parentSequence }),
  };
}

/** Numbers events, with gaps for those that are left out, as far as a service keeps gaps open. */
function createSequences() {
  let last = 0;
  let reserved = 0;
  let gaps = 0;
  return {
    last: () => last,
    reserve: (events: number): void => void (reserved += events),
    next(): number {
      if (reserved > 0 && gaps < IMPORT_LIMITS.sequenceGaps) {
        last += reserved;
        gaps += 1;
      }
      reserved = 0;
      return (last += 1);
    },
  };
}

function metaOf(identity: DraftIdentity, kind: EventKind): EventMetadata {
  const { agent, parentAgent } = identity;
  return { ...(agent && !isOfPerson(identity, kind) && { agent }), ...(parentAgent && { parentAgent }) };
}

/** Marks what a file gives no time for: it counts as said when it was imported, and nobody knows when it was. */
function timedOrNot(meta: EventMetadata, { occurredAt }: DraftFrame): EventMetadata {
  return occurredAt === undefined ? { ...meta, tags: [...(meta.tags ?? []).slice(0, IMPORT_LIMITS.tagsPerEvent - 1), UNTIMED_TAG] } : meta;
}

function isOfPerson(identity: DraftIdentity, kind: EventKind): boolean {
  return kind === 'user_message' && isPersons(identity);
}

/** Returns true for a thread that no agent started: its user messages are a person's own words. */
export function isPersons({ parentAgent, parentSession, isPersonsFork }: DraftIdentity): boolean {
  return parentAgent === undefined && (parentSession === undefined || isPersonsFork === true);
}

function attached(
  attachments: readonly Attachment[] | undefined,
  line: number,
  report: ImportReport,
): { attachments?: readonly Attachment[] } {
  if (!attachments || attachments.length === 0) return {};
  if (attachments.length > IMPORT_LIMITS.attachmentsPerEvent)
    report.warn(line, `${attachments.length} attachments; the first ${IMPORT_LIMITS.attachmentsPerEvent} kept`);
  return { attachments: attachments.slice(0, IMPORT_LIMITS.attachmentsPerEvent) };
}
