import { describe, expect, it } from 'vitest';
import type { ArtifactPlace, ArtifactStore } from '../src/artifact-store.ts';
import { codeOf, withHarness, type ContractCapabilities, type ContractHarness } from './contract-harness.ts';

const place = (digit: string, changes: Partial<ArtifactPlace> = {}): ArtifactPlace => ({
  tenant: 'acme',
  space: 'demo',
  artifactId: `art_${digit.repeat(32)}`,
  ...changes,
});
const BYTES = Uint8Array.from({ length: 1_000 }, (_, index) => (index * 31) % 256);
const FAR_FUTURE = 8_000_000_000_000;

/** Tests the claims of the `ArtifactStore` port. */
export function artifactStoreContract(
  name: string,
  makeHarness: () => ContractHarness<ArtifactStore>,
  capabilities: ContractCapabilities,
): void {
  const withStore: WithStore = (body) => withHarness(makeHarness, async (open) => body(await open(), open));

  describe(`${name}: ArtifactStore`, () => {
    putClaims(withStore);
    nameClaims(withStore);
    tierClaims(withStore);
    if (capabilities.reopen) {
      it('holds after a reopen what was put, in its tier', () =>
        withStore(async (store, open) => {
          await store.put(place('a'), BYTES);
          await store.archive(FAR_FUTURE);
          await store.put(place('b'), BYTES.subarray(0, 3));
          const before = [await store.stat(place('a')), await store.stat(place('b'))];
          await store.close();
          const again = await open();
          expect([await again.stat(place('a')), await again.stat(place('b'))]).toEqual(before);
          expect(await again.get(place('a'))).toEqual(BYTES);
        }));
    }
  });
}

type WithStore = (body: (store: ArtifactStore, open: () => Promise<ArtifactStore>) => Promise<void>) => Promise<void>;

function putClaims(withStore: WithStore): void {
  it('gives back what was put, and nothing for what was not', () =>
    withStore(async (store) => {
      expect(await store.get(place('a'))).toBeUndefined();
      expect(await store.stat(place('a'))).toBeUndefined();
      expect(await store.put(place('a'), BYTES)).toEqual({ created: true });
      expect(await store.get(place('a'))).toEqual(BYTES);
      expect(await store.put(place('e'), new Uint8Array(0))).toEqual({ created: true });
      expect(await store.get(place('e'))).toEqual(new Uint8Array(0));
      expect(await store.stat(place('a'))).toMatchObject({ storedBytes: 1_000, tier: 'hot' });
      expect(Math.abs((await store.stat(place('a')))!.storedAt - Date.now())).toBeLessThan(60_000);
    }));

  it('writes an id once: a second put is success and changes nothing', () =>
    withStore(async (store) => {
      await store.put(place('a'), BYTES);
      const before = await store.stat(place('a'));
      expect(await store.put(place('a'), BYTES.subarray(1))).toEqual({ created: false });
      expect(await store.get(place('a'))).toEqual(BYTES);
      expect(await store.stat(place('a'))).toEqual(before);
      await store.archive(FAR_FUTURE);
      expect(await store.put(place('a'), BYTES)).toEqual({ created: false });
      expect((await store.stat(place('a')))?.tier).toBe('cold');
    }));

  it('tells one of many concurrent puts of an id that it created it', () =>
    withStore(async (store) => {
      const results = await Promise.all(Array.from({ length: 20 }, () => store.put(place('a'), BYTES)));
      expect(results.filter((result) => result.created)).toHaveLength(1);
      expect(await store.get(place('a'))).toEqual(BYTES);
    }));

  it('reads ranges of the stored bytes, to exclusive, clipped to the size', () =>
    withStore(async (store) => {
      await store.put(place('a'), BYTES);
      const ranges = [
        [0, 10],
        [5, 5],
        [990, 1_000],
        [990, 5_000],
        [2_000, 3_000],
        [10, 4],
        [-5, 3],
      ] as const;
      for (const [from, to] of ranges) {
        expect(await store.get(place('a'), { from, to })).toEqual(BYTES.slice(Math.max(0, from), Math.max(0, from, to)));
      }
      expect(await store.get(place('b'), { from: 0, to: 1 })).toBeUndefined();
    }));

  it('deletes from either tier, and what is not there too', () =>
    withStore(async (store) => {
      await store.put(place('a'), BYTES);
      await store.archive(FAR_FUTURE);
      await store.put(place('b'), BYTES);
      for (const digit of ['a', 'b', 'c']) {
        await store.delete(place(digit));
        expect(await store.get(place(digit))).toBeUndefined();
      }
      expect(await store.put(place('a'), BYTES)).toEqual({ created: true });
    }));

  it('refuses what is larger than its limit', () =>
    withStore(async (store) => {
      expect(await codeOf(store.put(place('a'), new Uint8Array(64 * 1024 * 1024 + 1)))).toBe('payload_too_large');
      expect(await store.stat(place('a'))).toBeUndefined();
    }));

  it('refuses everything with closed after close, which lets what runs finish', () =>
    withStore(async (store) => {
      const running = store.put(place('a'), BYTES);
      await store.close();
      expect(await running).toEqual({ created: true });
      expect(await codeOf(store.get(place('a')))).toBe('closed');
      expect(await codeOf(store.put(place('a'), BYTES))).toBe('closed');
      expect(await codeOf(store.archive(0))).toBe('closed');
      await store.close();
    }));
}

