import type { ConfigVariable } from './config-variable.ts';
import { CONFIG_VARIABLES } from './config-variables.ts';
import type { Environment } from './parse-settings.ts';
import { FILE_SUFFIX } from './secret-file.ts';

const PREFIX = 'TOTAL_RECALL_';
/** Beginning of a name that is meant for us, with the prefix right or nearly so. */
const MEANT_FOR_US = /^TOTAL_?RECALL?_/i;
/** Share of the characters behind the prefix that may be wrong in a name for which another is suggested. */
const WRONG_SHARE = 1 / 3;
const LEAST_WRONG = 2;
const LEAST_SHORTENED = 3;

/** A variable that nothing reads. */
export interface UnknownVariable {
  readonly variable: string;
  /** The known variable whose name is nearest, where one is near. It is a hint for people and is never read instead. */
  readonly nearest?: string;
}

/** Lists variables with our prefix, or nearly, that nothing reads, most likely misspelt. */
export function unknownVariables(env: Environment): UnknownVariable[] {
  const known = new Set(
    Object.entries<ConfigVariable>(CONFIG_VARIABLES).flatMap(([name, { secret }]) => (secret ? [name, `${name}${FILE_SUFFIX}`] : [name])),
  );
  return Object.keys(env)
    .filter((name) => MEANT_FOR_US.test(name) && !known.has(name))
    .sort()
    .map((variable) => {
      const nearest = nearestOf(variable, [...known]);
      return { variable, ...(nearest !== undefined && { nearest }) };
    });
}

/** Returns one line about a variable that nothing reads, with the one that was probably meant. */
export function describeUnknown({ variable, nearest }: UnknownVariable): string {
  return `${variable} is set, but nothing reads it. ${nearest === undefined ? 'Is it misspelt?' : `Did you mean ${nearest}?`}`;
}

/** Returns the known name with the fewest changed characters, or else the shortest that has all words of the given one. */
function nearestOf(name: string, known: readonly string[]): string | undefined {
  const given = withoutPrefix(name);
  const most = Math.max(LEAST_WRONG, Math.floor(given.length * WRONG_SHARE));
  const near = known
    .map((candidate) => ({ candidate, distance: editDistance(given, withoutPrefix(candidate)) }))
    .filter(({ distance }) => distance <= most && distance < given.length)
    .sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1));
  return near[0]?.candidate ?? shortestWithWords(given, known);
}

function shortestWithWords(given: string, known: readonly string[]): string | undefined {
  const words = given.split('_').filter((word) => word !== '');
  if (words.length === 0) return undefined;
  return known
    .filter((candidate) => {
      const has = withoutPrefix(candidate).split('_');
      return words.every((word) => has.some((other) => isSameWord(word, other)));
    })
    .sort((a, b) => a.length - b.length || (a < b ? -1 : 1))[0];
}

/** Takes a shortened word for the whole one: DIR for DIRECTORY. */
function isSameWord(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short === long || (short.length >= LEAST_SHORTENED && long.startsWith(short));
}

const withoutPrefix = (name: string): string => name.toUpperCase().replace(MEANT_FOR_US, '').replace(PREFIX, '');

/** Counts the characters to insert, remove, change or swap with their neighbour that turn one text into the other. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? before[j - 2]! + 1 : Infinity;
      row.push(Math.min(last[j]! + 1, row[j - 1]! + 1, changed, swapped));
    }
    [before, last] = [last, row];
  }
  return last[b.length]!;
}
