import { cutSpan, type TextSpan } from '@total-recall/domain';

const ROUNDS = 8;

/** Finds the end of the longest prefix of a span that takes at most `room` tokens, by counting. */
export async function fittingEnd(text: string, span: TextSpan, room: number, count: (part: string) => Promise<number>): Promise<number> {
  let fits = 0;
  let tooMuch = Infinity;
  let units = Math.min(span.end - span.start, room * 4);
  for (let round = 0; round < ROUNDS; round++) {
    const end = cutSpan(text, span, units);
    const tokens = await count(text.slice(span.start, end));
    const taken = end - span.start;
    if (tokens <= room) {
      fits = Math.max(fits, taken);
      if (end === span.end || tokens >= room * 0.95) break;
    } else tooMuch = Math.min(tooMuch, taken);
    if (tooMuch - fits <= 1) break;
    const wanted = Math.floor((units * room * 0.98) / Math.max(1, tokens));
    units = wanted > fits && wanted < tooMuch ? wanted : Math.floor((fits + Math.min(tooMuch, span.end - span.start + 1)) / 2);
  }
  return span.start + fits;
}
