import { readWords } from './dense-words.ts';
import { isBesideScrambled, judgeScrambled, type Scrambled } from './is-scrambled.ts';

/**
 * Takes a term. One with a doubt is of letters in both cases, or with digits: where many ids stand, it may be one, or is
 * likely to be.
 */
type TermReport = (shape: TermShape, term: string, doubt?: IdDoubt) => void;
export type IdDoubt = 'none' | 'may' | 'likely';

/** Kind of a term, by its spelling. */
export type TermShape = 'paths' | 'identifiers' | 'codes' | 'entities' | 'words';

const BREAK = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;
const UNDERSCORE = 4;
/** Characters inside paths and file names: `.`, `/`, `-`, `@`. */
const JOINT = 5;

const CLASSES = new Uint8Array(128);
for (let unit = 0; unit < 128; unit++) {
  const char = String.fromCharCode(unit);
  if (char >= 'a' && char <= 'z') CLASSES[unit] = LOWER;
  else if (char >= 'A' && char <= 'Z') CLASSES[unit] = UPPER;
  else if (char >= '0' && char <= '9') CLASSES[unit] = DIGIT;
  else if (char === '_') CLASSES[unit] = UNDERSCORE;
  else if ('./-@'.includes(char)) CLASSES[unit] = JOINT;
}

// Tried only on runs whose characters allow a match; each pattern is anchored and bounded.
const PATH = /^\/?(?:[\w.@-]{1,64}\/){1,16}[\w.@-]{1,64}\.[A-Za-z]\w{0,7}$/;
const FILE_NAME =
  /^[\w-]{1,64}\.(?:ts|tsx|js|mjs|py|go|rs|java|rb|c|h|cpp|cs|php|sh|sql|md|json|ya?ml|toml|html|css|txt|csv|log|lock|ini|cfg|xml)$/;
const IDENTIFIER =
  /^(?:[a-z]{1,32}_[a-z0-9_]{1,64}|[a-z]{1,32}(?:[A-Z][a-z0-9]{1,32}){1,6}|[A-Z][a-z0-9]{1,32}(?:[A-Z][a-z0-9]{1,32}){1,6}|E[A-Z]{4,32}|[A-Z][A-Z0-9]{1,32}_[A-Z0-9_]{1,64})$/;
/** `DAY`: a date. `NUMBERED`: a ticket, an error or an order. `CODE`: a capital, then letters and digits. */
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const NUMBERED = /^[A-Z][A-Z\d]{1,9}-\d{2,8}$/;
const CODE = /^[A-Z][A-Za-z]{0,8}\d[A-Za-z\d]{0,10}$/;
const CODE_CHARS = { least: 4, most: 16 } as const;
const LONGEST_RUN = 512;
const SHORTEST_WORD = 2;
const ENTITY_CHARS = { least: 3, most: 33 } as const;
const ENTITY_WORDS = 3;

/**
 * Reads a text once, character by character, and reports its terms: paths and file names, identifiers, codes (`HX42`,
 * `OPS-12`) and days, names (capitalised words inside a sentence, up to three in a row), and words of 4 to 24 letters (2 to 12 in
 * Chinese, Japanese and Korean), including those inside the other kinds. Hashes, tokens and other ids that chance made are
 * no terms, nor are letters inside them; returns how many there were. Linear in the text.
 */
export function readRuns(text: string, report: TermReport): number {
  let scrambled = 0;
  let entityFrom = -1;
  let entityTo = -1;
  let entityWords = 0;
  const endEntity = (): void => {
    if (entityFrom !== -1) report('entities', text.slice(entityFrom, entityTo));
    entityFrom = -1;
  };
  /** Extends a name over one space, or starts one; a name never starts a line or a sentence. */
  const takeName = (from: number, to: number): void => {
    if (entityFrom !== -1 && from === entityTo + 1 && isBlank(text.charCodeAt(entityTo)) && entityWords < ENTITY_WORDS) entityWords++;
    else {
      endEntity();
      if (startsSentence(text, from)) return;
      entityFrom = from;
      entityWords = 1;
    }
    entityTo = to;
  };
  for (let at = 0; at < text.length;) {
    if (classAt(text, at) === BREAK) {
      at++;
      continue;
    }
    const runFrom = at;
    let joints = false;
    // Reads the words of the run: letters, digits and underscores between joints.
    while (at < text.length) {
      const first = classAt(text, at);
      if (first === BREAK) break;
      if (first === JOINT) {
        joints = true;
        at++;
        continue;
      }
      const wordFrom = at;
      const word = readWord(text, wordFrom, report);
      at = word.to;
      scrambled += word.scrambled;
      if (word.isName) takeName(wordFrom, at);
    }
    if (joints && at - runFrom <= LONGEST_RUN) reportPath(text.slice(runFrom, at), report);
  }
  endEntity();
  return scrambled;
}

interface ReadWord {
  readonly to: number;
  /** Capitalised like a name. */
  readonly isName: boolean;
  /** Number of its parts that are ids of chance. */
  readonly scrambled: number;
}

