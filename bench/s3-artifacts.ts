// `npm run bench:s3`: measures artifacts on a real S3 service over plain files, with client and service on this
// machine.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomFillSync } from 'node:crypto';
import { createS3ArtifactStore } from '@total-recall/adapter-s3';
import { startS3 } from '../tools/servers/s3-server.ts';
import { describeMachine, machineLine } from './measure/machine.ts';
import { timedCalls } from './measure/timed-calls.ts';

const SIZES = [20_000, 1_000_000] as const;
const CALLERS = [1, 10] as const;
const SECONDS = 5;

const dataFolder = await mkdtemp(join(tmpdir(), 'total-recall-bench-'));
const server = await startS3({ dataFolder, mayFetch: true, onStep: (text) => console.log(`- ${text}`) });
const { accessKeyId = '', secretAccessKey = '', region = '' } = server.settings ?? {};
const store = await createS3ArtifactStore({
  s3: { endpoint: server.url, region, credentials: { accessKeyId, secretAccessKey } },
  bucketPrefix: 'bench',
});
let made = 0;
const placeOf = (number: number) => ({
  tenant: 'acme',
  space: `s${number % 10}`,
  artifactId: `art_${number.toString(16).padStart(32, '0')}`,
});
await store.put(placeOf(made++), new Uint8Array(1));
console.log(machineLine(describeMachine()));
for (const size of SIZES) {
  for (const callers of CALLERS) {
    const from = made;
    console.log(
      await timedCalls(`put of ${size} bytes`, callers, SECONDS, () => store.put(placeOf(made++), randomFillSync(new Uint8Array(size)))),
    );
    const count = made - from;
    let read = 0;
    console.log(await timedCalls(`get of ${size} bytes`, callers, SECONDS, () => store.get(placeOf(from + (read++ % count)))));
  }
}
const start = performance.now();
const moved = await store.archive(Number.MAX_SAFE_INTEGER);
console.log(`archive: ${Math.round(moved / ((performance.now() - start) / 1_000))} artifacts/s, n ${moved}`);
await store.close();
await server.stop();
await rm(dataFolder, { recursive: true, force: true });
