import { isLowSurrogate } from '../text/surrogates.ts';
import { takeSteps } from '../text/take-steps.ts';
import { firstSeen } from './normalise-look-alikes.ts';
import { resemblesClosing, resemblesService, resemblesWrapper, type WrapperName } from './service-lines.ts';

interface NeutraliseOptions {
  /** Also treats headings as the service's. True for answers; in a window a document may have its own. */
  readonly headings?: boolean;
  /** Also treats lines that name an agent as the service's: `[from planner]`. True where windows name agents. */
  readonly agents?: boolean;
  /** Starts of lines that really are the service's. */
  readonly ours?: ReadonlySet<number>;
}

/** All characters that a reader may take for the end of a line. */
const LINE_END = /[\n\r\v\f\u0085\u2028\u2029]/g;
const ANGLES = /[<＜﹤‹«❮❰〈〈⟨《⟪˂ᐸ≺⋖≪⧼⦑⦓⪡𐅁]/gu;
const ANGLE_AT_END = new RegExp(`${ANGLES.source}$`, 'u');
const BRACKET_LETTERS = '匚井ⵌ';

/** Largest number of characters looked at in one step. */
const STEP_CHARS = 4_096;

/**
 * Puts a `\` wherever the text could be taken for the service's: before a line that imitates one of the service, and
 * after the angle of a tag that imitates the wrapper. Everything else stays the same, byte for byte. Linear. `restore`
 * reverses it.
 */
export function neutralise(text: string, options: NeutraliseOptions = {}): string {
  return takeSteps(neutraliseSteps(text, options));
}

/** `neutralise` in steps, each of which yields the number of characters that it has looked at. */
export function neutraliseSteps(text: string, options: NeutraliseOptions = {}): Generator<number, string> {
  return editSteps(text, options, (at) => ({ until: at, put: '\\' }));
}

/** Puts a `\` behind an angle that ends a line, which could make a tag with the line below it. */
export function neutraliseEnd(line: string): string {
  const shown = line.trimEnd();
  return ANGLE_AT_END.test(shown) ? `${shown}\\` : line;
}

/** Tags in plain letters; the name of an artifact's opening tag ends with a blank. */
const PLAIN_TAGS: Readonly<Record<WrapperName, RegExp>> = { artifact: /\s*(?:\/\s*)?artifact\b/iy, file: /\s*\/\s*file\b/iy };

/**
 * Puts a `\` after the angle of each tag that could be taken for the end of the wrapper of this name, in which the text
 * is put. Tags of longer names, such as `</filename>`, stay as they are. Linear.
 */
export function neutraliseClosing(text: string, name: WrapperName): string {
  return takeSteps(closingSteps(text, name));
}

/** `neutraliseClosing` in steps, each of which yields the number of characters that it has looked at. */
export function* closingSteps(text: string, name: WrapperName): Generator<number, string> {
  let edited = '';
  let from = 0;
  let stepFrom = 0;
  const plain = PLAIN_TAGS[name];
  for (let behind = behindNext(ANGLES, text, 0); behind > 0; behind = behindNext(ANGLES, text, behind)) {
    if (behind - stepFrom >= STEP_CHARS) {
      yield behind - stepFrom;
      stepFrom = behind;
    }
    plain.lastIndex = behind;
    if (!plain.test(text) && !(mayBeNamed(text, behind, FIRST_SIGNS[name]) && resemblesClosing(text, behind, name))) continue;
    edited += `${text.slice(from, behind)}\\`;
    from = behind;
  }
  yield text.length - stepFrom;
  return edited + text.slice(from);
}

/** Restores the text that was given to `neutralise`. */
export function restore(text: string, options: NeutraliseOptions = {}): string {
  return takeSteps(editSteps(text, options, (at) => ({ until: text[at] === '\\' ? at + 1 : at, put: '' })));
}

/** Escapes the angles of tags in JSON strings that imitate the wrapper. The JSON escapes keep the strings' values. */
export function escapeTags(json: string): string {
  let escaped = '';
  let from = 0;
  for (const behind of takeSteps(imitatingTags(json))) {
    const angle = isLowSurrogate(json.charCodeAt(behind - 1)) ? behind - 2 : behind - 1;
    escaped += json.slice(from, angle) + jsonEscape(json.slice(angle, behind));
    from = behind;
  }
  return escaped + json.slice(from);
}

