import { atFirstUse } from '../../lazy/at-first-use.ts';
import { said, type FactRule } from '../fact-rule.ts';
import { NO_ALLERGEN } from '../no-allergen.ts';
import { NO_HOME, NO_PLACE } from '../no-place.ts';
import { HEIGHT, UNSPACED_VALUE, WEIGHT } from '../value-forms.ts';
import { OTHER_DECISIONS } from './decision-rules.ts';
import { APPOINTMENTS_BY_DAY } from './day-first-rules.ts';
import { HEALTH } from './health-rules.ts';
import { OTHER_LIFTS } from './lift-rules.ts';
import { OTHER_MADE } from './made-rules.ts';
import { NO_EMPLOYER } from './no-employer.ts';
import { OTHER_LANGUAGES, type FactWords } from './other-words.ts';
import { OVER } from './over-rules.ts';
import { RELATIVE_HOMES } from './relative-rules.ts';
import { valueRules } from './value-rules.ts';
import { OTHER_WORK } from './work-rules.ts';

const UNSPACED = (words: string): (() => RegExp) => atFirstUse(() => new RegExp(`(?:${words})`, 'gu'));

const UNSPACED_END = '(?=[，。！,.!\\s]|$)';

const HAN_OR_KANA = UNSPACED('[\\p{Script=Han}\\p{Script=Katakana}]');

function rulesOf(words: FactWords): FactRule[] {
  const { isUnspaced, instructions, values, told } = words;
  const pattern = isUnspaced === true ? UNSPACED : said;
  return [
    { kind: 'constraint', label: 'feedback', opens: true, isInstruction: true, value: 'rest', pattern: pattern(`(?=${instructions})`) },
    ...homeRules(words),
    ...personalRules(words, pattern),
    ...(values === undefined ? [] : valueRules(values)),
    ...(told === undefined ? [] : toldRules(told)),
    ...bodyRules(words),
  ];
}

/** Rules for a person's home, work and name. */
function homeRules({ isUnspaced, home, moved, employer, name }: FactWords): FactRule[] {
  const pattern = isUnspaced === true ? UNSPACED : said;
  const own = { kind: 'personal', label: 'user', value: isUnspaced === true ? 'place' : 'name' } as const;
  const isLast = isUnspaced !== true;
  const but = (words: string, others: string): string => (isUnspaced === true ? words : `${words}(?!${others})`);
  return [
    { ...own, attribute: 'home', isLast, pattern: pattern(but(home, `${NO_PLACE}|${NO_HOME}`)) },
    { ...own, attribute: 'home', saysChange: true, isPlace: true, isLast, pattern: pattern(but(moved, NO_PLACE)) },
    {
      ...own,
      ...(isUnspaced !== true && { value: 'employer' as const }),
      attribute: 'employer',
      isLast,
      pattern: pattern(but(employer, NO_EMPLOYER)),
    },
    { ...own, attribute: 'name', pattern: pattern(name) },
  ];
}

const ALLERGY = 'allergy to {}';
/** Keeps out intolerances: a thing that somebody does not stand is no allergy. */
const NO_INTOLERANCE = '(?!ich~vertrage|(?:[^\\s.,;]+~){1,5}?intol)';

function personalRules(
  { occupation, likes, called, allergic, allergicBehind, condition, diet, age, has, hasOnDay, chose }: FactWords,
  pattern: (words: string) => () => RegExp,
): FactRule[] {
  const personal = { kind: 'personal', label: 'user' } as const;
  const behind = allergicBehind?.replace('gegen~', `gegen~${NO_ALLERGEN}`);
  const where = (words: string | undefined, rule: Omit<FactRule, 'pattern'>): FactRule[] =>
    words === undefined ? [] : [{ ...rule, pattern: pattern(words) }];
  return [
    ...where(occupation, { ...personal, attribute: 'occupation', value: 'word' }),
    ...where(likes, { kind: 'preference', label: 'user', attribute: 'liking {}', value: 'phrase' }),
    ...where(called, { ...personal, isWhole: true, attribute: '{attr} name', value: 'name' }),
    ...where(allergic && `${NO_INTOLERANCE}(?:${allergic})${NO_ALLERGEN}`, { ...personal, attribute: ALLERGY, value: 'phrase' }),
    ...where(behind && `${NO_INTOLERANCE}(?:${behind})`, { ...personal, attribute: ALLERGY, value: 'word' }),
    // With more words around it, it is still an allergy, though nothing ends it.
    ...where(allergic && `(?:${allergic})${NO_ALLERGEN}`, { ...personal, value: 'phrase' }),
    ...where(behind, { ...personal, value: 'word' }),
    ...where(condition, { ...personal, isWhole: true, value: 'word' }),
    ...where(diet, { ...personal, attribute: 'diet', value: 'word' }),
    ...where(age, { ...personal, attribute: 'age', value: 'exact' }),
    ...where(hasOnDay, { ...personal, isClause: true, isOnDay: true, value: 'clause' }),
    ...where(has, { ...personal, isWhole: true, value: 'phrase' }),
    ...where(chose, { kind: 'decision', label: 'project', opens: true, value: 'product' }),
  ];
}

