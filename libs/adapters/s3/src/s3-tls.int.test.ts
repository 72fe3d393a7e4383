import { codeOf, onRealServer, openTlsFront } from '@total-recall/ports/testing';
import { expect, it } from 'vitest';
import { bucketsOfTheirOwn } from '../testing/buckets-of-their-own.ts';
import { createS3ArtifactStore } from './s3-artifact-store.ts';

const PLACE = { tenant: 'acme', space: 'demo', artifactId: `art_${'b'.repeat(32)}` };
const BYTES = Uint8Array.of(1, 2, 3);

await onRealServer('s3', (server) => {
  it('is spoken to over TLS with an authority of ours, and with no other', async () => {
    const own = bucketsOfTheirOwn(server);
    const front = await openTlsFront({ target: own.s3.endpoint! });
    const open = (caFile: string) => createS3ArtifactStore({ ...own, s3: { ...own.s3, endpoint: front.url, caFile, attempts: 1 } });
    try {
      const store = await open(front.caFile);
      expect(await store.put(PLACE, BYTES)).toEqual({ created: true });
      expect(await store.get(PLACE)).toEqual(BYTES);
      await store.close();
      const { passed } = front.counts();
      expect(passed).toBeGreaterThan(0);
      expect(await codeOf(open(front.otherCaFile))).toBe('unavailable');
      expect(front.counts().passed).toBe(passed);
    } finally {
      await front.close();
      await own.removeAll();
    }
  });
});
