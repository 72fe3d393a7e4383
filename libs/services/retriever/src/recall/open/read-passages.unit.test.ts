import type { ArtifactRef } from '@total-recall/domain';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readPassages } from './read-passages.ts';

const SIZE = 2_000_000;
const TEXT = Buffer.from('harbour pilot '.repeat(SIZE / 14 + 1)).subarray(0, SIZE);
const place = { tenant: 'acme', space: 'main' };

/** Reads ranges of an event whose text is an artifact; returns the texts and how often the artifact was read. */
async function readFrom(ranges: readonly { fromByte: number; toByte: number }[]) {
  let reads = 0;
  const artifact = async (_of: object, { from, to }: { from: number; to: number }) => ((reads += 1), { bytes: TEXT.subarray(from, to) });
  const content = { artifact } as unknown as Parameters<typeof readPassages>[0]['content'];
  const long = { id: `art_${'0'.repeat(32)}`, role: 'content', mime: 'text/plain', sizeBytes: SIZE } as ArtifactRef;
  const opened = { envelope: { kind: 'tool_result' }, body: { artifacts: [long] } } as unknown as Parameters<typeof readPassages>[1];
  const { texts, totalBytes } = await readPassages({ content }, opened, place, ranges);
  return { texts, totalBytes, reads };
}

it('reads of a long text each range as it stands there, in the order asked', async () => {
  const range = fc.tuple(fc.nat(SIZE - 1), fc.integer({ min: 1, max: 400_000 })).map(([fromByte, length]) => ({
    fromByte,
    toByte: Math.min(SIZE, fromByte + length),
  }));
  await fc.assert(
    fc.asyncProperty(fc.array(range, { minLength: 1, maxLength: 20 }), async (ranges) => {
      const { texts, totalBytes } = await readFrom(ranges);
      expect(texts).toEqual(ranges.map(({ fromByte, toByte }) => TEXT.subarray(fromByte, toByte).toString('utf8')));
      expect(totalBytes).toBe(SIZE);
    }),
    { numRuns: 30 },
  );
});

it('reads a thousand passages of a long text in as many reads as it has spans', async () => {
  const ranges = Array.from({ length: 1_000 }, (_, at) => ({
    fromByte: 2_000 * ((at * 7) % 1_000),
    toByte: 2_000 * ((at * 7) % 1_000) + 400,
  }));
  expect((await readFrom(ranges)).reads).toBeLessThan(10);
});