function nameClaims(withStore: WithStore): void {
  it('refuses every id that is none', () =>
    withStore(async (store) => {
      const bad = [
        '',
        'art_',
        `art_${'A'.repeat(32)}`,
        `art_${'a'.repeat(31)}`,
        `art_${'a'.repeat(33)}`,
        `../${'a'.repeat(32)}`,
        `art_${'a'.repeat(32)}\n`,
        `art_${'a'.repeat(30)}/.`,
        `art_${'a'.repeat(32)}/../x`,
        `x art_${'a'.repeat(32)}`,
        `art_${'\0'.repeat(32)}`,
      ];
      for (const artifactId of bad) {
        const at = place('a', { artifactId });
        const calls = [store.put(at, BYTES), store.get(at), store.stat(at), store.rehydrate(at), store.delete(at)];
        expect(await Promise.all(calls.map(codeOf))).toEqual(calls.map(() => 'invalid_artifact_id'));
      }
    }));

  it('keeps tenants and spaces apart, whatever their names', () =>
    withStore(async (store) => {
      const names = ['acme', 'Acme', '..', '.', '../acme', 'acme/demo', '/', '\\', 'con', 'a\0b', 'ä', ' '];
      const places = names.flatMap((tenant) => names.map((space) => place('a', { tenant, space })));
      await Promise.all(places.map((at, index) => store.put(at, Uint8Array.of(index))));
      for (const [index, at] of places.entries()) expect(await store.get(at)).toEqual(Uint8Array.of(index));
      await store.delete(places[0]!);
      expect(await store.get(places[0]!)).toBeUndefined();
      expect(await store.get(places[1]!)).toEqual(Uint8Array.of(1));
    }));
}

function tierClaims(withStore: WithStore): void {
  it('archives what is older, reads it all the same, and brings it back', () =>
    withStore(async (store) => {
      await store.put(place('a'), BYTES);
      await store.put(place('b', { space: 'other' }), BYTES);
      const { storedAt } = (await store.stat(place('a')))!;
      expect(await store.archive(storedAt - 60_000)).toBe(0);
      expect(await store.archive(FAR_FUTURE)).toBe(2);
      expect(await store.archive(FAR_FUTURE)).toBe(0);
      expect(await store.stat(place('a'))).toEqual({ storedBytes: 1_000, storedAt, tier: 'cold' });
      expect(await store.get(place('a'), { from: 1, to: 3 })).toEqual(BYTES.slice(1, 3));
      await store.rehydrate(place('a'));
      expect(await store.stat(place('a'))).toEqual({ storedBytes: 1_000, storedAt, tier: 'hot' });
      await store.rehydrate(place('a'));
      await store.rehydrate(place('c'));
      expect(await store.get(place('a'))).toEqual(BYTES);
      expect(await store.stat(place('c'))).toBeUndefined();
    }));

  it('lists what a space holds in either tier, each once, and nothing of another', () =>
    withStore(async (store) => {
      const storedAt: number[] = [];
      const listed = async (tenant: string, space: string): Promise<string[]> => {
        const ids: string[] = [];
        for await (const artifact of store.list(tenant, space)) {
          ids.push(artifact.artifactId);
          storedAt.push(artifact.storedAt);
        }
        return ids.sort();
      };
      expect(await listed('acme', 'demo')).toEqual([]);
      await store.put(place('a'), BYTES);
      await store.put(place('b'), BYTES);
      await store.put(place('b', { space: 'other' }), BYTES);
      await store.put(place('c', { tenant: 'umbrella' }), BYTES);
      await store.archive(FAR_FUTURE);
      await store.rehydrate(place('b'));
      await store.put(place('d'), BYTES);
      expect(await listed('acme', 'demo')).toEqual([place('a'), place('b'), place('d')].map(({ artifactId }) => artifactId));
      expect(await listed('acme', 'other')).toEqual([place('b').artifactId]);
      expect(storedAt.filter((at) => Math.abs(at - Date.now()) >= 60_000)).toEqual([]);
      await store.delete(place('a'));
      expect(await listed('acme', 'demo')).toEqual([place('b'), place('d')].map(({ artifactId }) => artifactId));
    }));

  it('takes out a space whole, of either tier, and nothing of another', ({ skip }) =>
    withStore(async (store) => {
      if (!store.deleteSpace) skip();
      await store.put(place('a'), BYTES);
      await store.archive(FAR_FUTURE);
      await store.put(place('b'), BYTES);
      const others = [place('a', { space: 'other' }), place('b', { tenant: 'other' })];
      for (const other of others) await store.put(other, BYTES);
      await store.deleteSpace!({ tenant: 'acme', space: 'demo' });
      await store.deleteSpace!({ tenant: 'nobody', space: 'demo' });
      for (const gone of [place('a'), place('b')]) expect(await store.get(gone)).toBeUndefined();
      for (const other of others) expect(await store.get(other)).toEqual(BYTES);
    }));

  it('can be read at any moment of an archiving and a rehydration', () =>
    withStore(async (store) => {
      await store.put(place('a'), BYTES);
      let moving = true;
      const moves = (async () => {
        for (let round = 0; round < 20; round++) {
          await store.archive(FAR_FUTURE);
          await store.rehydrate(place('a'));
        }
        moving = false;
      })();
      let reads = 0;
      for (; moving || reads === 0; reads++) expect(await store.get(place('a'))).toEqual(BYTES);
      await moves;
      expect(reads).toBeGreaterThan(0);
    }));
}
