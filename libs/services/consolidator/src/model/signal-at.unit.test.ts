import { expect, it } from 'vitest';
import { signalAt } from './signal-at.ts';

function timers() {
  const waits: { ms: number; end: () => void }[] = [];
  const delay = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      waits.push({ ms, end: resolve });
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
    });
  return { waits, deps: { clock: { monotonicMs: () => 1_000.5 }, scheduler: { delay } } };
}
const settled = () => new Promise((resolve) => void setImmediate(resolve));

it('fires by the timers and the clock that it is given, and not once it is cancelled', async () => {
  const { waits, deps } = timers();
  const [late, over, cancelled] = [signalAt(deps, 4_000), signalAt(deps, 0), signalAt(deps, 4_000)];
  expect(waits.map(({ ms }) => ms)).toEqual([3_000, 0, 3_000]);
  cancelled.cancel();
  await settled();
  expect([late, over, cancelled].map(({ signal }) => signal.aborted)).toEqual([false, false, false]);
  for (const { end } of waits) end();
  await settled();
  expect([late, over, cancelled].map(({ signal }) => signal.aborted)).toEqual([true, true, false]);
});
