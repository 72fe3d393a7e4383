import { imageStub, isShownImage, joinAttached, type AttachedText } from '../artifact/attached-text.ts';
import { MARKS_PARTS, NAMES_EVENT, type Cut, type TextRange } from '../compaction/previews/cut.ts';
import type { EventBody } from '../event/event-body.ts';
import { isSentThinking } from './sent-thinking.ts';
import type { EventKind } from '../event/event-kind.ts';
import { renderEventRef } from '../event/event-ref.ts';
import { neutralise, neutraliseSteps } from '../fence/neutralise.ts';
import { plainLine } from '../fence/plain-line.ts';
import { utf8Length } from '../recall/passages/utf8-length.ts';
import { takeSteps } from '../text/take-steps.ts';
import { agentLine } from './agent-line.ts';
import { showText } from './show-text.ts';
import type { EntryForm, SessionEntry } from '../session/session-state.ts';
import type { NoteTools } from './note-tools.ts';
import { renderCut, waysToGet } from './render-cut.ts';
import { shortenTexts } from './shorten-texts.ts';
import type { WindowBlock } from './window-request.ts';

/** Tokens that the framing of one message costs in the vendors' APIs. */
export const FRAMING_TOKENS = 4;
/** Upper bound of the tokens of one image; vendors scale larger ones down. */
export const IMAGE_TOKENS = 1_600;

/** Text of an event in each form. Ingest counts their tokens once; windows show them. */
export interface RenderedForms {
  readonly whole: string;
  readonly stripped: string;
  readonly preview: string;
  /** Number of images, shown in the whole form only. */
  readonly images: number;
  /** Number of characters of withheld thinking, sent with the whole form only. */
  readonly sealedChars?: number;
}

export interface RenderInput {
  readonly kind: EventKind;
  readonly body: EventBody;
  /** Whole text: inline or from the content artifact, then the words of the attachments. */
  readonly fullText: string;
  /** Preview of a long text of its own; absent where that is short. */
  readonly preview?: string;
  /** Parts of `fullText`, where attachments have words. */
  readonly parts?: TextParts;
}

/** Parts of the whole text of an event with attachments. */
interface TextParts {
  readonly own: string;
  readonly attached: readonly AttachedText[];
}

/**
 * Renders all forms of one event, neutralised so that nothing in them imitates the service. Pure: the same record
 * always gives the same bytes. Notes name `tools`.
 */
export function renderForms(input: RenderInput, tools?: NoteTools): RenderedForms {
  return takeSteps(formSteps(input, tools));
}

/** `renderForms` in steps, each of which yields the number of characters looked at, as an event may have megabytes. */
export function* formSteps({ kind, body, fullText, preview, parts }: RenderInput, tools?: NoteTools): Generator<number, RenderedForms> {
  const attachments = (body.artifacts ?? []).filter((artifact) => artifact.role === 'attachment');
  const images = attachments.filter(isShownImage);
  const wordless = attachments.filter((artifact) => artifact.text === undefined);
  const stubs = wordless.map((artifact) => (artifact.mime.startsWith('image/') ? imageStub(artifact) : '[document]'));
  const agents = body.namesAgents === true;
  const attached: AttachedText[] = [];
  for (const part of parts?.attached ?? []) attached.push(yield* shownAttachment(part, agents));
  const call = callText(kind, body);
  const own = call === undefined ? yield* showText(kind, body, parts?.own ?? fullText) : yield* neutraliseSteps(call, { agents });
  const said = joinAttached(own, attached);
  const from = agentLine(kind, body);
  const whole = join([from, said, ...besideText(wordless).map((text) => neutralise(text, { agents }))]);
  const stripped = join([from, said, ...stubs]);
  const short =
    call === undefined
      ? shortText(own, preview === undefined ? undefined : neutralise(preview, { agents }), tools)
      : shortCall(body, call, tools);
  const sealed = body.thinking?.redacted === undefined ? {} : { sealedChars: body.thinking.redacted.length };
  return {
    whole,
    stripped,
    preview: join([from, short, ...attached.map((each) => shortAttachment(each, tools)), ...stubs]),
    images: images.length,
    ...sealed,
  };
}

/** Returns the whole form without neutralising and without the line of its agent; the ranges of a cut refer to it. */
export function wholeText({ kind, body, fullText, parts }: RenderInput): string {
  const call = callText(kind, body);
  const wordless = (body.artifacts ?? []).filter(({ role, text }) => role === 'attachment' && text === undefined);
  return join([call === undefined ? fullText : joinAttached(call, parts?.attached ?? []), ...besideText(wordless)]);
}

