import {
  jsonOrUndefined,
  mergeFindings,
  SCREENING_RULES,
  screenText,
  type ScreenedText,
  type ScreeningAction,
  type ScreeningFinding,
} from '@total-recall/runtime';

/** A name, a string or a number of a JSON text, at its place there. */
interface Part {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly isName: boolean;
  /** Reads it with the name before it, which tells a password; the part stands between both. */
  readonly named: { readonly name: string; readonly quote: '"' | '' } | undefined;
}

/** The start of a string, or a number. In valid JSON nothing else has quotes or digits. */
const START = /"|-?\d[\d.eE+-]*/g;
/** Most names and values that are screened one by one, as each takes up to 20 µs; a text of more is screened as any text. */
const MOST_PARTS = 10_000;
const COLON = /[ \t\r\n]*:/y;

/** Keys alone go over several values, such as the lines of a file in a list. */
const OF_KEYS = SCREENING_RULES.filter(({ name }) => name === 'private_key');

/**
 * Screens a JSON text: each name, string and number by itself, so that a match ends where its value does and what is kept
 * is JSON. A value is also read with the name before it. All else stays byte for byte; a number with a match becomes a
 * string. Takes valid JSON. One of very many values, or in which a match goes over several, is screened as any text, and
 * may be none afterwards.
 */
export function screenJson(json: string, action: Exclude<ScreeningAction, 'off'>): ScreenedText {
  const { text, findings } = maskParts(json) ?? maskWithKeys(json) ?? screenText(json, 'mask');
  return { text: action === 'mask' ? text : json, findings: findings.map((finding) => ({ ...finding, action })) };
}

/** Masks keys in all of a text, and the rest by its parts. Undefined where that leaves no JSON. */
function maskWithKeys(json: string): ScreenedText | undefined {
  const keys = screenText(json, 'mask', OF_KEYS);
  const rest = keys.findings.length > 0 && jsonOrUndefined(keys.text) !== undefined ? maskParts(keys.text) : undefined;
  return rest && { text: rest.text, findings: mergeFindings([keys.findings, rest.findings]) };
}

/** Masks each part by itself. Undefined where there are too many, or where matches cannot be told apart by parts. */
function maskParts(json: string): ScreenedText | undefined {
  const parts = partsOf(json);
  const matching = parts && matchingOf(parts);
  if (matching === undefined) return undefined;
  const findings: (readonly ScreeningFinding[])[] = [];
  const mask = (text: string): string => {
    const screened = screenText(text, 'mask');
    findings.push(screened.findings);
    return screened.text;
  };
  const masks = new Map<string, number>();
  const kept: string[] = [];
  let at = 0;
  for (const part of matching) {
    const alone = mask(part.text);
    const masked = part.isName ? numbered(alone, part.text, masks) : withName(part.named, alone, mask);
    if (masked === part.text) continue;
    kept.push(json.slice(at, part.from), JSON.stringify(masked));
    at = part.to;
  }
  return { text: kept.join('') + json.slice(at), findings: mergeFindings(findings) };
}

/** Undefined where there are too many. */
function partsOf(json: string): Part[] | undefined {
  const parts: Part[] = [];
  let name: string | undefined;
  let at = 0;
  START.lastIndex = 0;
  for (let start = START.exec(json); start; start = START.exec(json)) {
    if (parts.length === MOST_PARTS) return undefined;
    const from = start.index;
    const quote = start[0] === '"' ? '"' : '';
    const to = quote === '' ? START.lastIndex : endOfString(json, from);
    const text = quote === '' ? start[0] : (JSON.parse(json.slice(from, to)) as string);
    COLON.lastIndex = to;
    const isName = quote !== '' && COLON.test(json);
    const named = name !== undefined && json.slice(at, from).trim() === ':' ? ({ name, quote } as const) : undefined;
    parts.push({ from, to, text, isName, named });
    name = isName ? text : undefined;
    at = to;
    START.lastIndex = to;
  }
  return parts;
}

/** Line between parts that are screened together: only a key with both its ends goes over it. */
const BETWEEN = '\n\0\n';

/**
 * Returns the parts that may have a match, in order: those that change where all are masked together, as many small parts
 * would take seconds one by one. Undefined where a match goes over several.
 */
function matchingOf(parts: readonly Part[]): readonly Part[] | undefined {
  const given = parts.map(({ text, named }) => (named ? `${text}\n${beforeOf(named)}${text}${named.quote}` : text));
  const masked = screenText(given.join(BETWEEN), 'mask').text.split(BETWEEN);
  return masked.length === parts.length ? parts.filter((_, at) => masked[at] !== given[at]) : undefined;
}

function beforeOf({ name, quote }: NonNullable<Part['named']>): string {
  return `"${name}": ${quote}`;
}

/** Masks a value that only the name before it tells. Such a match begins at the value and ends within it. */
function withName(named: Part['named'], value: string, mask: (text: string) => string): string {
  if (named === undefined) return value;
  const { name, quote } = named;
  const before = beforeOf({ name: screenText(name, 'mask').text, quote });
  return mask(`${before}${value}${quote}`).slice(before.length, quote === '' ? undefined : -1);
}

/** Keeps names apart that are masked alike, so that no field is lost. */
function numbered(masked: string, given: string, masks: Map<string, number>): string {
  if (masked === given) return masked;
  const times = (masks.get(masked) ?? 0) + 1;
  masks.set(masked, times);
  return times === 1 ? masked : `${masked}_${times}`;
}

function endOfString(json: string, from: number): number {
  let at = from + 1;
  while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at + 1;
}
