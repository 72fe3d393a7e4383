import { said, type FactRule } from '../fact-rule.ts';
import { BARE_PROGRAM } from '../known-programs.ts';
import { PROGRAMMING_LANGUAGE } from '../work-words.ts';

/** Things of the work as these languages name them; of a foreign word each takes the article that it likes. */
const THING = '(?:[\\p{L}\\p{N}]+-)?(?:backend|frontend|api|gateway|server|bot|monolith|dashboard|worker|cluster|cli)';
const OF_THING = (whose: string): string => `(?:${whose})~(?<attr>${THING})`;
const END = '(?=\\s*(?:[.;!]|$))';

/** What is ours, the part of the sentence up to a language or a program, and the verb behind it where one ends the clause. */
const WORDS: readonly {
  readonly our: string;
  readonly written: string;
  readonly runs: string;
  readonly behind: string;
}[] = [
  { our: 'unsere?', written: 'ist~in', runs: 'läuft~(?:jetzt~)?auf', behind: '~geschrieben' },
  {
    our: 'nuestr[oa]',
    written: 'está~escrit[oa]~en',
    runs: '(?:ahora~)?(?:corre|funciona)~(?:ahora~)?(?:en|sobre)',
    behind: '',
  },
  { our: 'notre', written: 'est~écrite?~en', runs: 'tourne~(?:maintenant~)?sur', behind: '' },
  { our: '(?:il|la|lo)~nostr[oa]', written: 'è~scritt[oa]~in', runs: '(?:ora~)?gira~(?:ora~)?su', behind: '' },
];

/** Reads what a part of the work is written in or runs on, in languages other than English: of our own alone, by names that are known. */
export const OTHER_MADE: readonly FactRule[] = WORDS.flatMap(({ our, written, runs, behind }): FactRule[] => {
  const rule = { label: 'project', opens: true, onlyWith: said(`(?:${our})(?!\\p{L})`) } as const;
  return [
    {
      ...rule,
      kind: 'value',
      attribute: '{attr} language',
      value: 'tool',
      pattern: said(`${OF_THING(our)}~${written}~(?=${PROGRAMMING_LANGUAGE}${behind}${END})`),
    },
    {
      ...rule,
      kind: 'decision',
      attribute: '{attr} using {}',
      value: 'program',
      pattern: said(`${OF_THING(our)}~${runs}~(?=[\\p{L}\\p{N}.+#-]+${END})${BARE_PROGRAM}`),
    },
  ];
});
