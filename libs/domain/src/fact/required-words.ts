/** Most words of one pattern: looking for more of them costs as much as to try the pattern. */
const MAX_WORDS = 80;

/** Shortest word that is worth looking for, by `weightOf`. */
const MIN_WEIGHT = 2;

type Words = ReadonlySet<string>;

/**
 * Returns sets of words, the rarest first: of each set one word at least stands in every text that the pattern matches, in
 * lower case and maybe as a part of a longer word. There are none if the pattern requires none, or has syntax that is
 * not known here. It is for patterns with the flag `i`; compare with a text by `foldCase`. Looking for words is far
 * cheaper than trying a pattern at every place of a text.
 */
export function requiredWords({ source }: RegExp): readonly Words[] {
  const reader = { source, at: 0 };
  const required = readAlternatives(reader);
  if (reader.at !== source.length) return [];
  return required.filter((words) => words.size <= MAX_WORDS && weightOf(words) >= MIN_WEIGHT).toSorted((a, b) => weightOf(b) - weightOf(a));
}

/** Letters that lower case keeps and patterns without case do not, each with the one that they take it for. */
const FOLDED: ReadonlyMap<string, string> = new Map(
  'ſs ςσ ϐβ ϑθ ϕφ ϖπ ϰκ ϱρ ϵε ẛṡ ﬅﬆ \u{B5}\u{3BC} \u{345}\u{3B9} \u{1FBE}\u{3B9} \u{1FD3}\u{390} \u{1FE3}\u{3B0} \u{1C80}в \u{1C81}д \u{1C82}о \u{1C83}с \u{1C84}т \u{1C85}т \u{1C86}ъ \u{1C87}ѣ \u{1C88}ꙋ'
    .split(' ')
    .map((pair): [string, string] => [pair.slice(0, 1), pair.slice(1)]),
);
const UNFOLDED = new RegExp(`[${[...FOLDED.keys()].join('')}]`, 'gu');

/** Folds a text as patterns without case do; the length is that of its lower case. */
export function foldCase(text: string): string {
  return text.toLowerCase().replace(UNFOLDED, (letter) => FOLDED.get(letter)!);
}

interface Reader {
  readonly source: string;
  at: number;
}

function readAlternatives(reader: Reader): readonly Words[] {
  const branches = [readSequence(reader)];
  while (reader.source[reader.at] === '|') {
    reader.at += 1;
    branches.push(readSequence(reader));
  }
  if (branches.length === 1) return branches[0]!;
  // Whichever of the branches matches, it has a word of its rarest set.
  const rarest = branches.map(rarestOf);
  return rarest.every((words) => words !== undefined) ? [new Set(rarest.flatMap((words) => [...words]))] : [];
}

/** Returns what each part of a sequence requires, as each has to match. */
function readSequence(reader: Reader): readonly Words[] {
  const required: Words[] = [];
  let run = '';
  const endRun = (): void => {
    if (run !== '') required.push(new Set([foldCase(run)]));
    run = '';
  };
  while (reader.at < reader.source.length && !'|)'.includes(reader.source[reader.at]!)) {
    const part = readPart(reader);
    const times = readQuantifier(reader);
    if (typeof part === 'string') {
      if (times !== 'maybe') run += part;
      if (times === 'once') continue;
    }
    endRun();
    if (typeof part !== 'string' && times !== 'maybe') required.push(...part);
  }
  endRun();
  return required;
}

/** Signs that most sentences lack, each as rare as a short word. */
const RARE_SIGN = /[:>\n]/;

/** How rare the most frequent of the words is, by its length; a sign beyond the Latin ones counts as a syllable. */
function weightOf(words: Words): number {
  let least = Infinity;
  for (const word of words) {
    let weight = 0;
    for (const sign of word) weight += sign > 'ʯ' ? 3 : RARE_SIGN.test(sign) ? MIN_WEIGHT : 1;
    if (weight < least) least = weight;
  }
  return least;
}

function rarestOf(sets: readonly Words[]): Words | undefined {
  let rarest: Words | undefined;
  let most = 0;
  for (const words of sets) {
    const weight = weightOf(words);
    if (rarest === undefined || weight > most) [rarest, most] = [words, weight];
  }
  return rarest;
}

const NOTHING: readonly Words[] = [];

/** Reads one part: a letter as itself, else the words that it requires. */
function readPart(reader: Reader): string | readonly Words[] {
  const sign = reader.source[reader.at]!;
  if (sign === '(') return readGroup(reader);
  if (sign === '[') return skipTo(reader, endOfClass(reader));
  if (sign === '\\') return readEscape(reader);
  reader.at += 1;
  return '.^$'.includes(sign) ? NOTHING : sign;
}

const GROUP = /\((?:\?(?:<(?![=!])[^>]*>|<?[=!]|-i:|:))?/y;

function readGroup(reader: Reader): readonly Words[] {
  GROUP.lastIndex = reader.at;
  const opening = GROUP.exec(reader.source)?.[0] ?? '';
  reader.at += opening.length;
  // A group of another kind, as `(?i:`, is not known: see `readEscape`.
  if (opening === '(' && reader.source[reader.at] === '?') return skipTo(reader, reader.source.length + 1);
  const required = readAlternatives(reader);
  reader.at += 1;
  return opening.endsWith('!') ? NOTHING : required;
}

function endOfClass({ source, at }: Reader): number {
  let end = at + 1;
  while (end < source.length && source[end] !== ']') end += source[end] === '\\' ? 2 : 1;
  return end + 1;
}

const ESCAPED_SIGN = /\\[^\p{L}\p{N}]/uy;
const CONTROLS: ReadonlyMap<string, string> = new Map([
  ['\\n', '\n'],
  ['\\r', '\r'],
  ['\\t', '\t'],
]);
/** Sets of letters, bounds, and what a group has matched before. */
const ESCAPED_SET = /\\(?:[pP]\{[^}]*\}|x[\da-f]{2}|[sSdDwWbB]|[1-9]\d?)/iy;

function readEscape(reader: Reader): string | readonly Words[] {
  ESCAPED_SIGN.lastIndex = ESCAPED_SET.lastIndex = reader.at;
  const sign = ESCAPED_SIGN.exec(reader.source)?.[0];
  if (sign !== undefined) {
    reader.at += sign.length;
    return sign.slice(1);
  }
  const control = CONTROLS.get(reader.source.slice(reader.at, reader.at + 2));
  if (control !== undefined) {
    reader.at += 2;
    return control;
  }
  const set = ESCAPED_SET.exec(reader.source)?.[0];
  // Behind an escape that is not known, the end of the pattern is never reached, so that nothing is taken for required.
  return skipTo(reader, set === undefined ? reader.source.length + 1 : reader.at + set.length);
}

function skipTo(reader: Reader, at: number): readonly Words[] {
  reader.at = at;
  return NOTHING;
}

const QUANTIFIER = /(?:[*+?]|\{(?<least>\d+)(?:,\d*)?\})\??/y;

/** Reads how often the part before has to stand. */
function readQuantifier(reader: Reader): 'once' | 'more' | 'maybe' {
  QUANTIFIER.lastIndex = reader.at;
  const match = QUANTIFIER.exec(reader.source);
  if (match === null) return 'once';
  reader.at += match[0].length;
  const least = match.groups?.['least'];
  return match[0][0] === '+' || Number(least ?? 0) > 0 ? 'more' : 'maybe';
}