function callText(kind: EventKind, { call }: EventBody): string | undefined {
  return kind === 'tool_call' && call ? renderCall(call.name, call.arguments ?? '') : undefined;
}

/** Returns the texts shown in the whole form for attachments without words. */
function besideText(wordless: NonNullable<EventBody['artifacts']>): string[] {
  return wordless.flatMap((artifact) => {
    if (isShownImage(artifact)) return [];
    return artifact.mime.startsWith('image/') ? [imageStub(artifact)] : [artifact.preview];
  });
}

function* shownAttachment({ heading, text, preview }: AttachedText, agents: boolean): Generator<number, AttachedText> {
  return { heading: plainLine(heading), text: yield* neutraliseSteps(text, { agents }), preview: neutralise(preview, { agents }) };
}

function shortAttachment({ heading, text, preview }: AttachedText, tools: NoteTools | undefined): string {
  return `${heading}\n${shortText(text, preview, tools)}`;
}

function join(parts: readonly string[]): string {
  return parts.filter((part) => part.length > 0).join('\n');
}

/** Renders a call as text: its name and its arguments as written. */
export function renderCall(name: string, args: string): string {
  return `${name}(${args})`;
}

const previewNote = (ref: string | undefined, tools: NoteTools | undefined): string =>
  `Preview only${waysToGet(ref, 'for the rest', tools)}.`;
/** Length below which a text stays whole in every form, in UTF-16 units. */
export const PREVIEW_FROM_CHARS = 1_600;
const CALL_PREVIEW_CHARS = 400;

function shortText(fullText: string, preview: string | undefined, tools: NoteTools | undefined): string {
  if (preview === undefined || fullText.length < PREVIEW_FROM_CHARS) return fullText;
  return `${preview}\n[${previewNote(undefined, tools)}]`;
}

function shortCall(body: EventBody, call: string, tools: NoteTools | undefined): string {
  const agents = body.namesAgents === true;
  if (call.length < PREVIEW_FROM_CHARS) return neutralise(call, { agents });
  return neutralise(renderCall(body.call!.name, shortArguments(body.call!.arguments ?? '', tools)), { agents });
}

/** Shortens arguments to a valid JSON object, so that the call still parses. */
export function shortArguments(args: string, tools?: NoteTools): string {
  const head = Array.from(args.slice(0, CALL_PREVIEW_CHARS)).slice(0, -1).join('');
  return inOwnForm(args, [{ from: 0, to: head.length }], head, { tools });
}

interface NoteNames {
  /** Event to open; absent where the note names none. */
  readonly ref?: string | undefined;
  readonly tools?: NoteTools | undefined;
}

/**
 * Returns the arguments with their long texts cut to the ranges, unless that takes more bytes than the preview, as an
 * object of many parts does. Logs hold the tokens of the preview, and tokens follow bytes more closely than characters,
 * one of which may take several tokens.
 */
function inOwnForm(args: string, ranges: readonly TextRange[], shown: string, { ref, tools }: NoteNames): string {
  const kept = ranges.reduce((sum, { from, to }) => sum + to - from, 0);
  const preview = JSON.stringify({ preview: shown, omittedChars: args.length - kept, note: previewNote(ref, tools) });
  const shortened = shortenTexts(args, ranges, ref, tools);
  return shortened !== undefined && utf8Length(shortened) <= utf8Length(preview) ? shortened : preview;
}

/**
 * Renders a preview sized by a compaction: ranges of the whole form with pictures as stubs; for a call, ranges of its
 * arguments. The event's place in its session is for the note about what is left out, which names `tools`.
 */
export function renderCutForm(input: RenderInput, cut: Pick<Cut, 'ranges' | 'noteVersion'>, ordinal: number, tools?: NoteTools): string {
  const { kind, body, parts } = input;
  const agents = body.namesAgents === true;
  if (kind === 'tool_call' && body.call)
    return neutralise(renderCall(body.call.name, cutArguments(body.call, cut, ordinal, tools)), { agents });
  const headings = headingsIn(parts);
  const show = (part: string, from: number) => neutralise(part, { agents, ours: new Set(headings.map((at) => at - from)) });
  const images = (body.artifacts ?? []).filter(isShownImage);
  const marksParts = (cut.noteVersion ?? 1) >= MARKS_PARTS;
  const note = { ref: namedIn(cut, ordinal), tools };
  return join([
    agentLine(kind, body),
    renderCut(wholeText(input), cut.ranges, { show, ...note, marksParts }),
    ...images.map(() => '[image]'),
  ]);
}

/** Returns the reference that the note of a cut names; undefined for an old one. */
function namedIn({ noteVersion = 1 }: Pick<Cut, 'noteVersion'>, ordinal: number): string | undefined {
  return noteVersion < NAMES_EVENT ? undefined : renderEventRef({ kind: 'ordinal', ordinal });
}

