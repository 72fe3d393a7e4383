import { isUtf8 } from 'node:buffer';
import {
  isTextMime,
  keepsAscii,
  parseMediaType,
  textEncodingOf,
  writtenFact,
  type Attachment,
  type NewEvent,
  type PolicySettings,
} from '@total-recall/domain';
import {
  decodeBytes,
  jsonOrUndefined,
  mergeFindings,
  screenText,
  type ScreenedText,
  type ScreeningAction,
  type ScreeningFinding,
} from '@total-recall/runtime';
import { screenJson } from './screen-json.ts';
import { screenValue } from './screen-value.ts';

/** The parts of an event that may be kept, and what was found in them. */
export interface ScreenedEvent extends Pick<NewEvent, 'call' | 'messageId' | 'meta' | 'delegation' | 'report'> {
  readonly text: string;
  readonly attachments: readonly Attachment[];
  readonly redactions: readonly ScreeningFinding[];
}

/**
 * Fields that name a person, a session, a task, an agent or a message, as the id and the tool of a call name it. Names are
 * compared, and one mask in place of two of them would make two persons one.
 */
const NAMING = [
  'messageId',
  'meta.taskId',
  'meta.agent',
  'meta.parentAgent',
  'meta.subject',
  'meta.parent',
  'delegation.subtaskId',
  'delegation.session',
  'report.subtaskId',
  'report.session',
];
const NAMES: ReadonlySet<string> = new Set(NAMING);
/** Names of an event that a fact was written as, which says about whom it is. */
const NAMES_WITH_FACT: ReadonlySet<string> = new Set([...NAMING, 'meta.extra.fact.subject']);

/**
 * Screens what an event tells: its text, arguments, metadata but for names, titles, captions and text attachments.
 * Source: E14.
 */
export function screenEvent(event: NewEvent, settings: PolicySettings): ScreenedEvent {
  const action = settings.redaction ?? 'off';
  const text = (event.text ?? '').toWellFormed();
  const { call, messageId, meta, delegation, report, attachments = [] } = event;
  if (action === 'off') return { text, call, messageId, meta, delegation, report, attachments, redactions: [] };
  const main = screenText(text, action);
  const args = call?.arguments === undefined ? undefined : screenArguments(call.arguments, action);
  const fields = screenValue({ messageId, meta, delegation, report }, action, { names: true, keeps: namesOf(event) });
  const screened = attachments.map((attachment) => screenAttachment(attachment, action));
  return {
    text: main.text,
    call: call && args ? { ...call, arguments: args.text } : call,
    messageId: fields.value.messageId,
    meta: fields.value.meta,
    delegation: fields.value.delegation,
    report: fields.value.report,
    attachments: screened.map(({ attachment }) => attachment),
    redactions: mergeFindings([main.findings, args?.findings ?? [], fields.findings, ...screened.flatMap(({ findings }) => findings)]),
  };
}

function namesOf({ meta = {}, text = '' }: NewEvent): ReadonlySet<string> {
  return writtenFact({ meta, text }) ? NAMES_WITH_FACT : NAMES;
}

/** Screens arguments value by value if they are JSON, which they stay; else as any text. */
function screenArguments(given: string, action: 'mark' | 'mask'): ScreenedText {
  return jsonOrUndefined(given) === undefined ? screenText(given, action) : screenJson(given, action);
}

function screenAttachment(
  attachment: Attachment,
  action: ScreeningAction,
): { attachment: Attachment; findings: (readonly ScreeningFinding[])[] } {
  const findings: (readonly ScreeningFinding[])[] = [];
  const screen = (text: string): string => {
    const screened = screenText(text, action);
    findings.push(screened.findings);
    return screened.text;
  };
  const { title, text, data } = attachment;
  return {
    attachment: {
      ...attachment,
      ...screenBytes(attachment.mime, data, screen),
      ...(title === undefined ? {} : { title: screen(title) }),
      ...(text === undefined ? {} : { text: screen(text) }),
    },
    findings,
  };
}

/**
 * Screens bytes that are text, by declaration or detection. Returns them unchanged if nothing was masked. Masked text of
 * an encoding in which ASCII may be part of another character becomes UTF-8, and its media type says so.
 */
function screenBytes(mime: string, data: Uint8Array, screen: (text: string) => string): Pick<Attachment, 'mime' | 'data'> {
  const isDeclared = isTextMime(mime);
  const encoding = textEncodingOf(data, mime);
  if (encoding === undefined && !isDeclared) return { mime, data };
  const wide = encoding === 'utf-16le' || encoding === 'utf-16be';
  if (encoding !== undefined && !wide && !keepsAscii(encoding)) {
    const text = decodeBytes(data, encoding);
    const screened = screen(text);
    return screened === text ? { mime, data } : { mime: `${parseMediaType(mime).type}; charset=utf-8`, data: Buffer.from(screened) };
  }
  // latin1 preserves every byte, also of damaged UTF-8, and the patterns are ASCII.
  const name = wide ? 'utf16le' : encoding === 'utf-8' && isUtf8(data) ? 'utf8' : 'latin1';
  const inOrder = (bytes: Buffer) => (encoding === 'utf-16be' && bytes.length % 2 === 0 ? bytes.swap16() : bytes);
  const text = inOrder(Buffer.from(data)).toString(name);
  const screened = screen(text);
  return { mime, data: screened === text ? data : inOrder(Buffer.from(screened, name)) };
}
