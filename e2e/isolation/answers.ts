import { isDeepStrictEqual } from 'node:util';
import type { Reference, References } from './references.ts';
import type { Answer } from './transports.ts';
import type { Tenant } from './two-tenants.ts';

const ULID = /[0-7][0-9A-HJKMNP-TV-Z]{25}/g;
/**
 * Number of passages of a recall that are compared. Later ones depend on the space that the tokens of a random id
 * leave.
 */
const COMPARED = 5;
/** Fields of an answer that differ each time it is asked. Random ids have more or fewer tokens. */
const CHANGING = new Set([
  'instance',
  'requestId',
  'score',
  'confidence',
  'factors',
  'evidence',
  'tookMs',
  'retryAfterMs',
  'ageTurns',
  'tokens',
  'packTokens',
  'totalTokens',
  'rendered',
  'contextUtilPct',
  'version',
  'premiseVersion',
]);
const FORMS: readonly (readonly [RegExp, string])[] = [
  [/tr_[0-9a-z]{16}_[\w-]{43}/g, '<api key>'],
  [/[0-7][0-9A-HJKMNP-TV-Z]{25}(\.[0-9a-f]{16})?/g, '<id>'],
  [/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>'],
  [/^p[\w-]{22}$/, '<position>'],
  [/^c[\w-]{59,}$/, '<ends>'],
  [/^[0-9a-f]{16}$/, '<key>'],
  [/Note \d+|number \d+|\.turn-\d+/g, '<turn>'],
];

/** Removes from an answer the strings that were asked for, and everything that differs each time. */
export function bare({ status, code, json }: Answer, asked: readonly string[]): unknown {
  const strip = (value: unknown): unknown => {
    if (typeof value === 'string') {
      const formless = FORMS.reduce((text, [form, name]) => text.replaceAll(new RegExp(form, 'g'), name), value);
      return asked.reduce((text, one) => text.replaceAll(one, '<asked>'), formless);
    }
    if (Array.isArray(value)) return value.map(strip);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, one]) =>
        CHANGING.has(name) || one === undefined ? [] : [[name, strip(name === 'passages' ? (one as unknown[]).slice(0, COMPARED) : one)]],
      ),
    );
  };
  return { status, code, json: strip(json) };
}

/** Creates a function that finds anything of the owner's in an answer that its reader did not send. */
export function createLeakFinder(owner: Tenant, references: References, ownersIds: ReadonlySet<string>): (answer: Answer) => string[] {
  const known = Object.values(references).flatMap((list: readonly Reference[]) => list.map(({ mine }) => mine));
  const names = known.filter((one) => one.length > 8).toSorted((a, b) => b.length - a.length);
  return ({ text }) => {
    const cursors = [...text.matchAll(/"cursor":"([\w-]+)"/g)].map(([, cursor]) => Buffer.from(cursor!, 'base64url').toString('utf8'));
    const told = names.reduce((rest, name) => rest.replaceAll(name, ''), [text, ...cursors].join('\n'));
    const ids = (told.match(ULID) ?? []).filter((id) => ownersIds.has(id));
    return [...(told.toLowerCase().includes(owner.word) ? [`the word of the owner: ${told.slice(0, 300)}`] : []), ...ids];
  };
}

export const idsIn = (text: string): ReadonlySet<string> => new Set(text.match(ULID) ?? []);

/** Returns the paths at which two values differ, with both values. */
export function differencesOf(shown: unknown, wanted: unknown, path = ''): string[] {
  if (isDeepStrictEqual(shown, wanted)) return [];
  const areBoth = [shown, wanted].every((one) => typeof one === 'object' && one !== null);
  if (!areBoth) return [`${path}: ${JSON.stringify(shown)}, not ${JSON.stringify(wanted)}`];
  const [here, there] = [shown, wanted] as readonly Readonly<Record<string, unknown>>[];
  const names = new Set([...Object.keys(here!), ...Object.keys(there!)]);
  return [...names].flatMap((name) => differencesOf(here![name], there![name], `${path}.${name}`));
}
