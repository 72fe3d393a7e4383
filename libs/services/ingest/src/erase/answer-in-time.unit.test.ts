import type { Erasure } from '@total-recall/ports';
import { createSerialQueue, createSystemScheduler, TotalRecallError } from '@total-recall/runtime';
import { expect, it } from 'vitest';
import { answerInTime, type RequestProgress } from './answer-in-time.ts';

const running = { id: 'x', status: 'running' } as unknown as Erasure;
const scheduler = createSystemScheduler();

const answered = (request: (progress: RequestProgress) => Promise<Erasure>, inTurn = createSerialQueue(), answerWithinMs?: number) =>
  answerInTime({ scheduler, answerWithinMs }, inTurn, { request, running: () => running }).catch((error: unknown) => error);

const fails = (error: Error) => async (): Promise<Erasure> => {
  throw error;
};

it('a request that failed before it was written says that nothing is erased', async () => {
  const away = new TotalRecallError('unavailable', 'Away.', { retryAfterMs: 9, details: { servedBy: 'a' } });
  const marked = { code: 'unavailable', message: 'Away.', retryAfterMs: 9, details: { servedBy: 'a', nothingErased: true } };
  expect(await answered(fails(away))).toMatchObject(marked);
  expect(await answered(fails(new Error('disk')))).toMatchObject({ code: 'internal', details: { nothingErased: true } });
  const refusal = new TotalRecallError('not_found', 'Nothing is there.');
  expect(await answered(fails(refusal))).toBe(refusal);
});

it('so does one whose turn did not come', async () => {
  const inTurn = createSerialQueue();
  const before = Promise.withResolvers<void>();
  void inTurn(() => before.promise);
  expect(await answered(fails(new Error('never')), inTurn, 1)).toMatchObject({ code: 'unavailable', details: { nothingErased: true } });
  before.resolve();
});

it('one that may be in the ledger does not, and one that is there goes on', async () => {
  const away = new TotalRecallError('unavailable', 'Away.');
  const failing = async ({ onWrite, onRequested }: RequestProgress, isWritten: boolean): Promise<Erasure> => {
    onWrite();
    if (isWritten) onRequested(running);
    throw away;
  };
  expect(await answered((progress) => failing(progress, false))).toBe(away);
  expect(await answered((progress) => failing(progress, true))).toBe(running);
});
