import { isDenying } from './denying-words.ts';

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
  "and or but so because since that which who whom whose when while if as i we you he she it they me us them him is are was were be been being am has have had do does did can could will would shall should may might must not no never always to than then there here what how why where whether also just even still only i'm i've we're we've it's that's let's don't doesn't didn't isn't aren't can't won't by before after until till during without about into through around like including want need help try trying make sure going think know feel say said says told shows prints displays contains suppose supposing assume assuming imagine pretend hope hoping wish guess doubt believe wonder suspect using use used und oder dass wenn weil que qui quand mais y pero che quando och att что когда".split(
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

/** Matches "to" before the place that tells one way from others: "the flight to Oslo". */
const WAY_TO = /(?<=(?<!\p{L})(?:flight|train|ferry|bus|trip|journey)s?\s)to(?=\s(?:the\s)?\p{Lu})/u;

/** Normalises the name of a thing; undefined where the words are no such name, or name one of another time. */
export function nameOfThing(words: string): NamedThing | undefined {
  const all = wordsOf(words.replace(WAY_TO, 'for'));
  if (all.length === 0 || all.some((word) => CLAUSE.has(word) || isDenying(word))) return undefined;
  if (all.some((word) => FORMER.test(word))) return undefined;
  const kept = all.filter((word) => !EMPTY.has(word) && !RENEWED.test(word));
  if (kept.length === 0) return undefined;
  return { name: headLast(kept.map(singular)), isRenewed: headOf(all).some((word) => RENEWED.test(word)) };
}

const PREPOSITION = /^(?:of|for|with|on|in|at|from|per)$/u;

/** The words before a preposition: "price" of "price of our new plan". */
function headOf(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => PREPOSITION.test(word));
  return at <= 0 ? words : words.slice(0, at);
}

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

/** Plurals that are as short as words that end in an s anyway. */
const SHORT_PLURAL = /^(?:ads|dbs|ids|prs|vms|tvs)$/u;

/** Takes off the plural's s. */
export function singular(word: string): string {
  if (SHORT_PLURAL.test(word)) return word.slice(0, -1);
  if (word.length < 4 || !word.endsWith('s') || /(?:ss|us|is)$/u.test(word)) return word;
  return word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.slice(0, -1);
}
