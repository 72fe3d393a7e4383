import type { Unit } from '@total-recall/domain';

type Dated = Pick<Unit, 'validFrom' | 'validTo' | 'knownAt'>;

/** Returns true where both are true at some time, by their dates or since they were first said. */
export function isAtOneTime(a: Dated, b: Dated): boolean {
  const begin = ({ validFrom, knownAt }: Dated): number => validFrom ?? knownAt;
  return begin(a) < (b.validTo ?? Infinity) && begin(b) < (a.validTo ?? Infinity);
}
