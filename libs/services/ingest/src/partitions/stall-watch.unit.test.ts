import { expect, it } from 'vitest';
import { createStallWatch } from './stall-watch.ts';

const LOOK_MS = 15_000;

/** Builds a watch over one partition; `pass` lets time go by, look by look. */
function build({ partitions = [0] }: { readonly partitions?: number[] } = {}) {
  const at = { folded: -1, end: -1, ms: 0, isClosed: false, marksRead: 0, endsAsked: 0, mostEnds: 0 };
  const ends: number[] = [];
  let wake: () => void = () => undefined;
  const watch = createStallWatch(
    {
      index: {
        marks: async () => {
          at.marksRead += 1;
          return { folded: at.folded, searchable: at.folded };
        },
      },
      log: {
        async end() {
          if (at.isClosed) throw new Error('closed');
          at.mostEnds = Math.max(at.mostEnds, (at.endsAsked += 1));
          await Promise.resolve();
          at.endsAsked -= 1;
          return at.end;
        },
      },
      clock: { now: () => 1_000_000 + at.ms, monotonicMs: () => at.ms },
      scheduler: {
        delay: (_ms: number, signal?: AbortSignal) =>
          new Promise<void>((resolve, reject) => {
            wake = resolve;
            signal?.addEventListener('abort', () => reject(new Error('stopped')));
          }),
      },
      observer: { logEndObserved: ({ end }: { end: number }) => void ends.push(end) },
    } as never,
    () => partitions,
  );
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const pass = async (looks: number, before: () => void = () => undefined): Promise<void> => {
    for (let look = 0; look < looks; look += 1) {
      at.ms += LOOK_MS;
      before();
      wake();
      await settled();
    }
  };
  const start = async (): Promise<void> => {
    watch.start();
    await settled();
  };
  return { at, ends, watch, pass, start };
}

it('names a projector that does not move below the end of the log, and since when', async () => {
  const { at, ends, watch, pass, start } = build();
  await start();
  at.end = 5;
  await pass(8);
  expect(watch.stalls()).toEqual([]);
  await pass(1, () => (at.end += 1));
  expect(watch.stalls()).toMatchObject([{ partition: 0, folded: -1, end: 6, since: 1_015_000 }]);
  expect(ends.at(-1)).toBe(6);
  at.folded = 2;
  await pass(1);
  expect(watch.stalls()).toEqual([]);
  await pass(8);
  expect(watch.stalls()).toMatchObject([{ folded: 2, end: 6 }]);
  at.folded = 6;
  await pass(1);
  expect(watch.stalls()).toEqual([]);
  await watch.stop();
});

it.each([
  ['an empty partition', { folded: -1, end: -1 }, () => undefined],
  ['one at its end', { folded: 7, end: 7 }, () => undefined],
  ['one that is filled slowly', { folded: 0, end: 900_000 }, (at: { folded: number }) => void (at.folded += 1)],
  [
    'one whose log grows faster',
    { folded: 0, end: 5 },
    (at: { folded: number; end: number }) => Object.assign(at, { folded: at.folded + 1, end: at.end + 9 }),
  ],
  ['one whose mark is beyond the end', { folded: 9, end: 7 }, () => undefined],
])('does not name %s', async (_, state, move) => {
  const { at, watch, pass, start } = build();
  Object.assign(at, state);
  await start();
  await pass(40, () => move(at));
  expect(watch.stalls()).toEqual([]);
  await watch.stop();
});

it('does not name one that was behind for a moment, and not seen since as the log could not be read', async () => {
  const { at, watch, pass, start } = build();
  await start();
  at.end = 1;
  await pass(1);
  at.isClosed = true;
  await pass(40, () => (at.folded = 1));
  expect(watch.stalls()).toEqual([]);
  await watch.stop();
});

it('does not name one that was idle for long when an event comes', async () => {
  const { at, watch, pass, start } = build();
  Object.assign(at, { folded: 3, end: 3 });
  await start();
  await pass(100);
  at.end = 4;
  await pass(1);
  expect(watch.stalls()).toEqual([]);
  await watch.stop();
});

it('asks for the ends of all partitions together, and for the marks of those alone that grew or are behind', async () => {
  const { at, pass, watch, start } = build({ partitions: [0, 1, 2] });
  Object.assign(at, { folded: 3, end: 3 });
  await start();
  expect([at.marksRead, at.mostEnds]).toEqual([3, 3]);
  await pass(20);
  expect(at.marksRead).toBe(3);
  at.end = 4;
  await pass(2);
  expect(at.marksRead).toBe(9);
  at.folded = 4;
  await pass(5);
  expect(at.marksRead).toBe(12);
  await watch.stop();
});
