import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import type { ArtifactPlace, ArtifactStore, KeyStore } from '@total-recall/ports';
import { describe, expect, it } from 'vitest';
import { createSystemRandom } from '../system/system-random.ts';
import { createArtifactCodec } from './artifact-codec.ts';
import { FRAME_BYTES } from './frames.ts';

const keys = {
  spaceKey: (_tenant: string, space: string) => Promise.resolve({ keyId: `space-${space}`, key: new Uint8Array(32).fill(space.length) }),
  open: (_tenant: string, space: string, keyId: string) =>
    Promise.resolve(
      space === 'gone' ? ('destroyed' as const) : keyId === `space-${space}` ? new Uint8Array(32).fill(space.length) : undefined,
    ),
} as KeyStore;

function build() {
  const stored = new Map<string, Uint8Array>();
  const reads: number[] = [];
  const nameOf = (place: ArtifactPlace) => `${place.tenant}/${place.space}/${place.artifactId}`;
  const store = {
    put: (place, bytes) => {
      const created = !stored.has(nameOf(place));
      if (created) stored.set(nameOf(place), Uint8Array.from(bytes));
      return Promise.resolve({ created });
    },
    get: (place, range) => {
      const bytes = stored.get(nameOf(place));
      const part = bytes && range ? bytes.subarray(range.from, range.to) : bytes;
      if (part) reads.push(part.length);
      return Promise.resolve(part);
    },
    stat: (place) => {
      const bytes = stored.get(nameOf(place));
      return Promise.resolve(bytes && { storedBytes: bytes.length, storedAt: 1, tier: 'hot' as const });
    },
  } as ArtifactStore;
  const codec = createArtifactCodec({
    store,
    keys,
    clock: { now: () => 1_700_000_000_000, monotonicMs: () => 0 },
    random: createSystemRandom(),
  });
  return { codec, stored, reads };
}

const place = { tenant: 't', space: 'sp' };
const about = { mime: 'text/plain', title: 'A log' };
const payload = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc
    .tuple(fc.uint8Array({ minLength: 1, maxLength: 50 }), fc.integer({ min: 1, max: 4_000 }))
    .map(([piece, times]) => Buffer.concat(Array.from({ length: times }, () => piece))),
  fc.constantFrom(FRAME_BYTES - 1, FRAME_BYTES, FRAME_BYTES + 1, 3 * FRAME_BYTES).map((length) => randomBytes(length)),
);

describe('artifact codec', () => {
  it('gives back any range of any payload', async () => {
    await fc.assert(
      fc.asyncProperty(
        payload,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (bytes, a, b) => {
          const { codec } = build();
          const { artifactId, sizeBytes } = await codec.write(place, bytes, about);
          expect(sizeBytes).toBe(bytes.length);
          const whole = await codec.read({ ...place, artifactId });
          expect(Buffer.from(whole!.bytes).equals(bytes)).toBe(true);
          if (bytes.length === 0) return;
          const from = Math.floor(Math.min(a, b) * (bytes.length - 1));
          const to = from + Math.ceil(Math.max(a, b) * (bytes.length - from));
          const part = await codec.read({ ...place, artifactId }, { from, to });
          expect(part!.range).toEqual({ from, to });
          expect(Buffer.from(part!.bytes).equals(Buffer.from(bytes).subarray(from, to))).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('stores equal bytes of a space once, and under another id elsewhere', async () => {
    const { codec, stored } = build();
    const bytes = Buffer.from('the same');
    const first = await codec.write(place, bytes, about);
    expect(first).toMatchObject({ created: true });
    expect(first.artifactId).toMatch(/^art_[0-9a-f]{32}$/);
    expect(await codec.write(place, bytes, about)).toEqual({ ...first, created: false });
    const elsewhere = await codec.write({ tenant: 't', space: 'other' }, bytes, about);
    expect(elsewhere.artifactId).not.toBe(first.artifactId);
    expect(stored.size).toBe(2);
  });

  it('says what it is', async () => {
    const { codec } = build();
    const { artifactId, sha256 } = await codec.write(place, Buffer.alloc(200_000, 'log line\n'), about);
    expect(await codec.head({ ...place, artifactId })).toMatchObject({
      mime: 'text/plain',
      title: 'A log',
      sizeBytes: 200_000,
      sha256,
      createdAt: 1_700_000_000_000,
    });
  });

  it('compresses what can be, lets nothing grow, and keeps no plain text', async () => {
    const { codec, stored } = build();
    await codec.write(place, Buffer.alloc(500_000, 'plain words '), about);
    const [text] = [...stored.values()];
    expect(text!.length).toBeLessThan(5_000);
    expect(Buffer.from(text!).includes('plain')).toBe(false);
    const { artifactId } = await codec.write(place, randomBytes(500_000), about);
    expect(stored.get(`t/sp/${artifactId}`)!.length).toBeLessThan(500_000 + 8 * 17 + 1_000);
  });

  it('reads only the frames it needs', async () => {
    const { codec, reads } = build();
    const { artifactId } = await codec.write(place, randomBytes(20 * FRAME_BYTES), about);
    reads.length = 0;
    await codec.read({ ...place, artifactId }, { from: 10 * FRAME_BYTES + 5, to: 10 * FRAME_BYTES + 9 });
    expect(reads.reduce((sum, length) => sum + length, 0)).toBeLessThan(FRAME_BYTES + 5_000);
  });

  it('fails clearly on every changed byte', async () => {
    const { codec, stored } = build();
    const { artifactId } = await codec.write(place, Buffer.from('a short payload'), about);
    const [name, bytes] = [...stored][0]!;
    for (let i = 0; i < bytes.length; i++) {
      const changed = Uint8Array.from(bytes);
      changed[i]! ^= 1;
      stored.set(name, changed);
      await expect(codec.read({ ...place, artifactId })).rejects.toMatchObject({ code: 'damaged' });
    }
    for (let length = 0; length < bytes.length; length++) {
      stored.set(name, bytes.subarray(0, length));
      await expect(codec.read({ ...place, artifactId })).rejects.toMatchObject({ code: 'damaged' });
    }
  });

  it('fails clearly when frames or whole files are swapped', async () => {
    const { codec, stored } = build();
    const a = await codec.write(place, Buffer.from('one payload'), about);
    const b = await codec.write(place, Buffer.from('two payload'), about);
    stored.set(`t/sp/${a.artifactId}`, stored.get(`t/sp/${b.artifactId}`)!);
    await expect(codec.read({ ...place, artifactId: a.artifactId })).rejects.toMatchObject({ code: 'damaged' });
  });

  it('tells absent, erased and out of range apart', async () => {
    const { codec } = build();
    expect(await codec.read({ ...place, artifactId: `art_${'0'.repeat(32)}` })).toBeUndefined();
    const gone = await codec.write({ tenant: 't', space: 'gone' }, Buffer.from('x'), about);
    await expect(codec.head({ tenant: 't', space: 'gone', artifactId: gone.artifactId })).rejects.toMatchObject({ code: 'erased' });
    const { artifactId } = await codec.write(place, Buffer.from('12345'), about);
    for (const range of [{ from: 5 }, { from: -1 }, { from: 3, to: 2 }, { from: 0.5 }, { from: 9, to: 12 }]) {
      await expect(codec.read({ ...place, artifactId }, range)).rejects.toMatchObject({ code: 'range_not_satisfiable' });
    }
    expect((await codec.read({ ...place, artifactId }, { from: 3, to: 99 }))!.range).toEqual({ from: 3, to: 5 });
  });
});
