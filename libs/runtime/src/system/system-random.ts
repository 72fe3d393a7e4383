import { randomBytes } from 'node:crypto';
import type { Random } from '@total-recall/ports';

/** Bytes of the operating system's generator. */
export function createSystemRandom(): Random {
  return { bytes: (length) => new Uint8Array(randomBytes(length)) };
}