/** Returns the offsets of attachment headings in a whole text. */
function headingsIn(parts: TextParts | undefined): number[] {
  if (parts === undefined) return [];
  const found: number[] = [];
  let at = parts.own === '' ? 0 : parts.own.length + 1;
  for (const { heading, text } of parts.attached) {
    found.push(at);
    at += heading.length + text.length + 2;
  }
  return found;
}

/** Converts ranges of the rendered call, which begins with its name and a bracket, to ranges of its arguments. */
function cutArguments(
  { name, arguments: args = '' }: NonNullable<EventBody['call']>,
  cut: Pick<Cut, 'ranges' | 'noteVersion'>,
  ordinal: number,
  tools: NoteTools | undefined,
): string {
  const shift = name.length + 1;
  const within = cut.ranges
    .map(({ from, to }): TextRange => ({ from: Math.max(0, from - shift), to: Math.min(args.length, to - shift) }))
    .filter(({ from, to }) => to > from);
  const kept = within.reduce((sum, { from, to }) => sum + to - from, 0);
  if (kept >= args.length) return args;
  const preview = within.map(({ from, to }) => args.slice(from, to)).join(' ... ');
  return inOwnForm(args, within, preview, { ref: namedIn(cut, ordinal), tools });
}

export interface EntryContent {
  readonly body: EventBody;
  readonly fullText: string;
  readonly preview?: string;
  readonly parts?: TextParts;
}

/**
 * Renders the block of one entry in its present form. `content` is absent for opaque and erased entries. A note about
 * what is left out names `tools`.
 */
export function renderEntry(entry: SessionEntry, content: EntryContent | undefined, tokens: number, tools?: NoteTools): WindowBlock {
  const base = {
    kind: 'event' as const,
    eventId: entry.id,
    eventKind: entry.kind,
    turn: entry.turn,
    tokens,
    ...(entry.superseded ? { superseded: true } : {}),
  };
  if (!content || entry.state !== 'readable') {
    const text = entry.state !== 'erased' ? '[unreadable]' : entry.kind === 'thinking' ? '' : '[erased]';
    return {
      ...base,
      text,
      ...(entry.callId ? { callId: entry.callId } : {}),
      ...(entry.callName === undefined ? {} : { toolName: entry.callName }),
      ...(entry.messageId === undefined ? {} : { messageId: entry.messageId }),
    };
  }
  const { body } = content;
  if (entry.kind === 'thinking' && !showsThinking(entry, body)) return { ...base, text: '' };
  const input = { kind: entry.kind, ...content };
  const cut = entry.form === 'preview' ? entry.cut : undefined;
  return {
    ...base,
    text: cut ? renderCutForm(input, cut, entry.ordinal, tools) : renderForms(input, tools)[entry.form],
    ...(body.call ? { callId: body.call.id, toolName: body.call.name } : {}),
    ...(entry.kind === 'tool_call'
      ? { arguments: cut ? cutArguments(body.call ?? NO_CALL, cut, entry.ordinal, tools) : shownArguments(body, entry.form, tools) }
      : {}),
    ...(body.isError ? { isError: true } : {}),
    ...(body.messageId === undefined ? {} : { messageId: body.messageId }),
    ...(body.thinking ? { thinking: body.thinking } : {}),
    ...(body.meta.agent === undefined ? {} : { agent: body.meta.agent }),
    ...shownImages(body, entry.form),
  };
}

/** Returns true for thinking that is shown: whole, sealed, and counted, as it is where the model that is asked may read it. */
function showsThinking({ form, tokens }: SessionEntry, body: EventBody): boolean {
  return form === 'whole' && tokens.whole > 0 && isSentThinking(body);
}

const NO_CALL = { id: '', name: '' };

function shownArguments(body: EventBody, form: EntryForm, tools: NoteTools | undefined): string {
  const args = body.call?.arguments ?? '';
  const short = form === 'preview' && renderCall(body.call?.name ?? '', args).length >= PREVIEW_FROM_CHARS;
  return short ? shortArguments(args, tools) : args;
}

function shownImages(body: EventBody, form: EntryForm): Pick<WindowBlock, 'artifacts'> {
  if (form !== 'whole') return {};
  const images = (body.artifacts ?? []).filter(isShownImage);
  if (images.length === 0) return {};
  return {
    artifacts: images.map(({ id, mime, sizeBytes, widthPixels, heightPixels }) => ({
      id,
      mime,
      sizeBytes,
      ...(widthPixels === undefined || heightPixels === undefined ? {} : { widthPixels, heightPixels }),
    })),
  };
}
