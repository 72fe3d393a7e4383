import { describe, expect, it } from 'vitest';
import { createSystemRandom } from '../system/system-random.ts';
import { createShareWork } from './share-work.ts';

/** Work that fails so often, in time that does not pass. `paused` is called in each pause. */
function world(failures: number, paused: () => void = () => undefined) {
  let tries = 0;
  const delay = async (): Promise<void> => paused();
  const scheduler = { delay, every: () => ({ cancel: () => undefined }) };
  const shareWork = createShareWork({ scheduler, random: createSystemRandom() });
  const work = async (): Promise<void> => {
    tries += 1;
    if (tries <= failures) throw new Error('away');
  };
  return { shareWork, work, tries: () => tries };
}

describe('work on a share of the ledger', () => {
  it('is tried until it succeeds', async () => {
    const { shareWork, work, tries } = world(3);
    await shareWork.untilDone(work, () => true);
    expect(tries()).toBe(4);
  });

  it('ends where the share is not ours any more', async () => {
    let isOurs = true;
    const { shareWork, work, tries } = world(Infinity, () => (isOurs = false));
    await shareWork.untilDone(work, () => isOurs);
    expect(tries()).toBe(1);
  });

  it('ends with the process, and does nothing behind its end', async () => {
    const { shareWork, work, tries } = world(Infinity, () => shareWork.stop());
    await shareWork.untilDone(work, () => true);
    await shareWork.untilDone(work, () => true);
    expect([tries(), shareWork.stopping.aborted]).toEqual([1, true]);
  });
});
