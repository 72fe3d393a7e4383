import { atFirstUse } from '../../lazy/at-first-use.ts';
import { namesTopic } from '../question-kind/names-topic.ts';
import { ACTION_WORDS, type ActionWords } from './action-words.ts';

/** Names what the calls did that a question lists: changed, removed or read files, ran commands, or failed. */
export type AskedAction = 'change' | 'remove' | 'read' | 'run' | 'fail';

const MAX_CHARS = 200;

const patterns = atFirstUse(() =>
  ACTION_WORDS.map((words) => {
    const parts = Object.entries(words) as [keyof ActionWords, string][];
    const own = new Map(parts.map(([part, forms]) => [part, whole(forms, 'iu')]));
    const said = parts.filter(([part]) => part !== 'excluding').map(([, forms]) => forms);
    return { own, all: whole(said.join('|'), 'giu') };
  }),
);

const whole = (forms: string, flags: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${forms})(?![\\p{L}\\p{N}])`, flags);

const NAMING = ['files', 'commands', 'calls', 'changeAlone', 'fail'] as const;

/** Returns true for a query that may ask for what was done: a look at its words, before the time in it is read. */
export function mayAskForActions(query: string): boolean {
  return query.length <= MAX_CHARS && patterns().some(({ own }) => NAMING.some((part) => own.get(part)!.test(query)));
}

/**
 * Returns what kind of calls a question lists where it names nothing else: "which files did we edit so far", "what
 * commands failed". Undefined for any other, as "which files did we edit for the login" is answered by what was said of
 * the login. `query` is without the words of a time.
 */
export function askedAction(query: string): AskedAction | undefined {
  if (query.length > MAX_CHARS) return undefined;
  const readings = patterns().filter(({ all }) => {
    const rest = query.replace(all, ' ');
    return rest !== query && !namesTopic(rest);
  });
  // A word of one language may mean nothing in another that has the verb too: "no" and "não" beside "comandos usaste".
  if (readings.some(({ own }) => own.get('excluding')!.test(query))) return undefined;
  for (const { own } of readings) {
    const action = actionOf((part) => own.get(part)!.test(query));
    if (action !== undefined) return action;
  }
  return undefined;
}

function actionOf(has: (part: keyof ActionWords) => boolean): AskedAction | undefined {
  const [files, commands, calls] = [has('files'), has('commands'), has('calls')];
  if (files && (commands || calls)) return undefined;
  if (has('fail')) return files ? undefined : 'fail';
  if (files) return (['change', 'remove', 'read'] as const).find(has);
  if (commands || calls) return commands && has('run') ? 'run' : undefined;
  return has('changeAlone') ? 'change' : undefined;
}
