import type { Clock, Random } from '@total-recall/ports';
import { TotalRecallError } from '../errors.ts';
import { crockford, parseCrockford } from './crockford.ts';

const MAX_TIME = 2 ** 48 - 1;
const RANDOM_BITS = 80n;
const ULID_PATTERN = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** Makes ULIDs: 48 bits of milliseconds and 80 random ones, rising even inside a millisecond or when the clock steps back. */
export function createUlidFactory(deps: { readonly clock: Clock; readonly random: Random }): () => string {
  let lastTime = -1;
  let lastRandom = 0n;
  return () => {
    const now = clampTime(deps.clock.now());
    if (now > lastTime) {
      lastTime = now;
      lastRandom = bigintOf(deps.random.bytes(10));
    } else {
      lastRandom += 1n;
      if (lastRandom >> RANDOM_BITS > 0n) {
        lastTime = clampTime(lastTime + 1);
        lastRandom = 0n;
      }
    }
    return encode(lastTime, lastRandom);
  };
}

/** The ULID of a time (epoch ms) and the first 10 bytes of a hash: the same inputs give the same id, for ever. */
export function deriveUlid(timeMs: number, hash: Uint8Array): string {
  if (hash.length < 10) throw new TotalRecallError('internal', `A ULID needs 10 bytes of hash, got ${hash.length}.`);
  return encode(clampTime(timeMs), bigintOf(hash.subarray(0, 10)));
}

export function isUlid(text: string): boolean {
  return ULID_PATTERN.test(text);
}

/** The epoch milliseconds in a ULID, or undefined where it is none. */
export function ulidTime(ulid: string): number | undefined {
  if (!isUlid(ulid)) return undefined;
  const time = parseCrockford(ulid.slice(0, 10));
  return time === undefined ? undefined : Number(time);
}

function encode(timeMs: number, random: bigint): string {
  return crockford(BigInt(timeMs), 10) + crockford(random, 16);
}

function clampTime(timeMs: number): number {
  if (Number.isNaN(timeMs)) throw new TotalRecallError('internal', 'A ULID needs a time.');
  return Math.min(MAX_TIME, Math.max(0, Math.floor(timeMs)));
}

function bigintOf(bytes: Uint8Array): bigint {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return value;
}
