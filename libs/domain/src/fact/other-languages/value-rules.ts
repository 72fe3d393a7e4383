import { MONEY, said, type FactRule } from '../fact-rule.ts';
import type { ValueWords } from './value-words.ts';

const WORD = "(?:(?:d|l|dell|nell|all|sull)['’])?\\p{L}[\\p{L}\\p{N}-]*";
const THING = `(?<attr>${WORD}(?:~${WORD}){0,3}?)`;
/** Behind "we use": no article or pronoun of the languages that are read. */
const NO_NAME =
  '(?!(?:de[rnm]|die|das|den|een?|eine?n?|kein\\p{L}*|unser\\p{L}*|l[ea]s?|un[ae]?|des|du|d|l|notre|nos|ce|cette|el|los|las|nuestr\\p{L}+|il|lo|gli|i|o|os|as|um|uma|nosso|nossa|het|ons|onze|ett|en|vår\\p{L}*|es|ihn|sie|dies\\p{L}*|so(?:was|etwas)|nichts|ça|cela|ceci|rien|es[oe]|esto|ello|nada|quest[oaie]|quell[oaie]|ciò|niente|nulla|isso|isto|dat|dit|deze|niets|niks|det|detta|inget|ingenting|hier|nur|auch|sehr|immer|nicht|jetzt|nu|ora|ahora|agora|maintenant)(?![\\p{L}\\p{N}]))';
/** Words with a number that are no program's name: "der Cache ist Stufe 2". */
const NO_PROGRAM =
  '(?!(?:level|layer|tier|phase|fase|stufe|ebene|nummer|nr|platz|version|versión|versione|versão|versie|typ|typ[eo]|tipo|teil|punkt|punto|ponto|point|punt|niveau|nivel|nível|livello|nivå|steg|numéro|número|numero|étape|etapa|server|cluster|shard|zone|zona)[.~]?v?\\d)';
const OLD = `${NO_NAME}(?<old>\\p{L}(?:[\\p{L}\\p{N}.+#/-]*[\\p{L}\\p{N}+#])?)`;
const VALUE = { kind: 'value', label: 'owner', attribute: '{attr}', value: 'exact' } as const;
const FAVOURITE = { kind: 'preference', label: 'user', isWhole: true, isFavourite: true, attribute: '{attr}', value: 'phrase' } as const;
const USING = { kind: 'decision', label: 'project', attribute: 'using {}', value: 'tool' } as const;

/** Values of named things, what somebody likes best, and what is used, in a language other than English. */
export function valueRules(words: ValueWords): readonly FactRule[] {
  const onlyWith = said(`(?:${words.sign})(?!\\p{L})`);
  return [...rulesOfThings(words), ...rulesOfPeople(words), ...rulesOfTools(words)].map((rule) => ({ ...rule, onlyWith }));
}

/** The value that is put right, behind the right one and at the end: "es de 35.000, no de 40.000". */
function notBehind(not: string): string {
  return `(?=[^,;]{1,30},~(?:y~|und~|et~|e~|en~|och~)?(?:${not})~(?=[^,;]{0,30}\\d)(?<old>[^,;!?]{1,30}?)\\s*(?:[!;]|\\.(?!\\d)|$))`;
}

