import { oneLine } from '../../output/text-width.ts';

interface HoldShare {
  readonly id: string;
  readonly name: string;
  readonly events: number;
}

/** Returns a line for each legal hold that keeps some of the events. `which` says which events it counts. */
export function holdLines(holds: readonly HoldShare[], which = 'of them'): string[] {
  return holds.map(({ id, name, events }) => `  hold ${id} (${oneLine(name)}) keeps ${events} ${which}`);
}
