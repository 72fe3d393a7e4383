import { isFunctionWord } from './function-words.ts';

const MOST = 8;
/** A word with a bare number behind it. Amounts, dates, versions and clock times go on behind the number. */
const NUMBERED =
  /(?<![\p{L}\p{N}_])(\p{L}{2,40})[ \u00a0]#?(\d{1,6})(?![\p{L}\p{N}_]|[-.:/,=@%][\p{L}\p{N}]|\s?[%€$£°]|\s+(?:-|–|to|bis|and|or)\s+\d)/gu;
/** The word behind the number, where one follows on the same line. */
const NEXT = /^[ \u00a0]+(\p{L}+)/u;

/** A number that names a thing, as its digits and their range in UTF-16 units, `end` exclusive. */
export interface ThingNumber {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds the numbers of a query that tell one thing from others of its kind: `99` of "the checksum of step 99". A number in
 * front of a word counts something ("in 3 files"), and one behind a word that only makes a sentence names nothing. In order,
 * at most eight. Linear.
 */
export function thingNumbers(query: string): ThingNumber[] {
  const found: ThingNumber[] = [];
  for (const match of query.matchAll(NUMBERED)) {
    const end = match.index + match[0].length;
    const next = NEXT.exec(query.slice(end, end + 48))?.[1];
    if (isFunctionWord(match[1]!.toLowerCase()) || (next !== undefined && !isFunctionWord(next.toLowerCase()))) continue;
    found.push({ start: end - match[2]!.length, end });
    if (found.length === MOST) break;
  }
  return found;
}
