import { expect, it } from 'vitest';
import { artifactsToReadAgain } from './artifacts-to-read-again.ts';
import type { BackedUpArtifact } from './backup-manifest.ts';

const MANY = 60;
const BYTES = 10;

const listOf = (readAt: (at: number) => number | undefined): Map<string, BackedUpArtifact> =>
  new Map(
    Array.from({ length: MANY }, (_, at): [string, BackedUpArtifact] => {
      const read = readAt(at);
      const path = `t/s/${String(at).padStart(3, '0')}`;
      return [path, { tier: 'hot', path, bytes: BYTES, storedAt: 1, sha256: '', ...(read !== undefined && { readAt: read }) }];
    }),
  );

it('all are read again where they are few', () => {
  const before = listOf(() => 5);
  const isChosen = artifactsToReadAgain(before, MANY * BYTES);
  expect([...before.keys()].every(isChosen)).toBe(true);
});

it('the sixth that was not read for longest is read again where they are many, so that six backups read all', () => {
  const before = listOf(() => undefined);
  for (let night = 1; night <= 6; night += 1) {
    const isChosen = artifactsToReadAgain(before, BYTES);
    const chosen = [...before.values()].filter(({ path }) => isChosen(path));
    expect(chosen).toHaveLength(MANY / 6);
    for (const artifact of chosen) {
      expect(artifact.readAt).toBeUndefined();
      before.set(artifact.path, { ...artifact, readAt: night });
    }
  }
});

it('as many are read again as every backup reads, where that is more', () => {
  const before = listOf((at) => at);
  const isChosen = artifactsToReadAgain(before, 30 * BYTES);
  expect([...before.keys()].filter(isChosen)).toEqual([...before.keys()].slice(0, 30));
});
