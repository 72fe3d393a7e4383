import { threadCpuUsage } from 'node:process';
import { workerData } from 'node:worker_threads';

/** Part of one core that this thread takes, in stretches as short as those of a search. */
const share = workerData as number;
const STRETCH_MS = 10;

const usedMs = (): number => {
  const { user, system } = threadCpuUsage();
  return (user + system) / 1_000;
};
const [startMs, startUsedMs] = [performance.now(), usedMs()];
const sleeping = new Int32Array(new SharedArrayBuffer(4));

for (;;) {
  const until = usedMs() + STRETCH_MS;
  while (usedMs() < until);
  const aheadMs = (usedMs() - startUsedMs) / share - (performance.now() - startMs);
  if (aheadMs > 0) Atomics.wait(sleeping, 0, 0, aheadMs);
}
