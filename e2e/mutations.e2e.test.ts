import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTarget } from './mutations/open-target.ts';
import { strike } from './mutations/strike.ts';

const COUNT = 1_000;
/** First seed: another one for each state of the sources where CI names it. A failure names its seed. */
const FIRST = Number(process.env['FC_UNIT_SEED'] ?? 1);

describe('requests that work, changed at random', () => {
  let target: Awaited<ReturnType<typeof openTarget>>;
  beforeAll(async () => void (target = await openTarget()));
  afterAll(() => target.close());

  it('are never answered with a failure of the service, and nothing is logged as one', async () => {
    const { answers, failures } = await strike(
      target,
      Array.from({ length: COUNT }, (_, at) => FIRST + at),
    );
    expect(failures).toEqual([]);
    expect(await target.logged()).toBe('');
    // The rarest of these is some 19 of a thousand; another seed varies by a quarter of that.
    expect([...answers.keys()]).toEqual(expect.arrayContaining(['200', '400', '404', 'OK', 'INVALID_ARGUMENT', 'NOT_FOUND']));
  });
});
