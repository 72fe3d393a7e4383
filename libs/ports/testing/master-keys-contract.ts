import { describe, expect, it } from 'vitest';
import type { MasterKeys } from '../src/master-keys.ts';
import { codeOf } from './contract-harness.ts';

const KEY = new Uint8Array(32).fill(3);
const UNKNOWN = { keyId: 'master', version: 'unknown' };

export interface MasterKeysHarness {
  open(): Promise<MasterKeys>;
  /** Adds a new key before the others, in the key storage itself. */
  add(): Promise<void>;
  dispose(): Promise<void>;
}

/** Tests the claims of the `MasterKeys` port, optional methods where they exist. */
export function masterKeysContract(name: string, makeHarness: () => MasterKeysHarness): void {
  const within = async (body: (masters: MasterKeys, harness: MasterKeysHarness) => Promise<void>): Promise<void> => {
    const harness = makeHarness();
    try {
      await body(await harness.open(), harness);
    } finally {
      await harness.dispose();
    }
  };

  describe(`${name}: MasterKeys`, () => {
    it('opens what it wrapped, by version and name, and nothing else', () =>
      within(async (masters) => {
        const [version] = await masters.versions();
        const wrapped = await masters.wrap(version!, 'a', KEY);
        expect(wrapped).not.toEqual(await masters.wrap(version!, 'a', KEY));
        expect(Buffer.from(wrapped).includes(Buffer.from(KEY))).toBe(false);
        expect(await masters.unwrap(version!, 'a', wrapped)).toEqual(KEY);
        expect(await masters.unwrap(version!, 'b', wrapped)).toBeUndefined();
        for (let at = 0; at < wrapped.length; at += 1) {
          const changed = wrapped.map((byte, place) => (place === at ? byte ^ 1 : byte));
          expect(await masters.unwrap(version!, 'a', changed)).toBeUndefined();
        }
        for (const short of [0, 11, 27]) expect(await masters.unwrap(version!, 'a', wrapped.subarray(0, short))).toBeUndefined();
      }));

    it('finds a version that was added, wraps with it from then on, and opens what the others wrapped', () =>
      within(async (before, { open, add }) => {
        const [earlier] = await before.versions();
        const wrapped = await before.wrap(earlier!, 'a', KEY);
        await add();
        const masters = await open();
        const [wanted, ...others] = await masters.versions();
        expect([wanted!.version === earlier!.version, others]).toEqual([false, [earlier]]);
        expect(await masters.unwrap(earlier!, 'a', wrapped)).toEqual(KEY);
        expect(await masters.unwrap(wanted!, 'a', wrapped)).toBeUndefined();
      }));

    it('refuses a version that it does not hold, saying where it looked', () =>
      within(async (masters) => {
        expect(await codeOf(masters.wrap(UNKNOWN, 'a', KEY))).toBe('unavailable');
        expect(await codeOf(masters.unwrap(UNKNOWN, 'a', new Uint8Array(60)))).toBe('unavailable');
        expect(masters.source).not.toBe('');
      }));

    it('makes a version that others find, and takes all but one away for good', ({ skip }) =>
      within(async (masters, { open }) => {
        if (!masters.make || !masters.retireAllBut) return skip();
        const [earlier] = await masters.versions();
        const wrapped = await masters.wrap(earlier!, 'a', KEY);
        const other = await open();
        const made = await masters.make();
        const byNew = await masters.wrap(made, 'a', KEY);
        expect(await masters.versions()).toEqual([made, earlier]);
        expect(await other.unwrap(made, 'a', byNew)).toEqual(KEY);
        await masters.retireAllBut(made);
        await masters.retireAllBut(made);
        expect(await masters.versions()).toEqual([made]);
        expect(await codeOf(masters.unwrap(earlier!, 'a', wrapped))).toBe('unavailable');
        expect(await (await open()).versions()).toEqual([made]);
      }));
  });
}