function bodyRules({ weighs, weighsAlone, measures, isUnspaced }: FactWords): FactRule[] {
  const body = { kind: 'personal', label: 'user', value: 'body' } as const;
  const end = (words: string): string => `${words}${UNSPACED_END}`;
  const ofOne = (attribute: string, words: string | undefined, form: string): FactRule[] => {
    if (words === undefined) return [];
    if (isUnspaced === true)
      return [{ ...body, attribute, opens: true, onlyWith: HAN_OR_KANA, pattern: UNSPACED(`${words}(?=${end(form)})`) }];
    if (!words.includes('{}')) return [{ ...body, attribute, isWhole: true, pattern: said(`${words}(?=${form})`) }];
    return [{ ...body, attribute, opens: true, pattern: said(words.replace('{}', form)) }];
  };
  const alone = ofOne('weight', weighsAlone, WEIGHT).map((rule): FactRule => ({ ...rule, isAlone: true }));
  return [...ofOne('weight', weighs, WEIGHT), ...alone, ...ofOne('height', measures, HEIGHT)];
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

/** Requests to keep something in mind, up to it; of whatever it is, it is private to the one who says it. */
const KEPT: readonly FactRule[] = [
  `merk(?:e)?~dir(?:,?~bitte)?(?:\\s*:~|,~dass~)(?=(?:(?:mein|unser)\\p{L}*|ich|wir|(?:de[rmn]|die|das)~(?:\\p{L}+~)?(?-i:\\p{Lu})\\p{L}+)(?!\\p{L}))`,
  `(?:souviens-toi|n['’]oublie~pas|retiens)~qu(?:e~|['’])(?=(?:mon|ma|mes|notre|nos|je|j['’]|nous|l[ea]s?|l['’])(?!\\p{L}{3}))`,
  `(?:recuerda|no~olvides|ten~en~cuenta)~que~(?=(?:mis?|nuestr[oa]s?|yo|el|la|los|las)(?!\\p{L}))`,
  `(?:ricorda(?:ti)?|non~dimenticare|tieni~presente)~che~(?=(?:(?:il|la|i|le)(?!\\p{L})|l['’]|lo(?!\\p{L})|io(?!\\p{L})))`,
  `(?:lembra-te~(?:de~)?|lembre-se~(?:de~)?|não~(?:te~)?esqueças~)que~(?=(?:o|a|os|as|meu|minha|eu)(?!\\p{L}))`,
  `(?:onthoud|vergeet~niet)~dat~(?=(?:mijn|onze?|ik|we|wij|de|het)(?!\\p{L}))`,
].map((words) => ({
  kind: 'personal',
  label: 'user',
  opens: true,
  value: 'rest',
  pattern: said(words),
}));

/** Rules of the languages other than English whose words are certain; in any other nothing is read. */
export const OTHER_RULES: readonly FactRule[] = [
  ...Object.values(OTHER_LANGUAGES).flatMap(rulesOf),
  ...OVER,
  ...OTHER_DECISIONS,
  ...OTHER_MADE,
  ...OTHER_WORK,
  ...KEPT,
  ...HEALTH,
  ...RELATIVE_HOMES,
  ...APPOINTMENTS_BY_DAY,
  ...OTHER_LIFTS,
];
