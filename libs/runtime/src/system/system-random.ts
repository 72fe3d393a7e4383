import { randomFillSync } from 'node:crypto';
import type { Random } from '@total-recall/ports';

const POOL_BYTES = 4_096;

/** Bytes of the operating system's generator. Small requests are cut from a pool, as each call to the system costs as much as a seal. */
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
