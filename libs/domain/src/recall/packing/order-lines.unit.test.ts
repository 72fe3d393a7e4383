import { expect, it } from 'vitest';
import { orderLines } from './order-lines.ts';
import type { PackableEvent, PackableLine } from './packable-event.ts';

const line = (text: string, own: Pick<PackableLine, 'share' | 'late'>): PackableLine => ({
  ...own,
  text,
  fromByte: 0,
  toByte: text.length,
});

/** Three events of one line each: the first, one that answers, and one of a lesser passage that repeats the question. */
function ordered(ownOf: (value: number) => Pick<PackableLine, 'share' | 'late'>): readonly number[] {
  const events: readonly PackableEvent[] = [
    { passages: [{ score: 3, lines: [line('the crane stands still\n', ownOf(0.5))] }] },
    { passages: [{ score: 2, lines: [line('its rope was frayed\n', ownOf(0))] }] },
    { passages: [{ score: 1.2, lines: [line('find out why the crane stands still\n', ownOf(1))] }] },
  ];
  return orderLines(events).map(({ event }) => event);
}

it('the words that a line shares with the question weigh less against its passage than its token vectors', () => {
  expect(ordered((share) => ({ share }))).toEqual([0, 1, 2]);
  expect(ordered((late) => ({ share: 0, late }))).toEqual([0, 2, 1]);
});
