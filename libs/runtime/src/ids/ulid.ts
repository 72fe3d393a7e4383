import type { Clock, Random } from '@total-recall/ports';
import { TotalRecallError } from '../errors.ts';
import { crockford, parseCrockford } from './crockford.ts';

const MAX_TIME = 2 ** 48 - 1;
const RANDOM_BITS = 80n;
const ULID_PATTERN = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/**
 * Creates a generator of ULIDs: 48 bits of milliseconds and 80 random bits. Ids of one tenant rise, even inside a
 * millisecond or when the clock steps back. Ids of different tenants are independent, so that nobody can tell how many
 * others were made between two of his own.
 */
export function createUlidFactory(deps: { readonly clock: Clock; readonly random: Random }): (tenant: string) => string {
  let lastTime = -1;
  /** The last random part of each tenant in this millisecond. */
  const last = new Map<string, bigint>();
  const begin = (time: number): void => {
    lastTime = clampTime(time);
    last.clear();
  };
  return (tenant) => {
    const now = clampTime(deps.clock.now());
    if (now > lastTime) begin(now);
    const before = last.get(tenant);
    let random = before === undefined ? bigintOf(deps.random.bytes(10)) : before + 1n;
    if (random >> RANDOM_BITS > 0n) {
      begin(lastTime + 1);
      random = 0n;
    }
    last.set(tenant, random);
    return encode(lastTime, random);
  };
}

/** Derives a ULID from a time (epoch ms) and the first 10 bytes of a hash. The same inputs always give the same id. */
export function deriveUlid(timeMs: number, hash: Uint8Array): string {
  if (hash.length < 10) throw new TotalRecallError('internal', `A ULID needs 10 bytes of hash, got ${hash.length}.`);
  return encode(clampTime(timeMs), bigintOf(hash.subarray(0, 10)));
}

export function isUlid(text: string): boolean {
  return ULID_PATTERN.test(text);
}

/** Returns the epoch milliseconds in a ULID; undefined if it is none. */
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
