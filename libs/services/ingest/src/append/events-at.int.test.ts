import { createMemoryIndex } from '@total-recall/adapter-memory';
import { INDEX_LIMITS } from '@total-recall/ports';
import { writesOf } from '@total-recall/ports/testing';
import { expect, it } from 'vitest';
import { eventsAt } from './events-at.ts';

it('events are read at their places in as few reads as an index allows, undefined for those that are not there', async () => {
  const index = createMemoryIndex();
  await index.write(0, writesOf(Array.from({ length: 300 }, () => 'word')));
  let reads = 0;
  const counted: Pick<typeof index, 'eventsInRanges'> = {
    eventsInRanges: (query) => {
      reads += 1;
      return index.eventsInRanges(query);
    },
  };
  const home = { tenant: 'acme', space: 'home' };
  const ordinals = [299, 1_000, 0, ...Array.from({ length: INDEX_LIMITS.ranges }, (_, at) => at + 1)];
  const found = await eventsAt(
    counted,
    home,
    ordinals.map((ordinal) => ({ session: 's1', ordinal })),
  );
  expect(found.map((event) => event?.accepted.ordinal)).toEqual(ordinals.map((ordinal) => (ordinal === 1_000 ? undefined : ordinal)));
  expect(reads).toBe(2);
  expect(await eventsAt(counted, home, [])).toEqual([]);
  expect(reads).toBe(2);
});
