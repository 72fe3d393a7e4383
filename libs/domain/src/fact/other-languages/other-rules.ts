import { atFirstUse } from '../../lazy/at-first-use.ts';
import { said, type FactRule } from '../fact-rule.ts';
import { NO_PLACE } from '../no-place.ts';
import { HEIGHT, UNSPACED_VALUE, WEIGHT } from '../value-forms.ts';
import { WEEKDAY } from '../weekdays.ts';
import { OTHER_DECISIONS } from './decision-rules.ts';
import { OTHER_LANGUAGES, type FactWords } from './other-words.ts';
import { valueRules } from './value-rules.ts';

/** When and in what weather somebody works: the word before it is that before an employer, too. */
const NO_EMPLOYER = `(?:${WEEKDAY}\\p{L}*|regen|schnee|sonne|nacht|weihnachten|ostern|noël|pâques|navidad|semana~santa|natale|pasqua|natal|páscoa|kerst|kerstmis|pasen|jul|påsk|midsommar)(?!\\p{L})`;

const UNSPACED = (words: string): (() => RegExp) => atFirstUse(() => new RegExp(`(?:${words})`, 'gu'));

const UNSPACED_END = '(?=[，。！,.!\\s]|$)';

const HAN_OR_KANA = UNSPACED('[\\p{Script=Han}\\p{Script=Katakana}]');

function rulesOf({
  isUnspaced,
  home,
  moved,
  employer,
  name,
  age,
  likes,
  called,
  allergic,
  diet,
  instructions,
  values,
  told,
  weighs,
  measures,
  has,
  chose,
}: FactWords): FactRule[] {
  const pattern = isUnspaced === true ? UNSPACED : said;
  const value = isUnspaced === true ? 'place' : 'name';
  const isLast = isUnspaced !== true;
  return [
    { kind: 'constraint', label: 'feedback', opens: true, isInstruction: true, value: 'rest', pattern: pattern(`(?=${instructions})`) },
    { kind: 'personal', label: 'user', attribute: 'home', value, isLast, pattern: pattern(home) },
    {
      kind: 'personal',
      label: 'user',
      attribute: 'home',
      saysChange: true,
      isPlace: true,
      value,
      isLast,
      pattern: pattern(isUnspaced === true ? moved : `${moved}(?!${NO_PLACE})`),
    },
    {
      kind: 'personal',
      label: 'user',
      attribute: 'employer',
      value,
      isLast,
      pattern: pattern(isUnspaced === true ? employer : `${employer}(?!${NO_EMPLOYER})`),
    },
    { kind: 'personal', label: 'user', attribute: 'name', value, pattern: pattern(name) },
    ...(likes === undefined
      ? []
      : [{ kind: 'preference', label: 'user', attribute: 'liking {}', value: 'phrase', pattern: pattern(likes) } satisfies FactRule]),
    ...(called === undefined
      ? []
      : [
          {
            kind: 'personal',
            label: 'user',
            isWhole: true,
            attribute: '{attr} name',
            value: 'name',
            pattern: pattern(called),
          } satisfies FactRule,
        ]),
    ...(allergic === undefined
      ? []
      : [{ kind: 'personal', label: 'user', value: 'phrase', pattern: pattern(allergic) } satisfies FactRule]),
    ...(diet === undefined
      ? []
      : [{ kind: 'personal', label: 'user', attribute: 'diet', value: 'word', pattern: pattern(diet) } satisfies FactRule]),
    ...(age === undefined
      ? []
      : [{ kind: 'personal', label: 'user', attribute: 'age', value: 'exact', pattern: pattern(age) } satisfies FactRule]),
    ...(values === undefined ? [] : valueRules(values)),
    ...(told === undefined ? [] : toldRules(told)),
    ...bodyRules({ weighs, measures, isUnspaced }),
    ...(has === undefined
      ? []
      : [{ kind: 'personal', label: 'user', isWhole: true, value: 'phrase', pattern: pattern(has) } satisfies FactRule]),
    ...(chose === undefined
      ? []
      : [{ kind: 'decision', label: 'project', opens: true, value: 'product', pattern: pattern(chose) } satisfies FactRule]),
  ];
}

function bodyRules({ weighs, measures, isUnspaced }: Pick<FactWords, 'weighs' | 'measures' | 'isUnspaced'>): FactRule[] {
  const body = { kind: 'personal', label: 'user', value: 'body' } as const;
  const end = (words: string): string => `${words}${UNSPACED_END}`;
  const ofOne = (attribute: string, words: string | undefined, form: string): FactRule[] => {
    if (words === undefined) return [];
    if (isUnspaced === true)
      return [{ ...body, attribute, opens: true, onlyWith: HAN_OR_KANA, pattern: UNSPACED(`${words}(?=${end(form)})`) }];
    if (!words.includes('{}')) return [{ ...body, attribute, isWhole: true, pattern: said(`${words}(?=${form})`) }];
    return [{ ...body, attribute, opens: true, pattern: said(words.replace('{}', form)) }];
  };
  return [...ofOne('weight', weighs, WEIGHT), ...ofOne('height', measures, HEIGHT)];
}

function toldRules({ own, shared, is, became, joins }: NonNullable<FactWords['told']>): FactRule[] {
  const unnamed = (words: string): string => words.replace('(?<attr>', '(?:');
  const isOrBecame = [is, became].map(([before, behind]) => `${before}(?:${UNSPACED_VALUE})${behind.replace(/\(\?=.*$/u, '')}`).join('|');
  const others = atFirstUse(
    () => new RegExp(`(?<=^|[\\s,:!，、：！])(?:(?:${unnamed(own)}|${unnamed(shared)})(?:${isOrBecame})(?:${joins})\\s*){1,4}$`, 'u'),
  );
  const rule = (label: 'user' | 'project', of: string, [before, behind]: readonly [string, string]): FactRule => ({
    kind: 'value',
    label,
    attribute: '{attr}',
    value: 'unspaced',
    // Conditions and hearsay before a comma have too many words to list: "如果客户同意,".
    opens: true,
    behind: others,
    onlyWith: HAN_OR_KANA,
    pattern: UNSPACED(`${of}${before}(?=${UNSPACED_VALUE}${behind})`),
    ...(before === became[0] && { saysChange: true }),
  });
  return [is, became].flatMap((words) => [rule('user', own, words), rule('project', shared, words)]);
}

/** Rules of the languages other than English whose words are certain; in any other nothing is read. */
export const OTHER_RULES: readonly FactRule[] = [...Object.values(OTHER_LANGUAGES).flatMap(rulesOf), ...OTHER_DECISIONS];
