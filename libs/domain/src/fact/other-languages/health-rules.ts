import { atFirstUse } from '../../lazy/at-first-use.ts';
import { said, type FactRule } from '../fact-rule.ts';

const AMOUNT = '\\d[\\d.,]*\\s?(?:mg|mcg|µg|IE|UI)';
/** A remedy, and nothing behind it that says in which case it is taken. */
const REMEDY =
  '(?<attr>\\p{L}[\\p{L}-]{3,})(?=\\s*(?:[.;!]|$)|,?~(?:und|et|y|e|en|gegen|contre|contra|contro|tegen|jeden|jede|täglich|morgens|abends|chaque|tous|toutes|cada|todos|todas|ogni|tutti|elke|dagelijks)(?!\\p{L}))';
const DOSE = {
  kind: 'quantity',
  label: 'user',
  opens: true,
  attribute: '{attr} dose',
  value: 'exact',
} as const satisfies Partial<FactRule>;

/** Words of a language for what somebody takes regularly: who takes it, how often, and what stands between amount and name. */
const TAKES: readonly (readonly [takes: string, often: string, of: string])[] = [
  ['ich~nehme', 'jeden~\\p{L}+|jede~\\p{L}+|täglich|immer|morgens|mittags|abends|nachts|zweimal~täglich', ''],
  ['je~prends', 'chaque~\\p{L}+|tous~les~\\p{L}+|toujours', "(?:de~|d['’])"],
  ['tomo', 'cada~\\p{L}+|todos~los~días|todas~las~\\p{L}+|siempre', 'de~'],
  ['prendo', 'ogni~\\p{L}+|tutti~i~giorni|sempre', 'di~'],
  ['tomo', 'todos~os~dias|todas~as~\\p{L}+|sempre', 'de~'],
  ['ik~neem', 'elke~\\p{L}+|iedere~\\p{L}+|dagelijks|altijd', ''],
];

const UNSPACED_ENDS = '(?=[，。！、,.!\\s]|$)';
const unspaced = (words: string): FactRule => ({
  kind: 'personal',
  label: 'user',
  opens: true,
  pattern: atFirstUse(() => new RegExp(words, 'gu')),
});

/** Reads how much of a remedy somebody takes, and allergies in Chinese and Japanese. The words for how often need not be said. */
export const HEALTH: readonly FactRule[] = [
  ...TAKES.map(([takes, often, of]): FactRule => ({
    ...DOSE,
    pattern: said(`${takes}~(?:(?:${often})~){0,2}(?=${AMOUNT}~${of}${REMEDY})`),
  })),
  unspaced(`我(?:从小|一直)?对[\\p{Script=Han}A-Za-z]{1,10}过敏${UNSPACED_ENDS}`),
  unspaced(
    `(?:(?:私|僕|俺)(?:は|には))?(?:(?![はがもにの])[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー]){1,8}アレルギー(?:が(?:あります|ある)|持ちです|です)(?=[。、！!.\\s]|$)`,
  ),
];
