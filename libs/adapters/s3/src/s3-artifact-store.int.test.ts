import { ListBucketsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { codeOf, onRealServer, startFaultProxy, type Mishap } from '@total-recall/ports/testing';
import { expect, it } from 'vitest';
import { bucketsOfTheirOwn } from '../testing/buckets-of-their-own.ts';
import { createS3ArtifactStore } from './s3-artifact-store.ts';
import { s3ClientConfig } from './s3-settings.ts';

const PLACE = { tenant: 'acme', space: 'demo', artifactId: `art_${'a'.repeat(32)}` };
const BYTES = Uint8Array.from({ length: 5_000 }, (_, index) => index % 251);
const FAR_FUTURE = 8_000_000_000_000;

await onRealServer('s3', (server) => {
  type Own = ReturnType<typeof bucketsOfTheirOwn>;
  const withOwn = (body: (own: Own) => Promise<void>) => async (): Promise<void> => {
    const own = bucketsOfTheirOwn(server);
    await body(own).finally(own.removeAll);
  };

  it(
    'has a bucket for each tenant, and no name of anybody in it',
    withOwn(async (own) => {
      const store = await createS3ArtifactStore(own);
      for (const tenant of ['acme', 'Zeta & sons']) await store.put({ ...PLACE, tenant }, BYTES);
      await store.close();
      const client = new S3Client(s3ClientConfig(own.s3));
      const { Buckets = [] } = await client.send(new ListBucketsCommand({ Prefix: own.bucketPrefix }));
      expect(Buckets).toHaveLength(2);
      for (const { Name: Bucket } of Buckets) {
        expect(Bucket).toMatch(new RegExp(`^${own.bucketPrefix}-[0-9a-f]{32}$`));
        const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
        expect(Contents.map(({ Key }) => Key)).toEqual([expect.stringMatching(/^hot\/[0-9a-f]{32}\/art_a{32}$/)]);
      }
      client.destroy();
    }),
  );

  it(
    'leaves alone what another prefix that begins alike has',
    withOwn(async (own) => {
      const other = await createS3ArtifactStore({ ...own, bucketPrefix: `${own.bucketPrefix}-b` });
      const store = await createS3ArtifactStore(own);
      await other.put(PLACE, BYTES);
      expect(await store.archive(FAR_FUTURE)).toBe(0);
      expect((await other.stat(PLACE))?.tier).toBe('hot');
      await Promise.all([store.close(), other.close()]);
    }),
  );

  it(
    'makes no bucket where that is not its task, and says so',
    withOwn(async (own) => {
      const store = await createS3ArtifactStore({ ...own, makesBuckets: false });
      await expect(store.put(PLACE, BYTES)).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining('may not create it'),
      });
      expect(await store.get(PLACE)).toBeUndefined();
      await store.close();
    }),
  );

  it(
    'never loses an artifact that two processes move and move back at the same time',
    withOwn(async (own) => {
      const stores = await Promise.all([createS3ArtifactStore(own), createS3ArtifactStore(own)]);
      await stores[0]!.put(PLACE, BYTES);
      const moves = stores.flatMap((store) => [() => store.archive(FAR_FUTURE), () => store.rehydrate(PLACE)]);
      for (let round = 0; round < 10; round++) {
        const reads = await Promise.all([...moves.map((move) => move()), stores[0]!.get(PLACE), stores[1]!.get(PLACE)]);
        expect(reads.slice(-2)).toEqual([BYTES, BYTES]);
      }
      expect(await stores[1]!.get(PLACE)).toEqual(BYTES);
      // The time of storage is left to the contract suite: this server reads an object and its metadata one after the
      // other, so a copy of an object that is being removed may lack metadata. The time of the copy is used then.
      expect(await stores[1]!.stat(PLACE)).toMatchObject({ storedBytes: BYTES.length, storedAt: expect.any(Number) });
      await Promise.all(stores.map((store) => store.close()));
    }),
  );

  it(
    'knows that it wrote what it was not told of, repeats what was lost, and takes no byte that changed on the way',
    withOwn(async (own) => {
      const mishaps: Mishap[] = [];
      const sent: string[] = [];
      const way = await startFaultProxy(server.url, ({ method = '', url = '' }) => {
        sent.push(method);
        return (url.includes('art_') && method !== 'HEAD' && mishaps.shift()) || 'none';
      });
      const store = await createS3ArtifactStore({ ...own, s3: { ...own.s3, endpoint: way.url } });
      await store.put({ ...PLACE, space: 'other' }, BYTES);
      sent.length = 0;
      mishaps.push('lost-answer');
      expect(await store.put(PLACE, BYTES)).toEqual({ created: true });
      expect(sent.filter((method) => method === 'PUT')).toHaveLength(2);
      expect(await store.put(PLACE, BYTES)).toEqual({ created: false });
      mishaps.push('lost-answer');
      expect(await store.get(PLACE)).toEqual(BYTES);
      mishaps.push('flipped-byte');
      expect(await codeOf(store.get(PLACE))).toBe('unavailable');
      await store.close();
      await way.close();
      expect(mishaps).toEqual([]);
    }),
  );

  it(
    'opens where nothing answers if it may, and goes on once the service is there; a wrong key is an error all the same',
    withOwn(async (own) => {
      let away = true;
      const way = await startFaultProxy(server.url, () => (away ? 'refused' : 'none'));
      const s3 = { ...own.s3, endpoint: way.url, attempts: 1 };
      const told: unknown[] = [];
      const onAway = (error: unknown): void => void told.push(error);
      expect(await codeOf(createS3ArtifactStore({ ...own, s3 }))).toBe('unavailable');
      const store = await createS3ArtifactStore({ ...own, s3, onAway });
      expect(told).toEqual([expect.objectContaining({ code: 'unavailable' })]);
      expect(await codeOf(store.put(PLACE, BYTES))).toBe('unavailable');
      away = false;
      expect(await store.put(PLACE, BYTES)).toEqual({ created: true });
      const credentials = { accessKeyId: 'nobody', secretAccessKey: 'nothing' };
      expect(await codeOf(createS3ArtifactStore({ ...own, s3: { ...s3, credentials }, onAway }))).toBe('unavailable');
      expect(told).toHaveLength(1);
      await store.close();
      await way.close();
    }),
  );

  it(
    'gives up after its attempts where the service is away, and at the start where its key is wrong',
    withOwn(async (own) => {
      const way = await startFaultProxy(server.url, () => 'none');
      const store = await createS3ArtifactStore({ ...own, s3: { ...own.s3, endpoint: way.url, attempts: 2 } });
      await way.close();
      const calls = [store.put(PLACE, BYTES), store.get(PLACE), store.stat(PLACE), store.archive(0), store.delete(PLACE)];
      expect(await Promise.all(calls.map(codeOf))).toEqual(calls.map(() => 'unavailable'));
      await store.close();
      const credentials = { accessKeyId: 'nobody', secretAccessKey: 'nothing' };
      expect(await codeOf(createS3ArtifactStore({ ...own, s3: { ...own.s3, credentials } }))).toBe('unavailable');
      for (const bucketPrefix of ['', 'ab', 'With-Capitals', '-abc', 'abc-', 'a'.repeat(31), 'a.b.c'])
        expect(await codeOf(createS3ArtifactStore({ ...own, bucketPrefix }))).toBe('invalid_request');
    }),
  );
});
