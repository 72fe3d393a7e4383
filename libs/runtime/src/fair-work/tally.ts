/** Amounts by name, such as the bytes that each tenant holds. A name with nothing takes no memory. */
export interface Tally {
  /** Sum over all names. */
  readonly total: number;
  of(name: string): number;
  /** Adds to the amount of a name; a negative number takes off. */
  add(name: string, amount: number): void;
}

export function createTally(): Tally {
  const amounts = new Map<string, number>();
  let total = 0;
  const of = (name: string): number => amounts.get(name) ?? 0;
  return {
    get total() {
      return total;
    },
    of,
    add(name, amount) {
      total += amount;
      const left = of(name) + amount;
      if (left > 0) amounts.set(name, left);
      else amounts.delete(name);
    },
  };
}
