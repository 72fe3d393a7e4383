import {
  formSteps,
  IMAGE_TOKENS,
  makePreview,
  PREVIEW_FROM_CHARS,
  type EntryContent,
  type FormTokens,
  type RenderedForms,
} from '@total-recall/domain';
import {
  COUNT_NOW_BYTES,
  countForms,
  createLruMap,
  createSlices,
  DEFAULT_FAMILY,
  familyRatio,
  inSlices,
  type Slices,
} from '@total-recall/runtime';
import type { MessagePart } from '../dialects/dialect.ts';
import { hashOf } from '../conversation/read-conversation.ts';
import { PROXY_LIMITS } from '../limits.ts';
import { createCountInTime, type CountDeps } from './count-in-time.ts';

/** Characters of base64 that one token of a document stands for: a page of 50 KB is some 2,500 tokens. */
const DOCUMENT_CHARS_PER_TOKEN = 28;
/** Characters of base64 that one token of audio stands for: a second has 32 tokens at most, as MP3 5,300 characters at least. */
const AUDIO_CHARS_PER_TOKEN = 160;
/** Characters of what a vendor has sealed that one token stands for: four of text, which base64 makes five and more. */
const SEALED_CHARS_PER_TOKEN = 4;

const previews = new WeakMap<MessagePart, string>();

/** Returns a part as the planner takes an event's content. Pictures and documents are counted, and never read. */
export function contentOf(part: MessagePart, messageId: string | undefined): EntryContent {
  const artifacts = (part.files ?? []).map(({ mime, data = '' }, at) => ({
    id: `art_${at}`,
    role: 'attachment' as const,
    mime,
    sizeBytes: Math.min(data.length, 100_000),
    sha256: '',
    createdAt: 0,
    preview: '[document]',
    previewKind: 'document' as const,
  }));
  const preview = part.text.length < PREVIEW_FROM_CHARS ? {} : { preview: previewOf(part) };
  const body = {
    text: part.text,
    meta: {},
    ...(artifacts.length > 0 && { artifacts }),
    ...(part.call && { call: part.call }),
    ...(part.isError && { isError: true }),
    ...(part.thinking && { thinking: part.thinking }),
    ...(messageId !== undefined && { messageId }),
  };
  return { body, fullText: part.text, ...preview };
}

/** Makes the preview of a part once: a history comes again with each call. */
function previewOf(part: MessagePart): string {
  const known = previews.get(part) ?? makePreview(part.text, { mime: 'text/plain' }).text;
  previews.set(part, known);
  return known;
}

/** Estimates tokens where nothing can count them. Errs high for any text: hardly any has fewer than two bytes a token. */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text, 'utf8') / 2);
}

/** Characters outside ASCII. Most that take two bytes are letters of alphabets, of which a token holds several. */
const TWO_BYTES = /[\u0080-\u07ff]/g;
const MORE_BYTES = /[^\0-\u07ff]/gu;

/** Estimates a line of ours, mostly words. Errs high also for Chinese, Japanese or Thai, of which a sign may be a token or two. */
function estimateShort(family: string, text: string): number {
  const two = text.match(TWO_BYTES)?.length ?? 0;
  const more = (text.match(MORE_BYTES) ?? []).join('').length;
  return Math.ceil(((text.length - two - more) / 3 + two / 1.5 + more * 1.5) * familyRatio(DEFAULT_FAMILY, family));
}

/** Tokens of a part beside what it says: its ids, and what it is written in. */
const FRAME_TOKENS = 32;

/** Counts messages as they are written, by their texts alone. Errs high. */
export async function countMessages(
  { countTexts }: Pick<PartCounter, 'countTexts'>,
  family: string,
  messages: readonly { readonly parts: readonly MessagePart[] }[],
): Promise<number[]> {
  const texts = messages.map(({ parts }) => parts.map(({ text, call }) => `${text}\n${call?.arguments ?? ''}`).join('\n'));
  const counts = await countTexts(family, texts);
  return messages.map(({ parts }, at) => counts[at]! + parts.reduce((sum, part) => sum + besideText(part), 0));
}

function besideText(part: MessagePart): number {
  const { files = [], thinking } = part;
  const sealed = (thinking?.redacted ?? thinking?.signature ?? '').length;
  const images = files.filter(({ mime }) => mime.startsWith('image/')).length * IMAGE_TOKENS;
  return FRAME_TOKENS + images + documentTokens(part) + Math.ceil(sealed / SEALED_CHARS_PER_TOKEN);
}

