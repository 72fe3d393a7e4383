import { atFirstUse } from '../../lazy/at-first-use.ts';
import { namesTopic } from '../question-kind/names-topic.ts';
import { ACTION_WORDS, type ActionWords } from './action-words.ts';

/** Names what the calls did that a question lists: changed, removed or read files, ran commands, or failed. */
export type AskedAction = 'change' | 'remove' | 'read' | 'run' | 'fail';

const MAX_CHARS = 200;

const patterns = atFirstUse(() =>
  ACTION_WORDS.map((words) => {
    const parts = Object.entries({ ...words, errors: `${NO_KIND}(?:${words.errors})` }) as [keyof ActionWords, string][];
    const own = new Map(parts.map(([part, forms]) => [part, whole(forms, 'iu')]));
    const said = parts.filter(([part]) => !UNSAID.has(part)).map(([, forms]) => forms);
    return { own, all: whole(said.join('|'), 'giu') };
  }),
);

/** "What is an exception" asks for a meaning, and "is there an error" whether there is any. */
const NO_KIND = String.raw`(?<!(?<!\p{L})(?:(?:an?|eine?[nm]?|une?|una|uno|uma?|een) |un['’]))`;

/** Words that are no part of a question for what was done by themselves. */
const UNSAID: ReadonlySet<keyof ActionWords> = new Set(['excluding', 'asks']);

const whole = (forms: string, flags: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${forms})(?![\\p{L}\\p{N}])`, flags);

const NAMING = ['files', 'commands', 'calls', 'changeAlone', 'fail', 'errors'] as const;

/** Returns true for a query that may ask for what was done: a look at its words, before the time in it is read. */
export function mayAskForActions(query: string): boolean {
  return query.length <= MAX_CHARS && patterns().some(({ own }) => NAMING.some((part) => own.get(part)!.test(query)));
}

/** What the time of a question tells: it asks for the first or the last, by words that the query is without. */
interface AskedOrder {
  readonly isOrdered?: boolean;
}

/**
 * Returns what kind of calls a question lists where it names nothing else: "which files did we edit so far", "what
 * commands failed". Undefined for any other, as "which files did we edit for the login" is answered by what was said of
 * the login. `query` is without the words of a time, and without those for the first or the last.
 */
export function askedAction(query: string, { isOrdered = false }: AskedOrder = {}): AskedAction | undefined {
  if (query.length > MAX_CHARS) return undefined;
  const readings = readingsOf(query);
  // A word of one language may mean nothing in another that has the verb too: "no" and "não" beside "comandos usaste".
  if (readings.some(({ own }) => own.get('excluding')!.test(query))) return undefined;
  for (const { own } of readings) {
    const action = actionOf((part) => own.get(part)!.test(query), isOrdered);
    if (action !== undefined) return action;
  }
  return undefined;
}

/** Returns the languages in which a query names nothing else. */
function readingsOf(query: string): ReturnType<typeof patterns> {
  return patterns().filter(({ all }) => {
    const said = query.replace(all, ' ');
    return said !== query && !namesTopic(said);
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
