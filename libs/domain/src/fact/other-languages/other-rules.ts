import type { FactRule } from '../fact-rule.ts';
import { OTHER_LANGUAGES, type FactWords } from './other-words.ts';

const SPACED = (words: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}'’_-])(?:${words.replaceAll('~', '\\s+')})`, 'giu');
const UNSPACED = (words: string): RegExp => new RegExp(`(?:${words})`, 'gu');

function rulesOf({ isUnspaced, home, moved, employer, name, likes, instructions, mine, is }: FactWords): FactRule[] {
  const said = isUnspaced === true ? UNSPACED : SPACED;
  const value = isUnspaced === true ? 'place' : 'name';
  return [
    { kind: 'constraint', label: 'feedback', opens: true, isInstruction: true, value: 'rest', pattern: said(`(?=${instructions})`) },
    { kind: 'personal', label: 'user', attribute: 'home', value, pattern: said(home) },
    { kind: 'personal', label: 'user', attribute: 'home', saysChange: true, value, pattern: said(moved) },
    { kind: 'personal', label: 'user', attribute: 'employer', value, pattern: said(employer) },
    { kind: 'personal', label: 'user', attribute: 'name', value, pattern: said(name) },
    ...(likes === undefined
      ? []
      : [{ kind: 'preference', label: 'user', attribute: 'liking {}', value: 'phrase', pattern: said(likes) } satisfies FactRule]),
    ...(mine === undefined || is === undefined
      ? []
      : [
          {
            kind: 'value',
            label: 'owner',
            attribute: '{attr}',
            value: 'exact',
            pattern: said(`(?<det>${mine})~(?<attr>\\p{L}[\\p{L}\\p{N}-]*(?:~\\p{L}[\\p{L}\\p{N}-]*){0,3}?)~(?:${is})~`),
          } satisfies FactRule,
        ]),
  ];
}

/** Rules of the languages other than English whose words are certain; in any other nothing is read. */
export const OTHER_RULES: readonly FactRule[] = Object.values(OTHER_LANGUAGES).flatMap(rulesOf);
