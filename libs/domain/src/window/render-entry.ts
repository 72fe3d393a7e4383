import type { EventBody } from '../event/event-body.ts';
import type { EventKind } from '../event/event-kind.ts';
import type { EntryForm, SessionEntry } from '../session/session-state.ts';
import type { WindowBlock } from './window-request.ts';

/** Tokens that framing one message costs in the APIs of the vendors. */
export const FRAMING_TOKENS = 4;
/** Upper bound of what one image costs; vendors scale larger ones down to it. */
export const IMAGE_TOKENS = 1_600;

/** What an event reads like in each form; ingest counts these once, the window shows them. */
export interface RenderedForms {
  readonly whole: string;
  readonly stripped: string;
  readonly preview: string;
  /** Images shown in the whole form only. */
  readonly images: number;
}

export interface RenderInput {
  readonly kind: EventKind;
  readonly body: EventBody;
  /** The whole text: the inline one, or the content artifact's. */
  readonly fullText: string;
  /** Preview of a long text; absent where the text is short. */
  readonly preview?: string;
}

/** All forms of one event. Pure: the same record renders to the same bytes for ever. */
export function renderForms({ kind, body, fullText, preview }: RenderInput): RenderedForms {
  const attachments = (body.artifacts ?? []).filter((artifact) => artifact.role === 'attachment');
  const images = attachments.filter((artifact) => artifact.mime.startsWith('image/')).length;
  const stubs = attachments.map((artifact) => (artifact.mime.startsWith('image/') ? '[image]' : '[document]'));
  const shownDocuments = attachments.filter((artifact) => !artifact.mime.startsWith('image/')).map((artifact) => artifact.preview);
  const call = kind === 'tool_call' && body.call ? renderCall(body.call.name, body.call.arguments ?? '') : undefined;
  const whole = join([call ?? fullText, ...shownDocuments]);
  const stripped = join([call ?? fullText, ...stubs]);
  const short = call === undefined ? shortText(fullText, preview) : shortCall(body, call);
  return { whole, stripped, preview: join([short, ...stubs]), images };
}

function join(parts: readonly string[]): string {
  return parts.filter((part) => part.length > 0).join('\n');
}

/** A call as one text: its name and its arguments as written. */
export function renderCall(name: string, args: string): string {
  return `${name}(${args})`;
}

const PREVIEW_NOTE = 'Preview only; use recall(query) for the rest.';
/** Texts below this stay whole in every form, in UTF-16 units. */
export const PREVIEW_FROM_CHARS = 1_600;
const CALL_PREVIEW_CHARS = 400;

function shortText(fullText: string, preview: string | undefined): string {
  if (preview === undefined || fullText.length < PREVIEW_FROM_CHARS) return fullText;
  return `${preview}\n[${PREVIEW_NOTE}]`;
}

function shortCall(body: EventBody, call: string): string {
  if (call.length < PREVIEW_FROM_CHARS) return call;
  return renderCall(body.call!.name, shortArguments(body.call!.arguments ?? ''));
}

/** Arguments cut to a valid JSON object, so that the call still parses. */
export function shortArguments(args: string): string {
  const head = Array.from(args.slice(0, CALL_PREVIEW_CHARS)).slice(0, -1).join('');
  return JSON.stringify({ preview: head, omittedChars: args.length - head.length, note: PREVIEW_NOTE });
}

export interface EntryContent {
  readonly body: EventBody;
  readonly fullText: string;
  readonly preview?: string;
}

/** The block of one entry in its present form; `content` is absent for opaque and erased entries. */
export function renderEntry(entry: SessionEntry, content: EntryContent | undefined, tokens: number): WindowBlock {
  const base = { kind: 'event' as const, eventId: entry.id, eventKind: entry.kind, turn: entry.turn, tokens };
  if (!content || entry.state !== 'readable') {
    return { ...base, text: entry.state === 'erased' ? '[erased]' : '[unreadable]', ...(entry.callId ? { callId: entry.callId } : {}) };
  }
  const { body } = content;
  const forms = renderForms({ kind: entry.kind, body, fullText: content.fullText, preview: content.preview });
  return {
    ...base,
    text: forms[entry.form],
    ...(body.call ? { callId: body.call.id, toolName: body.call.name } : {}),
    ...(entry.kind === 'tool_call' ? { arguments: shownArguments(body, entry.form) } : {}),
    ...(body.isError ? { isError: true } : {}),
    ...(body.messageId === undefined ? {} : { messageId: body.messageId }),
    ...(body.meta.agent === undefined ? {} : { agent: body.meta.agent }),
    ...shownImages(body, entry.form),
  };
}

function shownArguments(body: EventBody, form: EntryForm): string {
  const args = body.call?.arguments ?? '';
  const short = form === 'preview' && renderCall(body.call?.name ?? '', args).length >= PREVIEW_FROM_CHARS;
  return short ? shortArguments(args) : args;
}

function shownImages(body: EventBody, form: EntryForm): Pick<WindowBlock, 'artifacts'> {
  if (form !== 'whole') return {};
  const images = (body.artifacts ?? []).filter((artifact) => artifact.role === 'attachment' && artifact.mime.startsWith('image/'));
  return images.length === 0 ? {} : { artifacts: images.map(({ id, mime, sizeBytes }) => ({ id, mime, sizeBytes })) };
}
