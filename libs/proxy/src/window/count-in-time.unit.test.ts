import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCountInTime } from './count-in-time.ts';

let now = 0;
beforeEach(() => {
  now = 0;
});

/** Time that passes only where somebody waits. */
const clock = { now: () => now, monotonicMs: () => now };
const scheduler = {
  async delay(ms: number, signal?: AbortSignal) {
    await turn();
    signal?.throwIfAborted();
    now += ms;
  },
  every: () => ({ cancel: () => undefined }),
};

const never = new Promise<number[]>(() => undefined);
const LONG = 'word '.repeat(20_000);
const isProbe = (texts: readonly string[]) => texts[0] === 'ready';

/** A counter that answers probes up to a time, and anything longer at another; never where none is given. */
function counter({ probesUntil = Infinity, longAt = Infinity }) {
  const asked: (readonly string[])[] = [];
  const count = async (_family: string, texts: readonly string[]): Promise<number[]> => {
    asked.push(texts);
    if (isProbe(texts)) return now < probesUntil ? [1] : never;
    while (now < longAt) {
      if (longAt === Infinity) return never;
      await turn();
    }
    return texts.map(() => 7);
  };
  return { asked, countInTime: createCountInTime({ tokens: { count }, clock, scheduler }) };
}

describe('a token counter', () => {
  it.each([
    ['a short text', 'Hello.'],
    ['a long text', LONG],
  ])('that hangs costs %s 50 ms, and the calls of the next two seconds nothing', async (_name, text) => {
    const { asked, countInTime } = counter({ probesUntil: 0 });
    await expect(countInTime('o200k', [text])).rejects.toThrow(/does not answer/);
    expect(now).toBe(50);
    const before = asked.length;
    await expect(countInTime('o200k', [text])).rejects.toThrow(/a moment ago/);
    expect([now, asked.length]).toEqual([50, before]);
    now += 2_000;
    await expect(countInTime('o200k', [text])).rejects.toThrow(/does not answer/);
    expect(asked.length).toBeGreaterThan(before);
  });

  it('that has a long text to count gets the time for it, as long as it answers between', async () => {
    await expect(counter({ longAt: 600 }).countInTime('o200k', [LONG])).resolves.toEqual([7]);
    expect(now).toBeGreaterThanOrEqual(600);
  });

  it('is asked for many texts in several questions, and their counts come in order', async () => {
    const { asked, countInTime } = counter({ longAt: 0 });
    const texts = Array.from({ length: 30 }, (_, at) => `${at} ${'word '.repeat(300)}`);
    await expect(countInTime('o200k', texts)).resolves.toEqual(texts.map(() => 7));
    expect(asked.filter((question) => !isProbe(question)).flat()).toEqual(texts);
    expect(asked.length).toBeGreaterThan(2);
    expect(now).toBeLessThanOrEqual(50);
  });

  it('that hangs while it counts is left 50 ms after its last answer', async () => {
    await expect(counter({ probesUntil: 200 }).countInTime('o200k', [LONG])).rejects.toThrow(/does not answer/);
    expect(now).toBe(250);
  });

  it('that answers nothing but small questions is left after two seconds', async () => {
    await expect(counter({}).countInTime('o200k', [LONG])).rejects.toThrow(/does not answer/);
    expect(now).toBe(2_000);
  });
});