/** Writes a character as a JSON escape, which keeps the string's value. */
export function jsonEscape(sign: string): string {
  let escaped = '';
  for (let at = 0; at < sign.length; at++) escaped += `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`;
  return escaped;
}

type Edit = (at: number) => { readonly until: number; readonly put: string };

function* editSteps(text: string, options: NeutraliseOptions, edit: Edit): Generator<number, string> {
  const places = [...(yield* imitatingLines(text, options)), ...(yield* imitatingTags(text))].sort((a, b) => a - b);
  if (places.length === 0) return text;
  let edited = '';
  let from = 0;
  let stepFrom = 0;
  for (const at of places) {
    const { until, put } = edit(at);
    edited += text.slice(from, at) + put;
    from = until;
    if (from - stepFrom < STEP_CHARS) continue;
    yield from - stepFrom;
    stepFrom = from;
  }
  return edited + text.slice(from);
}

function* imitatingLines(text: string, { headings = false, agents = false, ours }: NeutraliseOptions): Generator<number, number[]> {
  const found: number[] = [];
  const look = (from: number, to: number): void => {
    if (ours?.has(from) !== true && mayImitate(text, from, to, headings) && resemblesService(text.slice(from, to), { headings, agents }))
      found.push(from);
  };
  let from = 0;
  let stepFrom = 0;
  for (let next = behindNext(LINE_END, text, from); next > 0; next = behindNext(LINE_END, text, from)) {
    look(from, next - 1);
    from = next;
    if (from - stepFrom < STEP_CHARS) continue;
    yield from - stepFrom;
    stepFrom = from;
  }
  look(from, text.length);
  yield text.length - stepFrom;
  return found;
}

/**
 * Returns the position behind the next sign of a pattern; 0 where there is none. A text may consist of such signs, so no
 * match is made of each.
 */
function behindNext(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : 0;
}

/** Rejects most lines at once: they begin with a letter or a digit, or have no bracket before the first one. */
function mayImitate(text: string, from: number, to: number, headings: boolean): boolean {
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x5b || (headings && (code === 0x23 || code === 0x3c))) return true;
    if (code > 0x7f) return mayBeBracket(text.slice(at, to));
    const isLetter = (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
    if (isLetter) return false;
  }
  return false;
}

function mayBeBracket(rest: string): boolean {
  const sign = firstSeen(rest, 0);
  return sign !== undefined && (!/[\p{L}\p{N}]/u.test(sign) || BRACKET_LETTERS.includes(sign));
}

/** Returns the positions behind the angles of tags that imitate the wrapper. */
function* imitatingTags(text: string): Generator<number, number[]> {
  const found: number[] = [];
  let stepFrom = 0;
  for (let behind = behindNext(ANGLES, text, 0); behind > 0; behind = behindNext(ANGLES, text, behind)) {
    if (behind - stepFrom >= STEP_CHARS) {
      yield behind - stepFrom;
      stepFrom = behind;
    }
    if (mayBeNamed(text, behind, FIRST_SIGNS.recalled) && resemblesWrapper(text, behind)) found.push(behind);
  }
  yield text.length - stepFrom;
  return found;
}

/** ASCII signs that the name of a wrapper may begin with. */
const FIRST_SIGNS: Readonly<Record<WrapperName | 'recalled', string>> = { recalled: 'Rr', artifact: 'Aa4@', file: 'Ff' };

/**
 * Returns true when, after the angle and any spaces and strokes, comes one of the first signs of a wrapper's name or a
 * character outside ASCII.
 */
function mayBeNamed(text: string, from: number, firstSigns: string): boolean {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 0x7f || firstSigns.includes(text[at]!)) return true;
    const isSign = code <= 0x20 || code === 0x2f || code === 0x5c || code === 0x7c || code === 0x2d || code === 0x5f;
    if (!isSign) return false;
  }
  return false;
}
