/** Words that name nothing: determiners, and words that say when a value holds. */
const EMPTY: ReadonlySet<string> = new Set(
  'a an the my our your his her their its this that these those new current currently now updated latest revised overall total own actual existing also just only very quite rather really'.split(
    ' ',
  ),
);
/** The same beside a value: they say that it replaces another. */
const RENEWED = /^(?:new|updated|revised|increased|reduced|extended|rescheduled|adjusted|improved|changed|expanded)$/u;
/** The thing of another time. */
const FORMER = /^(?:old|previous|former|original|initial|earlier|last|past|prior|next|other|another)$/u;
/** Words that a name of a thing does not have: what they are part of is a clause. */
const CLAUSE = new Set(
  "and or but so because since that which who whom whose when while if as i we you he she it they me us them him is are was were be been being am has have had do does did can could will would shall should may might must not no never always to than then there here what how why where whether also just even still only i'm i've we're we've it's that's let's don't doesn't didn't isn't aren't can't won't by before after until till during without about into through around like including want need help try trying make sure going think know feel said says told using use used und oder dass wenn weil que qui quand mais y pero che quando och att что когда".split(
    ' ',
  ),
);

const WORDS = /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’.&/+#_-]*/gu;

export interface NamedThing {
  /** Normalised words. */
  readonly name: string;
  /** Its words say that it was renewed. */
  readonly isRenewed: boolean;
}

/** Normalises the name of a thing; undefined where the words are no such name, or name one of another time. */
export function nameOfThing(words: string): NamedThing | undefined {
  const all = wordsOf(words);
  if (all.length === 0 || all.some((word) => CLAUSE.has(word))) return undefined;
  if (all.some((word) => FORMER.test(word))) return undefined;
  const kept = all.filter((word) => !EMPTY.has(word) && !RENEWED.test(word));
  if (kept.length === 0) return undefined;
  return { name: headLast(kept.map(singular)), isRenewed: all.some((word) => RENEWED.test(word)) };
}

const PREPOSITION = /^(?:of|for|with|on|in|at|from|per)$/u;

/** Puts what follows a preposition before the thing: "deadline for the first draft" is the first draft's deadline. */
function headLast(words: readonly string[]): string {
  const at = words.findIndex((word) => PREPOSITION.test(word));
  if (at <= 0) return words.filter((word) => !PREPOSITION.test(word)).join(' ');
  return [headLast(words.slice(at + 1)), ...words.slice(0, at)].filter((word) => word !== '').join(' ');
}

export function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(WORDS) ?? [])
    .map((word) =>
      word
        .replaceAll('’', "'")
        .replace(/'s$/u, '')
        .replace(/[.'&/+-]+$/u, ''),
    )
    .filter((word) => word !== '');
}

/** Takes off the plural's s of a longer word. */
export function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || /(?:ss|us|is)$/u.test(word)) return word;
  return word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.slice(0, -1);
}

const NUMBER_WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];

/** A value for comparison: without quotes, articles, case and thousands' commas. */
export function normalValue(value: string): string {
  const plain = value
    .toLowerCase()
    .replace(/(\d),(?=\d{3})/gu, '$1')
    .replace(/[`"“”„«»]/gu, '')
    .replace(/(\d)(?:st|nd|rd|th)(?!\p{L})/gu, '$1')
    .replace(/^v(?=\d)/u, '')
    .replace(/\s+/gu, ' ')
    .trim();
  return wordsOfValue(plain).join(' ');
}

function wordsOfValue(plain: string): string[] {
  return plain
    .split(' ')
    .filter((word) => !/^(?:a|an|the|my|our)$/u.test(word))
    .map((word) => (NUMBER_WORDS.includes(word) ? String(NUMBER_WORDS.indexOf(word)) : singular(word)));
}

const WHEN =
  /^(?:\d{1,2}(?::\d\d)?\s?[ap]\.?m|\d{1,2}:\d\d|\d{4}-\d\d-\d\d|(?:next )?(?:mon|tues|wednes|thurs|fri|satur|sun)day)|(?<!\p{L})(?:january|february|march|april|may|june|july|august|september|october|november|december) \d/u;

/** Units of one dimension: two hours may become 50 minutes. */
const DIMENSION: readonly (readonly [string, RegExp])[] = [
  ['duration', /^(?:ms|s|m|h|min|hrs?|seconds?|minutes?|hours?|days?|weeks?|months?|years?)$/u],
  ['bytes', /^[kmgt]b$/u],
];
/** Finds how often an amount is paid. */
const PERIOD = /(?:\/\s?|per |each |every |an? )?(hour|day|week|month|year|annual|dai|night)(?:ly|s)?$/u;

/** Returns what a value counts: the unit or the noun after its number, `%`, a currency, `when` for a date or time, or nothing. */
export function unitOf(value: string): string {
  const normal = normalValue(value);
  if (WHEN.test(normal)) return 'when';
  const currency = /[$€£¥₹₽]/u.exec(normal)?.[0];
  if (currency !== undefined) return `${currency} ${PERIOD.exec(normal)?.[1] ?? ''}`.trim();
  // Letters right behind a number are part of it (`17b`) unless they are a unit.
  if (/^\d[\d.]*-?\p{L}+$/u.test(normal) && !/^\d[\d.]*(?:ms|[smhk]|min|hrs?|[kmgt]b|km|kg|cm|mm|px|lbs?|x)$/u.test(normal)) return '';
  const unit = /^[~<>]?\d[\d.]*\s?-?(%|.*)$/u.exec(normal)?.[1] ?? '';
  return /\d/u.test(unit) ? '' : (DIMENSION.find(([, pattern]) => pattern.test(unit.trim()))?.[0] ?? unit.trim());
}
