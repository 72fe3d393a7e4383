import { setImmediate as afterMicrotasks } from 'node:timers/promises';
import { ERASURES_UNDER_WAY, type Erasure, type EraseRequest, type ErasureService } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import { describe, expect, it } from 'vitest';
import { remoteEraser } from './remote-eraser.ts';

const ASKED: EraseRequest = { tenant: 't', scope: { kind: 'session', space: 's', session: 'x' }, actor: 'k' };
const busy = (): Error =>
  new TotalRecallError('unavailable', 'Try again.', { retryAfterMs: 10_000, details: { problem: ERASURES_UNDER_WAY } });
const erasureOf = (status: Erasure['status']): Erasure => ({ id: 'e1', status }) as Erasure;

/** Another process that answers one after the other of these, and the time that goes by where this one waits. */
function processOf(answers: { readonly erase: (Erasure | Error)[]; readonly looks?: (Erasure | Error)[] }) {
  const requests: EraseRequest[] = [];
  const stopping = new AbortController();
  const state = { nowMs: 0, looks: 0, onDelay: () => undefined as void };
  const next = (of: (Erasure | Error)[]): Erasure => {
    const one = of.length > 1 ? of.shift()! : of[0]!;
    if (one instanceof Error) throw one;
    return one;
  };
  const service = {
    erase: async (request: EraseRequest) => {
      requests.push(request);
      return next(answers.erase);
    },
    erasure: async () => {
      state.looks += 1;
      return { erasure: next(answers.looks!) };
    },
  } as unknown as ErasureService;
  const delay = async (ms: number): Promise<void> => {
    state.nowMs += ms;
    state.onDelay();
  };
  const options = { clock: { monotonicMs: () => state.nowMs }, scheduler: { delay }, withinMs: 10_000, stopping: stopping.signal };
  return { eraser: remoteEraser(service, options), requests, stopping, state };
}

describe('an erasure that another process carries out', () => {
  it('is asked after until it is done, also where that process is away for a while', async () => {
    const away = new TotalRecallError('unavailable', 'Away.');
    const { eraser, requests, state } = processOf({
      erase: [erasureOf('running')],
      looks: [erasureOf('running'), away, erasureOf('done')],
    });
    expect(await eraser.erase(ASKED)).toEqual(erasureOf('done'));
    expect(requests).toEqual([{ ...ASKED, space: 's', answerWithinMs: 2_000 }]);
    expect(state.looks).toBe(3);
  });

  it('is asked for again where its turn has not come, and refused at last', async () => {
    const patient = processOf({ erase: [busy(), busy(), erasureOf('done')] });
    expect(await patient.eraser.erase(ASKED)).toEqual(erasureOf('done'));
    const late = processOf({ erase: [busy()] });
    await expect(late.eraser.erase(ASKED)).rejects.toMatchObject({ code: 'unavailable', details: {}, retryAfterMs: 10_000 });
    expect(late.state.nowMs).toBe(10_000);
  });

  it('is refused at once for another reason', async () => {
    const other = new TotalRecallError('unavailable', 'Nothing is erased now.');
    const { eraser, requests } = processOf({ erase: [other] });
    await expect(eraser.erase(ASKED)).rejects.toBe(other);
    expect(requests).toHaveLength(1);
  });

  it('is answered soon after this process stops where it is still planned, and its answer counts until then', async () => {
    const stopping = new AbortController();
    const planned = Promise.withResolvers<Erasure>();
    let onDelay = (): void => undefined;
    const waited: number[] = [];
    const scheduler = {
      delay: async (ms: number) => {
        waited.push(ms);
        onDelay();
        await afterMicrotasks();
      },
    };
    const service = { erase: () => planned.promise } as unknown as ErasureService;
    const ask = () =>
      remoteEraser(service, { clock: { monotonicMs: () => 0 }, scheduler, withinMs: 10_000, stopping: stopping.signal }).erase(ASKED);
    const unknown = ask();
    await Promise.resolve();
    expect(waited).toEqual([]);
    stopping.abort();
    await expect(unknown).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('not known yet') });
    expect(waited).toEqual([2_000]);
    onDelay = () => planned.resolve(erasureOf('done'));
    expect(await ask()).toEqual(erasureOf('done'));
  });

  it('is answered as running when this process stops, or after the time that a call may take', async () => {
    const running = { erase: [erasureOf('running')], looks: [erasureOf('running')] };
    const stopped = processOf(running);
    stopped.state.onDelay = () => stopped.stopping.abort();
    expect(await stopped.eraser.erase(ASKED)).toEqual(erasureOf('running'));
    expect(stopped.state.looks).toBe(1);
    const late = processOf(running);
    expect(await late.eraser.erase(ASKED)).toEqual(erasureOf('running'));
    expect(late.state.nowMs).toBe(10_000);
  });
});
