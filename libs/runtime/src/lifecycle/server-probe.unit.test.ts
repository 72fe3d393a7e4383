import type { Scheduler } from '@total-recall/ports';
import { describe, expect, it } from 'vitest';
import { TotalRecallError } from '../errors.ts';
import { serverProbe, type ProbeOptions } from './server-probe.ts';

/** Builds a server that answers when the test says so, on a clock that the test moves. */
function build(needed: ProbeOptions['needed'] = ['kafka']) {
  let nowMs = 0;
  const questions: PromiseWithResolvers<unknown>[] = [];
  const deadlines: (() => void)[] = [];
  const scheduler: Pick<Scheduler, 'delay'> = {
    delay: (_ms, signal) =>
      new Promise((resolve, reject) => {
        deadlines.push(resolve);
        signal?.addEventListener('abort', () => reject(new Error('aborted')));
      }),
  };
  const ask = (): Promise<unknown> => {
    const question = Promise.withResolvers<unknown>();
    questions.push(question);
    return question.promise;
  };
  const clock = { now: () => nowMs, monotonicMs: () => nowMs };
  const probe = serverProbe('kafka', ask, { clock, scheduler: scheduler as Scheduler, needed });
  return { health: async () => probe.health!(), questions, deadlines, pass: (ms: number) => void (nowMs += ms) };
}

describe('a probe of a server', () => {
  it('asks once for all who want to know within a second', async () => {
    const { health, questions, pass } = build();
    const both = [health(), health()];
    questions[0]!.resolve(7);
    expect(await Promise.all(both)).toEqual([{ ready: true }, { ready: true }]);
    pass(999);
    expect(await health()).toEqual({ ready: true });
    expect(questions).toHaveLength(1);
    pass(1);
    const again = health();
    questions[1]!.reject(new TotalRecallError('unavailable', 'Nobody leads it.'));
    expect(await again).toEqual({ ready: false, detail: 'Nobody leads it.' });
  });

  it('does not wait for a server that hangs, nor ask it again meanwhile', async () => {
    const { health, questions, deadlines } = build();
    const late = health();
    deadlines[0]!();
    expect(await late).toEqual({ ready: false, detail: 'no answer within 1000 ms' });
    const next = health();
    expect(questions).toHaveLength(1);
    questions[0]!.resolve(7);
    expect(await next).toEqual({ ready: true });
  });

  it('only tells of a server that can be done without', async () => {
    const { health, questions } = build([]);
    const asked = health();
    questions[0]!.reject(new TotalRecallError('unavailable', 'It is away.'));
    expect(await asked).toEqual({ ready: true, detail: 'work goes on without it: It is away.' });
  });
});
