import { atFirstUse } from '../lazy/at-first-use.ts';
import { ASKING, type Asking, type NamedForm } from './asked-form-words.ts';

/** Things are written in these forms whatever the language around them. */
const NAMED: Readonly<Record<NamedForm, RegExp>> = {
  path: /[\\/][\w.-]+[\\/]|(?<!\w)[~.]{1,2}\/\w|(?<!\w)[\w.-]+\.[a-z]{1,5}(?![\w(]|\.\w)/i,
  option: /(?<![\w-])--?[a-z]/i,
  identifier: /\p{Ll}\p{Lu}|[\p{L}\p{N}]_[\p{L}\p{N}]|[\p{L}\p{N}]\(|`[^`]+`/u,
  keys: /(?<!\w)(?:ctrl|control|strg|cmd|command|alt|option|shift|meta|super|f\d{1,2})(?:\s?[+-]\s?\w|(?!\w))|[⌘⌥⌃⇧]/i,
  colour: /#[\da-f]{3,8}(?!\w)|(?<!\w)(?:rgb|hsl)a?\(/i,
  mail: /[^\s@]@[^\s@]+\.[a-z]/i,
  link: /(?<!\w)(?:https?:\/\/|www\.)\S/i,
  hash: /(?<!\w)(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{7,64}(?!\w)/i,
  command: /`[^`]+`|^\s*[$>] ?\S|(?<![\w-])[a-z][\w.-]{1,15}(?: [\w./:-]+)? --?[a-z]/i,
};

const AMOUNT = /[$€£¥₹₽]\s?\d|\d[\d.,]*\s?(?:[$€£¥₽%円元]|(?:usd|eur|gbp|dollars?|euros?|pounds?|рубл\p{L}*)(?!\p{L}))/iu;
/** Units of time and of text, as they are written behind a number. */
const UNITS = [
  'ms|s|secs?|m|mins?|h|hrs?|d|milliseconds?|seconds?|minutes?|hours?|days?|weeks?|months?|years?',
  'char(?:acter)?s?|bytes?|lines?|pages?|cm|km',
  'millisekunden?|sekunden?|minuten?|stunden?|tage?n?|wochen?|monate?n?|jahre?n?|zeichen|zeilen?',
  'secondes?|heures?|jours?|semaines?|mois|ans?|années?|caractères?|lignes?',
  'segundos?|minutos?|horas?|d[ií]as?|semanas?|mes(?:es)?|mês|años?|anos?|caracteres?|líneas?|linhas?',
  'second[oi]|minut[oi]|or[ae]|giorn[oi]|settiman[ae]|mes[ei]|ann[oi]|caratter[ei]|righ?[ae]',
  'seconden?|uur|uren|dag(?:en)?|weken|week|maand(?:en)?|jaar|jaren|tekens?|regels?',
  'sekund(?:er)?|minut(?:er)?|timm(?:e|ar)|dagar|veck(?:a|or)|månad(?:er)?|år|tecken|rad(?:er)?',
  'секунд\\p{L}*|минут\\p{L}*|час\\p{L}*|день|дня|дней|недел\\p{L}*|месяц\\p{L}*|год\\p{L}*|лет|символ\\p{L}*|строк\\p{L}*',
].join('|');
/** Digits of an id are no number: those of `1f97-876d-457b` and `c12d45` tell no length. */
const NOT_IN_ID = String.raw`(?<![a-z\d])(?<![a-z]\d[a-z\d]{0,40}-)(?<!\d[a-z][a-z\d]{0,40}-)`;
const NOT_GOING_ON = String.raw`(?!\p{L}|\d*[a-cefgi-ln-rt-z]\w)`;
const LENGTH = new RegExp(
  `${NOT_IN_ID}\\d[\\d.,]*[ -]?(?:(?:${UNITS})${NOT_GOING_ON}|秒|分|時間|小时|小時|日|天|週間|周|か月|ヶ月|个月|個月|年|文字|字)`,
  'iu',
);

/** Up to two words may stand between the asking word and the thing: "which of the files", "what hex colour". */
const BETWEEN = String.raw`(?: [^\s?!.,;:]+){0,2} `;
const BETWEEN_UNSPACED = '.{0,8}?';
/** Characters read of a query, and of what stands between "what" and a price. */
const MAX_CHARS = 1_000;
const TO_PRICE = '[^?!.]{1,80}?';

/** Between signs that end a word, where the language has such. */
const words = ({ isUnspaced }: Asking, pattern: string): string =>
  isUnspaced ? `(?:${pattern})` : `(?<!\\p{L})(?:${pattern})(?![\\p{L}\\p{N}])`;

function anyLanguage(patternOf: (asking: Asking) => string): RegExp {
  const patterns = Object.values(ASKING).map((asking) => words(asking, patternOf(asking)));
  return new RegExp(patterns.join('|'), 'iu');
}

const named = ({ isUnspaced, which }: Asking, things: string): string =>
  `(?:${which})${isUnspaced ? BETWEEN_UNSPACED : BETWEEN}(?:${things})`;

function whereAsked(): RegExp {
  const forms = Object.values(ASKING).map(({ isUnspaced, where }) => (isUnspaced ? where : `^\\P{L}*(?:${where})(?!\\p{L})`));
  return new RegExp(forms.join('|'), 'iu');
}

const asksOf = atFirstUse((): readonly { readonly asks: RegExp; readonly form: RegExp }[] => [
  ...(Object.keys(NAMED) as NamedForm[]).map((form) => ({
    asks: anyLanguage((asking) => named(asking, asking[form])),
    form: NAMED[form],
  })),
  { asks: whereAsked(), form: NAMED.path },
  { asks: anyLanguage(({ howLong }) => howLong), form: LENGTH },
  {
    asks: anyLanguage(
      ({ howMuch, which, prices, isUnspaced }) =>
        `${howMuch}|(?:${which})${isUnspaced ? TO_PRICE : `(?!\\p{L})${TO_PRICE}(?<!\\p{L})`}(?:${prices})`,
    ),
    form: AMOUNT,
  },
  // A reason is told in the words of the question's language: "car" tells one in French alone.
  ...Object.values(ASKING).map((asking) => ({
    asks: new RegExp(words(asking, asking.why), 'iu'),
    form: new RegExp(words(asking, asking.because), 'iu'),
  })),
]);

const COUNTS = new RegExp(
  `(?<!\\p{L})(?:${Object.values(ASKING)
    .flatMap(({ howMany }) => howMany ?? [])
    .join('|')})((?:[ '’]*[\\p{L}-]+){1,4})`,
  'iu',
);
/** Letters that inflection leaves as they are, in most words; a shorter word is none of what is counted. */
const STEM = 5;
const LEAST_LETTERS = 4;

/** A number before one of the words that a query asks to count: "37 color tokens" for "how many tokens". */
function counted(query: string): RegExp | undefined {
  const words =
    COUNTS.exec(query)?.[1]
      ?.match(/\p{L}+/gu)
      ?.filter(({ length }) => length >= LEAST_LETTERS) ?? [];
  if (words.length === 0) return undefined;
  return new RegExp(`\\d[\\d.,]*\\P{L}{1,3}(?:[\\p{L}-]+ ){0,2}(?:${words.map((word) => word.slice(0, STEM)).join('|')})`, 'iu');
}

/** Tests a text for the form that a query asks for ("which file ..."); undefined where it asks for none. */
export function askedForm(query: string): ((text: string) => boolean) | undefined {
  const text = query.slice(0, MAX_CHARS);
  const asked = [
    ...asksOf()
      .filter(({ asks }) => asks.test(text))
      .map(({ form }) => form),
    counted(text) ?? [],
  ].flat();
  return asked.length === 0 ? undefined : (line) => asked.some((form) => form.test(line));
}
