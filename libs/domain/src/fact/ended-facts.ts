import { isDay, normalValue } from './normal-value.ts';
import { singular, wordsOf } from './normal-words.ts';
import type { StatedFact } from './stated-fact.ts';

/** Attribute of a person from whom somebody parted, whatever he called that person before. */
export const PARTNER = 'partner name';
const OF_PARTNER =
  /^(?:wife|husband|spouse|partner(?:in)?|girlfriend|boyfriend|fianc[ée]e?|freund(?:in)?|frau|mann|verlobte[rn]?|copine?|copain|compagne|compagnon|femme|mari|novi[oa]|espos[oa]|mujer|marido|pareja|fidanzat[oa]|ragazz[oa]|compagn[oa]|moglie|marito|namorad[oa]|mulher|vriend(?:in)?|vrouw|man|verloofde|flickvän|pojkvän|sambo|fru|make) name$/u;
/** Things that may be named by a part of their name: "the Volvo" is the blue Volvo V60. */
const OF_THINGS = /^(?:car|phone|laptop|bike)$/u;
/** Parts of the work of which a team that names no other has one. */
const PART = /^(?:database|db|broker|cache|search engine|vector store|runtime)$/u;
const VERSION = / version$/u;

/** Returns true where a statement ends an earlier one that has to be known for it: of the same thing and value. */
export function isEndedBy(earlier: StatedFact, later: StatedFact): boolean {
  if (earlier.label !== later.label || earlier.subject !== later.subject || earlier.saidBy !== later.saidBy) return false;
  const named = later.value ?? later.replaces;
  if (named === undefined) return isOccasionOf(earlier, later);
  const { attribute = '' } = earlier;
  const [before, after] = [normalValue(earlier.value ?? ''), normalValue(named)];
  if (later.attribute === PARTNER) return OF_PARTNER.test(attribute) && before === after;
  if (later.attribute !== attribute) return false;
  return before === after || (OF_THINGS.test(attribute) && ` ${before} `.includes(` ${after} `));
}

/** "The meeting with Anna was cancelled" ends the one that is on a day, by all of its words. */
function isOccasionOf({ attribute, value = '', kind }: StatedFact, later: StatedFact): boolean {
  const words = later.attribute?.split(' ') ?? [];
  if (attribute !== undefined) return attribute === later.attribute && isDay(value);
  const said = wordsOf(value).map(singular);
  return kind === 'personal' && words.length > 1 && words.every((word) => said.includes(word));
}

/** A new version of a program is also that of the part for which it was named: "our database is Postgres 15". */
export function isUpgradedBy(earlier: StatedFact, later: StatedFact): boolean {
  if (later.saysChange !== true || later.label !== earlier.label || later.subject !== earlier.subject) return false;
  if (!VERSION.test(later.attribute ?? '') || !PART.test(earlier.attribute ?? '')) return false;
  const [before, program] = [normalValue(earlier.value ?? ''), later.attribute!.replace(VERSION, '')];
  const version = before.startsWith(`${program} `) ? before.slice(program.length + 1) : '';
  if (!/^v?\d/u.test(version) || later.saidBy !== earlier.saidBy || later.isPassing === true) return false;
  return later.replaces === undefined || normalValue(later.replaces) === version;
}

/** Returns the words by which such facts are found. */
export function wordsEnded(fact: StatedFact): { readonly words: string; readonly isOne?: true } | undefined {
  const { endsKnown, attribute = '', value = '', saysChange, kind, label } = fact;
  if (label === 'feedback' && kind === 'constraint') return fact.attribute === undefined ? { words: value, isOne: true } : undefined;
  if (endsKnown === 'fact') return { words: fact.value ?? fact.replaces ?? attribute };
  return saysChange === true && label === 'project' && VERSION.test(attribute) ? { words: attribute.replace(VERSION, '') } : undefined;
}