export interface PartCounter {
  countParts(
    family: string,
    parts: readonly { part: MessagePart; hash: string; content: EntryContent }[],
    slices?: Slices,
  ): Promise<readonly FormTokens[]>;
  countTexts(family: string, texts: readonly string[]): Promise<readonly number[]>;
  /** Counts a short text, such as a marker, without waiting; estimates a longer one, and where nothing counts at once. */
  countNow(family: string, text: string): number;
}

/** Counts each part once in all forms. Where the counter fails, its texts are estimated for once, and `onFailure` is told. */
export function createPartCounter(deps: CountDeps, onFailure: () => void): PartCounter {
  const known = createLruMap<FormTokens>(PROXY_LIMITS.countedParts);
  const knownTexts = createLruMap<number>(PROXY_LIMITS.countedTexts);
  const countInTime = createCountInTime(deps);
  return {
    async countTexts(family, texts) {
      const keys = texts.map((text) => hashOf(family, text));
      const found = keys.map((key) => knownTexts.get(key));
      const missing = texts.flatMap((_, at) => (found[at] === undefined ? [at] : []));
      if (missing.length === 0) return found as number[];
      const asked = missing.map((at) => texts[at]!);
      const counts = await countInTime(family, asked).catch(() => undefined);
      if (!counts) onFailure();
      else missing.forEach((at, place) => knownTexts.set(keys[at]!, counts[place]!));
      const fresh = new Map(missing.map((at, place) => [at, counts?.[place] ?? estimateTokens(texts[at]!)]));
      return texts.map((_, at) => found[at] ?? fresh.get(at)!);
    },
    countNow(family, text) {
      if (!deps.tokens.countNow || Buffer.byteLength(text) > COUNT_NOW_BYTES) return estimateShort(family, text);
      try {
        return deps.tokens.countNow(family, text);
      } catch {
        onFailure();
        return estimateShort(family, text);
      }
    },
    async countParts(family, parts, slices = createSlices()) {
      const keys = parts.map(({ part, hash }) => `${family}:${hash}:${part.thoughtChars ?? ''}`);
      // Taken before the wait: calls beside this one may push them out.
      const found = keys.map((key) => known.get(key));
      const missing = keys.flatMap((_, at) => (found[at] ? [] : [at]));
      const forms: RenderedForms[] = [];
      for (const at of missing) {
        const { part, content } = parts[at]!;
        forms.push(await inSlices(formSteps({ kind: part.kind, ...content }), slices));
        await slices(part.text.length + (part.call?.arguments ?? '').length);
      }
      let isExact = true;
      const count = (asked: string, texts: readonly string[]): Promise<number[]> =>
        countInTime(asked, texts).catch(() => {
          onFailure();
          isExact = false;
          return texts.map(estimateTokens);
        });
      const counts = missing.length === 0 ? [] : await countForms({ count }, family, forms);
      const fresh = new Map(missing.map((at, place) => [at, withDocuments(counts[place]!, parts[at]!.part)]));
      if (isExact) for (const [at, tokens] of fresh) known.set(keys[at]!, tokens);
      return keys.map((_, at) => found[at] ?? fresh.get(at)!);
    },
  };
}

/** Documents, what is sealed and thoughts are sent whole beside a message, whose text does not show them. */
function withDocuments(tokens: FormTokens, part: MessagePart): FormTokens {
  return { ...tokens, whole: tokens.whole + documentTokens(part) + omittedTokens(part) };
}

/** Counts thinking of which the vendor gives no text: its signature holds it. */
function omittedTokens({ text, thinking }: MessagePart): number {
  return text === '' ? Math.ceil((thinking?.signature ?? '').length / SEALED_CHARS_PER_TOKEN) : 0;
}

function documentTokens({ files = [], sealedChars = 0, thoughtChars = 0 }: MessagePart): number {
  const documents = files.filter(({ mime }) => !mime.startsWith('image/'));
  const extra = documents.reduce((sum, { mime, data = '' }) => sum + Math.ceil(data.length / charsPerToken(mime)), 0);
  const sealed = Math.ceil((sealedChars + thoughtChars) / SEALED_CHARS_PER_TOKEN);
  return sealed + (extra === 0 ? 0 : Math.max(extra, IMAGE_TOKENS));
}

function charsPerToken(mime: string): number {
  return mime.startsWith('audio/') ? AUDIO_CHARS_PER_TOKEN : DOCUMENT_CHARS_PER_TOKEN;
}
