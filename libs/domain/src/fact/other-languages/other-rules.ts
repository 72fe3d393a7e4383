import { atFirstUse } from '../../lazy/at-first-use.ts';
import { MONEY, said, type FactRule } from '../fact-rule.ts';
import { OTHER_LANGUAGES, type FactWords } from './other-words.ts';

const UNSPACED = (words: string): (() => RegExp) => atFirstUse(() => new RegExp(`(?:${words})`, 'gu'));

const THING = '(?<attr>\\p{L}[\\p{L}\\p{N}-]*(?:~\\p{L}[\\p{L}\\p{N}-]*){0,3}?)';

function rulesOf({ isUnspaced, home, moved, employer, name, likes, instructions, mine, is, changed, costs }: FactWords): FactRule[] {
  const pattern = isUnspaced === true ? UNSPACED : said;
  const value = isUnspaced === true ? 'place' : 'name';
  return [
    { kind: 'constraint', label: 'feedback', opens: true, isInstruction: true, value: 'rest', pattern: pattern(`(?=${instructions})`) },
    { kind: 'personal', label: 'user', attribute: 'home', value, pattern: pattern(home) },
    { kind: 'personal', label: 'user', attribute: 'home', saysChange: true, value, pattern: pattern(moved) },
    { kind: 'personal', label: 'user', attribute: 'employer', value, pattern: pattern(employer) },
    { kind: 'personal', label: 'user', attribute: 'name', value, pattern: pattern(name) },
    ...(likes === undefined
      ? []
      : [{ kind: 'preference', label: 'user', attribute: 'liking {}', value: 'phrase', pattern: pattern(likes) } satisfies FactRule]),
    ...(mine === undefined || is === undefined
      ? []
      : [
          {
            kind: 'value',
            label: 'owner',
            attribute: '{attr}',
            value: 'exact',
            pattern: pattern(`(?<det>${mine})~${THING}~(?:${is})~`),
          } satisfies FactRule,
        ]),
    ...(mine === undefined || changed === undefined
      ? []
      : [
          {
            kind: 'value',
            label: 'owner',
            attribute: '{attr}',
            saysChange: true,
            value: 'exact',
            pattern: pattern(`(?<det>${mine})~${THING}~(?:${changed})`),
          } satisfies FactRule,
        ]),
    ...(costs === undefined
      ? []
      : [
          {
            kind: 'value',
            label: 'owner',
            attribute: `{attr} ${costs.price}`,
            value: 'measure',
            pattern: pattern(`(?<det>${costs.the}|${mine})~${THING}~(?:${costs.words})~${MONEY}`),
          } satisfies FactRule,
        ]),
  ];
}

/** Rules of the languages other than English whose words are certain; in any other nothing is read. */
export const OTHER_RULES: readonly FactRule[] = Object.values(OTHER_LANGUAGES).flatMap(rulesOf);
