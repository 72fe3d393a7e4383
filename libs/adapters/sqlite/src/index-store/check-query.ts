import { INDEX_LIMITS, INDEX_TERM_PATTERN } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';

export function refuse(message: string): never {
  throw new TotalRecallError('invalid_request', message);
}

export function checkTerms(terms: readonly string[]): void {
  for (const term of terms) if (!INDEX_TERM_PATTERN.test(term)) refuse('A term may hold only a-z, 0-9 and _, 1 to 1024 of them.');
}

export function checkQueryTerms(terms: readonly string[]): void {
  checkMost('terms', terms.length, INDEX_LIMITS.queryTerms);
  checkTerms(terms);
}

export function checkMost(what: string, count: number, most: number): void {
  if (count > most) refuse(`At most ${most} ${what} may be asked for at once, not ${count}.`);
}

export function checkCount(what: string, count: number, most: number): void {
  if (!Number.isInteger(count) || count < 1 || count > most) refuse(`The ${what} must be a whole number from 1 to ${most}.`);
}