/** Reports the word or identifier at `from`. */
function readWord(text: string, from: number, report: TermReport): ReadWord {
  let at = from;
  let partFrom = from;
  let uppers = 0;
  let others = 0;
  let underscores = 0;
  let scrambled = 0;
  let doubt: IdDoubt = 'none';
  for (; ; at++) {
    const kind = at < text.length ? classAt(text, at) : BREAK;
    if (kind === LOWER) continue;
    if (kind === UPPER) {
      uppers++;
      continue;
    }
    if (kind === DIGIT) {
      others++;
      continue;
    }
    const isMixed = isMixedPart(text, partFrom, at);
    const judged = isMixed ? judgeScrambled(text, partFrom, at) : 'no';
    if (isOfScrambled(text, partFrom, at, isMixed, judged)) scrambled++;
    else {
      const own = doubtOf(isMixed, judged);
      reportLetters(text, partFrom, at, own, report);
      if (doubt !== 'likely' && own !== 'none') doubt = own;
    }
    if (kind === BREAK || kind === JOINT) break;
    partFrom = at + 1;
    others++;
    underscores++;
  }
  const capital = classAt(text, from) === UPPER;
  if (scrambled > 0) return { to: at, isName: false, scrambled };
  const length = at - from;
  if (length <= LONGEST_RUN && length > 2 && (underscores > 0 || uppers > (capital ? 1 : 0))) {
    const word = text.slice(from, at);
    if (IDENTIFIER.test(word)) report('identifiers', word, underscores === 0 ? doubt : 'none');
  }
  const digits = others - underscores;
  if (digits > 0 && underscores === 0 && length >= CODE_CHARS.least && length <= CODE_CHARS.most) {
    const word = text.slice(from, at);
    if (CODE.test(word)) report('codes', word, doubt);
  }
  const isName = capital && uppers === 1 && others === 0 && length >= ENTITY_CHARS.least && length <= ENTITY_CHARS.most;
  return { to: at, isName, scrambled };
}

/** Shorter parts beside an id of chance belong to it, also those that are in one case. */
const BESIDE_CHARS = { mixed: 6, plain: 5 } as const;

/** Returns true for letters and digits between underscores that are an id of chance or a part of one. */
function isOfScrambled(text: string, from: number, to: number, isMixed: boolean, judged: Scrambled): boolean {
  if (judged === 'sure') return true;
  return to - from < (isMixed ? BESIDE_CHARS.mixed : BESIDE_CHARS.plain) && isBesideScrambled(text, from, to);
}

function doubtOf(isMixed: boolean, judged: Scrambled): IdDoubt {
  if (!isMixed) return 'none';
  return judged === 'likely' ? 'likely' : 'may';
}

/** Returns true where a digit or another capital follows the first letter, and small letters are among them. */
function isMixedPart(text: string, from: number, to: number): boolean {
  let lowers = 0;
  let others = 0;
  for (let at = from; at < to; at++) {
    if (classAt(text, at) === LOWER) lowers++;
    else if (at > from) others++;
  }
  return others > 0 && (lowers > 0 || to - from > BESIDE_CHARS.mixed);
}

/** Reports the words in a part of letters and digits. */
function reportLetters(text: string, from: number, to: number, doubt: IdDoubt, report: TermReport): void {
  let lettersFrom = from;
  for (let at = from; at <= to; at++) {
    if (at < to && classAt(text, at) !== DIGIT) continue;
    reportWords(text, lettersFrom, at, (shape, word) => report(shape, word, doubt));
    lettersFrom = at + 1;
  }
}

function reportWords(text: string, from: number, to: number, report: TermReport): void {
  if (to - from < SHORTEST_WORD || isOfHash(text, from, to)) return;
  readWords(text, from, to, (word) => report('words', word));
}

/** Returns true for letters that a hash or a UUID consists of, beside other digits of it: they are no word. */
function isOfHash(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (!isHexLetter(text.charCodeAt(at))) return false;
  return isHexBeside(text, from, -1) || isHexBeside(text, to - 1, 1);
}

/** Returns true where a digit stands on one side of a letter, or a hyphen with a hexadecimal digit behind it. */
function isHexBeside(text: string, at: number, step: 1 | -1): boolean {
  const [beside, behind] = [text.charCodeAt(at + step), text.charCodeAt(at + 2 * step)];
  return CLASSES[beside] === DIGIT || (beside === HYPHEN && (CLASSES[behind] === DIGIT || isHexLetter(behind)));
}

const HYPHEN = 45;

function isHexLetter(unit: number): boolean {
  return (unit >= 97 && unit <= 102) || (unit >= 65 && unit <= 70);
}

function reportPath(run: string, report: TermReport): void {
  let from = 0;
  let to = run.length;
  while (from < to && (run[from] === '.' || run[from] === '-' || run[from] === '@')) from++;
  while (to > from && CLASSES[run.charCodeAt(to - 1)] === JOINT) to--;
  const trimmed = run.slice(from, to);
  if (DAY.test(trimmed) || NUMBERED.test(trimmed)) report('codes', trimmed);
  if (!trimmed.includes('.')) return;
  if (trimmed.includes('/') ? PATH.test(trimmed) : FILE_NAME.test(trimmed)) report('paths', trimmed);
}

function classAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit < 128 ? CLASSES[unit]! : classOfOther(text[at]!);
}

const LETTER = /\p{L}/u;

/** Classifies a character outside ASCII; letters of the supplementary planes count as separators. */
function classOfOther(char: string): number {
  if (!LETTER.test(char)) return BREAK;
  return char !== char.toLowerCase() ? UPPER : LOWER;
}

function isBlank(unit: number): boolean {
  return unit === 32 || (unit >= 9 && unit <= 13);
}

/** Returns true at the start of a line, or after a space that ends a sentence. */
function startsSentence(text: string, at: number): boolean {
  if (at === 0 || text[at - 1] === '\n') return true;
  return isBlank(text.charCodeAt(at - 1)) && at > 1 && '.!?'.includes(text[at - 2]!);
}