function rulesOfThings({ mine, the, is, isFirst, isNoLonger, not, changed, weChanged, costs, port, programs }: ValueWords): FactRule[] {
  const owned = `(?<det>(?:${mine})~${the === '' ? '' : `|${the}`})`;
  return [
    { ...VALUE, label: 'project', isWhole: true, attribute: '{attr} port', pattern: said(`${owned}${THING}~${port}~(?=\\d)`) },
    {
      ...VALUE,
      label: 'project',
      isWhole: true,
      attribute: '{attr}',
      value: 'versioned',
      pattern: said(
        `(?:(?:${mine})~${the === '' ? '' : `|${the}`})(?<attr>${programs})~${is}~${NO_PROGRAM}(?=(?-i:\\p{Lu})[\\p{L}.+#-]*~v?\\d)`,
      ),
    },
    {
      ...VALUE,
      label: 'project',
      isWhole: true,
      attribute: '{attr}',
      value: 'program',
      pattern: said(`(?:(?:${mine})~${the === '' ? '' : `|${the}`})(?<attr>${programs})~${is}~`),
    },
    { ...VALUE, isWhole: true, ends: true, pattern: said(`${owned}${THING}~${isNoLonger}~(?=[^\\s])`) },
    { ...VALUE, saysChange: true, pattern: said(`${owned}${THING}~${is}~${notBehind(not)}`) },
    { ...VALUE, pattern: said(`(?<det>${mine})~${THING}~${is}~(?=[^\\s])`), isWhole: true },
    ...(the === '' ? [] : [{ ...VALUE, isWhole: true, pattern: said(`(?<det>${the})${THING}~${is}~(?=[^\\s])`) } satisfies FactRule]),
    ...(isFirst === undefined
      ? []
      : [
          {
            ...VALUE,
            isWhole: true,
            pattern: said(
              `${isFirst}~${owned}${THING}~(?:(?:bei|am|um)~)?(?<!\\s(?:auf|an|in|unter|über|vor|neben|mit|von)~)(?=[$€£]|\\d)`,
            ),
          } satisfies FactRule,
        ]),
    ...(changed === undefined
      ? []
      : [{ ...VALUE, saysChange: true, isWhole: true, pattern: said(`${owned}${THING}~${changed}`) } satisfies FactRule]),
    ...(weChanged === undefined
      ? []
      : [
          {
            ...VALUE,
            saysChange: true,
            isWhole: true,
            pattern: said(`${weChanged.before}${THING}~${weChanged.behind}`),
          } satisfies FactRule,
        ]),
    ...(costs === undefined
      ? []
      : [
          {
            ...VALUE,
            attribute: `{attr} ${costs.price}`,
            value: 'measure',
            pattern: said(`${owned}${THING}~(?:${costs.words})~${MONEY}`),
          } satisfies FactRule,
        ]),
  ];
}

function rulesOfPeople({ mine, the, is, favourite, role, enjoys, noLonger }: ValueWords): FactRule[] {
  const post = `(?<attr>(?:${WORD}~)?(?:${role}))~${is}~`;
  const liking = { kind: 'preference', label: 'user', attribute: 'liking {}', value: 'word' } as const;
  return [
    { ...FAVOURITE, pattern: said(`${favourite}~`) },
    {
      kind: 'personal',
      label: 'owner',
      isWhole: true,
      isPersonName: true,
      attribute: '{attr}',
      value: 'name',
      pattern: said(`(?<det>${mine})~${post}`),
    },
    ...(the === ''
      ? []
      : [
          {
            kind: 'personal',
            label: 'project',
            isWhole: true,
            isPersonName: true,
            attribute: '{attr}',
            value: 'name',
            pattern: said(`${the}${post}`),
          } satisfies FactRule,
        ]),
    ...(enjoys === undefined ? [] : [{ ...liking, pattern: said(enjoys) } satisfies FactRule]),
    ...(noLonger === undefined ? [] : [{ ...liking, ends: true, pattern: said(noLonger) } satisfies FactRule]),
  ];
}

/** The end of a clause, or of what is said in it. */
const END =
  '(?=\\s*(?:[.;!]|$|,~(?:sondern|weil|da|denn|und|aber|car|parce|mais|porque|pero|perché|ma|mas|want|omdat|maar|men)(?!\\p{L})))';

function rulesOfTools({ weUse, iUse, itUses, instead, disuse, upgraded }: ValueWords): FactRule[] {
  return [
    ...(upgraded === undefined
      ? []
      : [{ ...VALUE, label: 'project', saysChange: true, attribute: '{attr}-version', pattern: said(upgraded) } satisfies FactRule]),
    ...(instead === undefined ? [] : [{ ...USING, attribute: 'using {old}', saysChange: true, pattern: said(instead) } satisfies FactRule]),
    ...(disuse === undefined
      ? []
      : [
          {
            kind: 'decision',
            label: 'project',
            attribute: 'using {old}',
            ends: true,
            pattern: said(`${disuse.replace('{old}', OLD)}${END}`),
          } satisfies FactRule,
        ]),
    ...(weUse === undefined ? [] : [{ ...USING, pattern: said(`${weUse}${NO_NAME}`) } satisfies FactRule]),
    ...(iUse === undefined ? [] : [{ ...USING, label: 'user', value: 'product', pattern: said(`${iUse}${NO_NAME}`) } satisfies FactRule]),
    ...(itUses === undefined
      ? []
      : [{ ...USING, attribute: '{attr} using {}', value: 'product', pattern: said(`${itUses}${NO_NAME}`) } satisfies FactRule]),
  ];
}
