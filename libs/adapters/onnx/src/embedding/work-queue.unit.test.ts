import { describe, expect, it } from 'vitest';
import { createWorkQueue, type EmbedCall } from './work-queue.ts';

const callOf = (...texts: string[]): EmbedCall => ({
  inputs: texts.map((text) => ({ text, kind: text.startsWith('?') ? 'query' : 'document' })),
  tokens: false,
  results: [],
  next: 0,
  open: texts.length,
  done: () => {},
});

describe('createWorkQueue', () => {
  it('hands out shares within its limits, in order, never an empty one', () => {
    const queue = createWorkQueue({ maxTexts: 2, maxCharacters: 10 });
    queue.add(callOf('a', 'b', 'c', 'x'.repeat(50), 'eight888', 'd'));
    const shares = [];
    for (let share = queue.take(); share; share = queue.take())
      shares.push([share.from, ...share.inputs.map(({ text }) => text.slice(0, 1))]);
    expect(shares).toEqual([
      [0, 'a', 'b'],
      [2, 'c'],
      [3, 'x'],
      [4, 'e', 'd'],
    ]);
  });

  it('lets a query pass the documents, even in the middle of their call', () => {
    const queue = createWorkQueue({ maxTexts: 1, maxCharacters: 100 });
    queue.add(callOf('a', 'b'));
    expect(queue.take()?.inputs[0]?.text).toBe('a');
    queue.add(callOf('?1'));
    queue.add(callOf('?2'));
    expect([queue.take(), queue.take(), queue.take(), queue.take()].map((share) => share?.inputs[0]?.text)).toEqual([
      '?1',
      '?2',
      'b',
      undefined,
    ]);
  });

  it('forgets a call that failed, wherever it stands', () => {
    const queue = createWorkQueue({ maxTexts: 1, maxCharacters: 100 });
    const failing = callOf('a', 'b');
    queue.add(failing);
    queue.add(callOf('c'));
    queue.take();
    queue.drop(failing);
    queue.drop(failing);
    expect(queue.take()?.inputs[0]?.text).toBe('c');
    expect(queue.take()).toBeUndefined();
  });
});
