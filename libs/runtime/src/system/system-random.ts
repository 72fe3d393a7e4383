import { randomFillSync } from 'node:crypto';
import type { Random } from '@total-recall/ports';

const POOL_BYTES = 4_096;

/**
 * Reads random bytes from the operating system. Small requests are cut from a pool, because each system call
 * costs as much as a seal.
 */
export function createSystemRandom(): Random {
  const pool = new Uint8Array(POOL_BYTES);
  let used = POOL_BYTES;
  return {
    bytes(length) {
      if (length > POOL_BYTES / 8) return randomFillSync(new Uint8Array(length));
      if (used + length > POOL_BYTES) {
        randomFillSync(pool);
        used = 0;
      }
      const bytes = pool.slice(used, used + length);
      pool.fill(0, used, used + length);
      used += length;
      return bytes;
    },
  };
}
