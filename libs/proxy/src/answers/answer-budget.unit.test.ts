import { describe, expect, it } from 'vitest';
import { createAnswerBudget } from './answer-budget.ts';
import { readEvents } from './read-events.ts';

const open = { signal: new AbortController().signal };
const budgetOf = (bytes: number) => createAnswerBudget({ answerBytes: 100, bytes, smallBytes: 10 });

describe('the budget that answers share', () => {
  it('holds what fits, and one answer of any size', () => {
    const budget = budgetOf(100);
    const first = budget.open(open.signal);
    expect([first.hold(80), first.hold(40)]).toEqual([true, true]);
    const second = budget.open(open.signal);
    expect([second.hold(11), budget.held]).toEqual([false, 120]);
    first.release(50);
    expect([second.hold(30), second.hold(1), second.hold(0), budget.held]).toEqual([true, false, true, 100]);
  });

  it('holds small answers whatever others hold', () => {
    const budget = budgetOf(100);
    budget.open(open.signal).hold(100);
    const small = budget.open(open.signal);
    expect([small.hold(6), small.hold(4), small.hold(1)]).toEqual([true, true, false]);
    expect(budget.held).toBe(110);
  });

  it('holds an answer that cannot go on unread', () => {
    const budget = budgetOf(100);
    budget.open(open.signal).hold(100);
    expect([budget.open(open.signal, () => false).hold(50), budget.held]).toEqual([true, 150]);
  });

  it('holds nothing of an answer that has ended, also where what it waits for comes later', () => {
    const budget = budgetOf(100);
    const gone = new AbortController();
    const room = budget.open(gone.signal);
    room.hold(90);
    gone.abort();
    expect(budget.held).toBe(0);
    room.hold(20);
    room.release(90);
    budget.open(gone.signal).hold(20);
    expect(budget.held).toBe(0);
  });
});

it('of a stream that is read, only the event that has not ended is held', async () => {
  const budget = budgetOf(1_000);
  const room = { ...budget.open(open.signal), bytes: 1_000 };
  const seen: number[] = [];
  async function* chunks(): AsyncGenerator<Buffer> {
    for (const text of ['data: 1', '2345\n', '\ndata: 6\n\nda', 'ta: 7\n\n']) {
      yield Buffer.from(text);
      seen.push(budget.held);
    }
  }
  const events: string[] = [];
  for await (const { data } of readEvents(chunks(), room)) events.push(data);
  expect(events).toEqual(['12345', '6', '7']);
  expect([seen, budget.held]).toEqual([[7, 12, 2, 0], 0]);
});
