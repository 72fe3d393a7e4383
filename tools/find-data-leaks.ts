/** Words in a row that tell where a text came from. */
export const RUN_WORDS = 8;
/** Fewer different words than this are a list of the same or a piece of code's noise. */
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

/** What every page of HTML begins with is nobody's text, though chats about code hold it (its language named before it). */
const HTML_PREAMBLE =
  'html <!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1.0"><title>';
const EVERYBODYS = [HTML_PREAMBLE, HTML_PREAMBLE.replace('1.0', '1')];

/** What would tell a data set: all runs of eight words of its texts, and the names of those who speak in it. */
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

/** Where a text holds a run of the data's words or one of its speakers' names, each line once by kind. */
export function findLeaks(path: string, text: string, { runs, names }: DataTraits): Leak[] {
  const found = new Map<string, Leak>();
  const add = (kind: Leak['kind'], at: number): void => {
    const line = text.slice(0, at).split('\n').length;
    found.set(`${kind} ${line}`, { path, line, kind });
  };
  for (const { run, at } of runsOf(text)) if (runs.has(run)) add('words', at);
  for (const match of text.matchAll(/\p{Lu}\p{L}+/gu)) if (names.has(match[0])) add('name', match.index);
  return [...found.values()];
}

/** Every run of eight words, lower case, without what stands between them. */
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
