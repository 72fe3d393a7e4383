import type { LedgerEntry } from '@total-recall/domain';
import type { LedgerRange } from '@total-recall/ports';
import { firstAbove } from '../first-above.ts';

/** Numbers of the entries of a partition by the space that they name, so that those of one are found without reading all. */
export interface AboutSpaces {
  add(entry: LedgerEntry): void;
  /** Returns those of entries that name the space or none: after a number in order, or before it, the latest first. */
  read(place: Pick<LedgerEntry, 'tenant' | 'space'>, range: LedgerRange, limit: number): number[];
}

export function createAboutSpaces(): AboutSpaces {
  const bySpace = new Map<string, number[]>();
  const keyOf = ({ tenant, space }: Pick<LedgerEntry, 'tenant' | 'space'>): string => JSON.stringify([tenant, space]);
  const of = (place: Pick<LedgerEntry, 'tenant' | 'space'>): readonly number[] => bySpace.get(keyOf(place)) ?? [];
  return {
    add(entry) {
      const key = keyOf(entry);
      const own = bySpace.get(key);
      if (own) own.push(entry.sequence);
      else bySpace.set(key, [entry.sequence]);
    },
    read({ tenant, space }, range, limit) {
      const lists = [of({ tenant, space }), of({ tenant })];
      if ('after' in range) {
        const parts = lists.map((list) => list.slice(firstAfter(list, range.after), firstAfter(list, range.after) + limit));
        return parts
          .flat()
          .sort((a, b) => a - b)
          .slice(0, limit);
      }
      const parts = lists.map((list) =>
        list.slice(Math.max(0, firstAfter(list, range.before - 1) - limit), firstAfter(list, range.before - 1)),
      );
      return parts
        .flat()
        .sort((a, b) => b - a)
        .slice(0, limit);
    },
  };
}

/** Returns the index of the first number after this one. */
function firstAfter(list: readonly number[], sequence: number): number {
  return firstAbove(list, sequence, (one) => one);
}
