import { atFirstUse } from '../../lazy/at-first-use.ts';
import { wholeWords } from '../../terms/whole-words.ts';
import { namesTopic } from '../question-kind/names-topic.ts';
import { asksForRules, MAX_ASKED_CHARS, mayAskForRules } from './asked-rules.ts';
import { ACTION_WORDS, type ActionWords } from './action-words.ts';

/**
 * Names what a question lists: files that calls changed, removed or read, commands that they ran, what failed, and rules that
 * the user set.
 */
export type AskedAction = 'change' | 'remove' | 'read' | 'run' | 'fail' | 'rule';

const patterns = atFirstUse(() =>
  ACTION_WORDS.map((words) => {
    const parts = Object.entries({ ...words, errors: `${NO_KIND}(?:${words.errors})` }) as [keyof ActionWords, string][];
    const own = new Map(
      parts.map(([part, forms]) => [part, new RegExp(wholeWords(forms.replaceAll(' ', part === 'numbers' ? '|' : ' ')), 'iu')]),
    );
    const said = parts.filter(([part]) => !UNSAID.has(part)).map(([, forms]) => forms);
    return { own, numbers: words.numbers.split(' '), all: new RegExp(wholeWords(said.join('|')), 'giu') };
  }),
);

/** "What is an exception" asks for a meaning, and "is there an error" whether there is any. */
const NO_KIND = String.raw`(?<!(?<!\p{L})(?:(?:an?|eine?[nm]?|une?|una|uno|uma?|een) |un['’]))`;

/** Words that are no part of a question for what was done by themselves. */
const UNSAID: ReadonlySet<keyof ActionWords> = new Set(['excluding', 'asks', 'one', 'numbers']);

const NAMING = ['files', 'commands', 'calls', 'changeAlone', 'fail', 'errors'] as const;

/** Returns true for a query that may ask for what was done: a look at its words, before the time in it is read. */
export function mayAskForActions(query: string): boolean {
  return mayAskForRules(query) || mayAskForCalls(query);
}

function mayAskForCalls(query: string): boolean {
  return query.length <= MAX_ASKED_CHARS && patterns().some(({ own }) => NAMING.some((part) => own.get(part)!.test(query)));
}

/** True where the question asks for the first or the last, by words that the query is without. */
interface AskedOrder {
  readonly isOrdered?: boolean;
}

/**
 * Returns what kind of calls a question lists where it names nothing else: "which files did we edit so far", "what
 * commands failed". Undefined for any other, as "which files did we edit for the login" is answered by what was said of
 * the login. `query` is without the words of a time, and without those for the first or the last.
 */
export function askedAction(query: string, { isOrdered = false }: AskedOrder = {}): AskedAction | undefined {
  if (query.length > MAX_ASKED_CHARS) return undefined;
  if (asksForRules(query)) return 'rule';
  const readings = readingsOf(query, isOrdered);
  // A word of one language may mean nothing in another that has the verb too: "no" and "não" beside "comandos usaste".
  if (readings.some(({ own }) => own.get('excluding')!.test(query))) return undefined;
  for (const { own } of readings) {
    const action = actionOf((part) => own.get(part)!.test(query), isOrdered);
    if (action !== undefined) return action;
  }
  return undefined;
}

/** Returns the languages in which a query names nothing else; beside words for the first or the last it may count. */
function readingsOf(query: string, isOrdered: boolean): ReturnType<typeof patterns> {
  return patterns().filter(({ own, all }) => {
    const said = query.replace(all, ' ');
    const rest = isOrdered ? said.replace(own.get('numbers')!, ' ').replace(DIGITS, ' ') : said;
    return said !== query && !namesTopic(rest);
  });
}

function actionOf(has: (part: keyof ActionWords) => boolean, isOrdered: boolean): AskedAction | undefined {
  const [files, commands, calls] = [has('files'), has('commands'), has('calls')];
  if (files && (commands || calls)) return undefined;
  // A bare "errors" is looked up; "the last error" and "which errors" ask for what failed.
  if (has('fail') || (has('errors') && (isOrdered || has('asks')))) return files ? undefined : 'fail';
  if (files) return (['change', 'remove', 'read'] as const).find(has);
  if (commands || calls) return commands && (isOrdered || has('run')) ? 'run' : undefined;
  return has('changeAlone') ? 'change' : undefined;
}

/** A number up to 99. */
const DIGITS = /(?<![\p{L}\p{N}.:/-])\d{1,2}(?![\p{L}\p{N}.:/-])/u;
/** Entries that answer a question for one thing: the last call may not be the one that is meant. */
const FEW = 3;

/**
 * Returns how many entries a question asks for by a number or by naming one thing, beside words for the first or the last:
 * "the last three commands", "the last file you edited". Undefined where it asks for all, and where the order is that of
 * the place: "in the last session". `orderWords` are those of the query.
 */
export function askedNumber(query: string, orderWords: readonly string[]): number | undefined {
  if (query.length > MAX_ASKED_CHARS || orderWords.length === 0) return undefined;
  const unordered = orderWords.reduce((rest, words) => rest.replace(words, ' '), query);
  for (const { own, numbers } of readingsOf(unordered, true)) {
    const place = own.get('places')!.exec(query);
    if (place !== null && orderWords.some((word) => query.slice(0, place.index).trimEnd().endsWith(word))) return undefined;
    const word = own.get('numbers')!.exec(query)?.[0].toLowerCase();
    if (word !== undefined) return numbers.indexOf(word) + 2;
    const digits = Number(DIGITS.exec(query)?.[0] ?? 0);
    if (digits > 0) return digits;
    if (own.get('one')!.test(query)) return FEW;
  }
  return undefined;
}
