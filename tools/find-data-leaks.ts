/** Number of consecutive words that identify the origin of a text. */
export const RUN_WORDS = 8;
/** Least number of distinct words in such a run. A run with fewer is a repetitive list or code. */
const DIFFERENT_WORDS = 6;

export interface DataTraits {
  readonly runs: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
}

export interface Leak {
  readonly path: string;
  readonly line: number;
  readonly kind: 'words' | 'name';
}

/**
 * The start of every HTML page, with the language name before it as chats about code have it. It belongs to no data
 * set.
 */
const HTML_PREAMBLE =
  'html <!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1.0"><title>';
const EVERYBODYS = [HTML_PREAMBLE, HTML_PREAMBLE.replace('1.0', '1')];

/** The least number of names in one list of everybody's given names, separated by `|` as in a pattern. */
const LISTED_NAMES = 12;
const NAME_LIST = new RegExp(`(?:\\p{Lu}\\p{L}+\\|){${LISTED_NAMES - 1},}\\p{Lu}\\p{L}+`, 'gu');

/** Collects what identifies a data set: all runs of eight words of its texts, and the names of its speakers. */
export function traitsOf(documents: Iterable<unknown>): DataTraits {
  const runs = new Set<string>();
  const names = new Set<string>();
  for (const document of documents) visit(document, '', runs, names);
  for (const text of EVERYBODYS) for (const { run } of runsOf(text)) runs.delete(run);
  return { runs, names };
}

function visit(value: unknown, key: string, runs: Set<string>, names: Set<string>): void {
  if (typeof value === 'string') {
    if (/^speaker(_[a-z])?$/.test(key)) names.add(value);
    for (const { run } of runsOf(value)) runs.add(run);
  } else if (Array.isArray(value)) for (const item of value) visit(item, '', runs, names);
  else if (typeof value === 'object' && value !== null) for (const [name, item] of Object.entries(value)) visit(item, name, runs, names);
}

/**
 * Finds the lines of a text with a run of the data's words or a speaker's name, each line once per kind. A name in a
 * long list of given names tells nothing of a data set.
 */
export function findLeaks(path: string, text: string, { runs, names }: DataTraits): Leak[] {
  const found = new Map<string, Leak>();
  const add = (kind: Leak['kind'], at: number): void => {
    const line = text.slice(0, at).split('\n').length;
    found.set(`${kind} ${line}`, { path, line, kind });
  };
  for (const { run, at } of runsOf(text)) if (runs.has(run)) add('words', at);
  const unlisted = text.replaceAll(NAME_LIST, (list) => ' '.repeat(list.length));
  for (const match of unlisted.matchAll(/\p{Lu}\p{L}+/gu)) if (names.has(match[0])) add('name', match.index);
  return [...found.values()];
}

/** Yields every run of eight words in lower case, without the characters between words. */
function* runsOf(text: string): Generator<{ run: string; at: number }> {
  const words: string[] = [];
  const places: number[] = [];
  for (const match of text.matchAll(/[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu)) {
    words.push(match[0].toLowerCase().replace('’', "'"));
    places.push(match.index);
    if (words.length > RUN_WORDS) {
      words.shift();
      places.shift();
    }
    if (words.length === RUN_WORDS && new Set(words).size >= DIFFERENT_WORDS) yield { run: words.join(' '), at: places[0]! };
  }
}
