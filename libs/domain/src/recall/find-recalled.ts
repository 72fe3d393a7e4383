/** A rendering of recall inside a text: its range in UTF-16 units, and the rendering before it was wrapped. */
export interface RecalledSpan {
  readonly from: number;
  readonly to: number;
  /** True when its end was found. */
  readonly closed: boolean;
  readonly retrievalId: string;
  readonly rendering: string;
}

// JSON inside JSON, as nested tools produce it, puts 1, 3, 7 backslashes before a quote; some writers escape the
// bracket too.
const OPEN =
  /(?:<|\\{1,15}u003[cC])recalled id=(\\{0,15})"([A-Za-z0-9._-]{1,128})\\{0,15}"(?: until=\\{0,15}"([A-Za-z0-9._-]{1,16})\\{0,15}")?/g;
/** An answer names the fence that it ends with; answers from before fences have none. */
const closeOf = (fence: string | undefined): RegExp => {
  const name = fence === undefined ? '' : ` ${fence.replaceAll('.', String.raw`\.`)}`;
  return new RegExp(String.raw`(?:<|\\{1,15}u003[cC])\\{0,15}\/recalled${name}(?:>|\\{1,15}u003[eE])`, 'g');
};
/** Largest number of renderings read from one text. */
const MOST_SPANS = 64;
const DEPTH_OF: Readonly<Record<number, number>> = { 0: 0, 1: 1, 3: 2, 7: 3, 15: 4 };

/**
 * Finds the renderings in a text, wherever they are: plain, after other words, or in JSON. One without an end takes the
 * rest of the text. Linear.
 */
export function findRecalled(text: string, isOurs: (retrievalId: string) => boolean): RecalledSpan[] {
  if (!text.includes('recalled id=')) return [];
  const spans: RecalledSpan[] = [];
  let past = 0;
  for (const match of text.matchAll(OPEN)) {
    if (spans.length >= MOST_SPANS) break;
    const retrievalId = match[2]!;
    if (match.index < past || !isOurs(retrievalId)) continue;
    const ends = closeOf(match[3]);
    ends.lastIndex = match.index;
    const close = ends.exec(text);
    past = close ? close.index + close[0].length : text.length;
    const depth = DEPTH_OF[match[1]!.length] ?? 0;
    spans.push({
      from: match.index,
      to: past,
      closed: close !== null,
      retrievalId,
      rendering: unwrap(text.slice(match.index, past), depth),
    });
  }
  return spans;
}

/** Unwraps a text from that many layers of JSON strings, as far as it can be parsed. */
function unwrap(text: string, depth: number): string {
  let plain = text;
  for (let layer = 0; layer < depth; layer++) {
    try {
      plain = JSON.parse(`"${plain.replace(/[^ -\uffff]/g, ' ')}"`) as string;
    } catch {
      return plain;
    }
  }
  return plain;
}

/**
 * Replaces the spans by white space of equal length, both in UTF-16 units and in UTF-8 bytes, so that all other offsets
 * stay valid.
 */
export function blankSpans(text: string, spans: readonly { readonly from: number; readonly to: number }[]): string {
  let blank = '';
  let at = 0;
  for (const { from, to } of spans) {
    blank += text.slice(at, from) + text.slice(from, to).replace(/[^\n\r]/g, blankOf);
    at = Math.max(at, to);
  }
  return blank + text.slice(at);
}

/** Returns a space of one, two or three bytes; each half of a surrogate pair stands for two of its four bytes. */
function blankOf(unit: string): string {
  const code = unit.charCodeAt(0);
  if (code < 0x80) return ' ';
  return code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? '\u00a0' : '\u3000';
}
