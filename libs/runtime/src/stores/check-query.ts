import { INDEX_LIMITS, INDEX_TERM_PATTERN, type OrdinalRange } from '@total-recall/ports';
import { TotalRecallError } from '../errors.ts';

/** Throws `invalid_request`. The checks here are shared by all adapters and run before a store is asked. */
export function refuseRequest(message: string): never {
  throw new TotalRecallError('invalid_request', message);
}

/** Refuses terms that our analyser never produces. */
export function checkTerms(terms: readonly string[]): void {
  for (const term of terms) if (!INDEX_TERM_PATTERN.test(term)) refuseRequest('A term may hold only a-z, 0-9 and _, 1 to 1024 of them.');
}

export function checkQueryTerms(terms: readonly string[]): void {
  checkMost('terms', terms.length, INDEX_LIMITS.queryTerms);
  checkTerms(terms);
}

export function checkRanges(ranges: readonly OrdinalRange[]): void {
  checkMost('ranges', ranges.length, INDEX_LIMITS.ranges);
  for (const { fromOrdinal, toOrdinal } of ranges)
    checkMost('ordinals of a range', toOrdinal - fromOrdinal + 1, INDEX_LIMITS.rangeOrdinals);
}

export function checkCount(what: string, count: number, most: number): void {
  if (!Number.isInteger(count) || count < 1 || count > most) refuseRequest(`The ${what} must be a whole number from 1 to ${most}.`);
}

export function checkMost(what: string, count: number, most: number): void {
  if (!(count <= most)) refuseRequest(`At most ${most} ${what} may be asked for at once, not ${count}.`);
}
