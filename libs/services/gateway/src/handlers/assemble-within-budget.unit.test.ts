import type { WindowRequest } from '@total-recall/domain';
import type { Ingest, Retriever, ServedWindow } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import { expect, it } from 'vitest';
import { assembleWithinBudget } from './assemble-within-budget.ts';

const REQUEST = { tenant: 'acme', space: 's', session: 'x' } as WindowRequest;
const WINDOW = { kind: 'a window' } as unknown as ServedWindow;
const over = (part: string) => new TotalRecallError('window_over_budget', 'It does not fit.', { details: { part } });

/** A session whose windows fail in turn, until there is no failure left; and what it was asked. */
function open(failures: readonly unknown[], compaction: 'compacted' | 'stopped' = 'compacted') {
  const left = [...failures];
  const asked: string[] = [];
  const retriever = {
    assembleWindow: async () => {
      asked.push('window');
      if (left.length > 0) throw left.shift();
      return WINDOW;
    },
  } as unknown as Retriever;
  const ingest = {
    compact: async ({ trigger }: { trigger: string }) => {
      asked.push(trigger);
      return { kind: compaction };
    },
  } as unknown as Ingest;
  return { asked, assemble: (more: Partial<WindowRequest> = {}) => assembleWithinBudget({ ingest, retriever }, { ...REQUEST, ...more }) };
}

it('has a session compacted whose history does not fit, three times at most', async () => {
  const once = open([over('history')]);
  expect(await once.assemble()).toBe(WINDOW);
  expect(once.asked).toEqual(['window', 'overflow', 'window']);

  const never = open(Array.from({ length: 9 }, () => over('history')));
  await expect(never.assemble()).rejects.toMatchObject({ code: 'window_over_budget' });
  expect(never.asked).toEqual(['window', 'overflow', 'window', 'overflow', 'window', 'overflow', 'window']);
});

it('tries once more where nothing more can be compacted', async () => {
  const { asked, assemble } = open([over('history'), over('history')], 'stopped');
  await expect(assemble()).rejects.toMatchObject({ code: 'window_over_budget' });
  expect(asked).toEqual(['window', 'overflow', 'window']);
});

it.each([{ atTurn: 3 }, { windowTokens: 2_000 }])('compacts nothing for a window of a caller’s own, %o', async (own) => {
  const { asked, assemble } = open([over('history')]);
  await expect(assemble(own)).rejects.toMatchObject({ code: 'window_over_budget' });
  expect(asked).toEqual(['window']);
});

it.each([over('blocks'), new TotalRecallError('unavailable', 'not now'), new Error('a bug')])(
  'compacts nothing for what a compaction does not help, %s',
  async (failure) => {
    const { asked, assemble } = open([failure]);
    await expect(assemble()).rejects.toBe(failure);
    expect(asked).toEqual(['window']);
  },
);
