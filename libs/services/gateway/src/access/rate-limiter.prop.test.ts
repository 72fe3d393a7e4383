import fc from 'fast-check';
import { expect, it } from 'vitest';
import { virtualTime } from '../../testing/virtual-time.ts';
import { createRateLimiter } from './rate-limiter.ts';

it('never lets through more than the burst and the refill, and a caller who waits as told gets in', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 60 }),
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 1, max: 20 }),
      async (pauses, perSecond, burst) => {
        const time = virtualTime();
        const limiter = createRateLimiter(time.clock);
        let admitted = 0;
        let waitMs = 0;
        for (const pause of pauses) {
          await time.advance(pause);
          waitMs = limiter.take('k', { perSecond, burst });
          if (waitMs === 0) admitted += 1;
        }
        expect(admitted).toBeLessThanOrEqual(burst + (time.clock.monotonicMs() / 1_000) * perSecond + 1e-3);
        await time.advance(waitMs);
        if (waitMs > 0) expect(limiter.take('k', { perSecond, burst })).toBe(0);
      },
    ),
  );
});
