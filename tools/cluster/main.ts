// `npm run cluster`: Kafka, S3, ClickHouse and OpenSearch, and the services on them, each in its own process. `--data
// FOLDER` keeps the stored data; `--ingest 2`, `--retriever 2` and `--consolidator 2` start more processes of a
// service.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { curlLines } from '@total-recall/cli';
import { openServers } from '../servers/open-servers.ts';
import { SERVER_NAMES } from '../servers/running-server.ts';
import { openCluster, type Cluster, type ClusterServers } from './open-cluster.ts';

const { values } = parseArgs({
  options: { data: { type: 'string' }, ingest: { type: 'string' }, retriever: { type: 'string' }, consolidator: { type: 'string' } },
});
const replicas = { ingest: countOf('ingest'), retriever: countOf('retriever'), consolidator: countOf('consolidator') };
const folder = values.data ? resolve(values.data) : await mkdtemp(join(tmpdir(), 'total-recall-cluster-'));
const onStep = (text: string): void => console.log(`- ${text}`);
const ending = new Promise<void>((done) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => done());
});
const servers = await openServers({ dataFolder: join(folder, 'servers'), detached: true, onStep });

async function open(): Promise<Cluster> {
  onStep(`starting ${SERVER_NAMES.join(', ')}`);
  const running = await Promise.all(SERVER_NAMES.map(async (name) => [name, await servers.server(name)] as const));
  return openCluster({
    servers: Object.fromEntries(running) as unknown as ClusterServers,
    folder: join(folder, 'services'),
    replicas,
    // Detached, so that Ctrl-C ends the services before the servers that they still write to.
    detached: true,
    onStep,
  });
}

function countOf(name: 'ingest' | 'retriever' | 'consolidator'): number {
  const count = Number(values[name] ?? 1);
  if (Number.isInteger(count) && count >= 1 && count <= 16) return count;
  console.error(`--${name} takes a number from 1 to 16.`);
  process.exit(2);
}

function print({ url, grpcAddress, operations, apiKey }: Cluster): void {
  const lines = [
    ['API', url],
    ['docs', `${url}/docs`],
    ...(grpcAddress === undefined ? [] : [['gRPC', grpcAddress]]),
    ...Object.entries(operations).map(([name, at]) => [name, `${at}/readyz  ${at}/metrics`]),
    ['data', folder],
  ];
  console.log(`\n${lines.map(([what, where]) => `  ${what!.padEnd(14)} ${where}`).join('\n')}\n`);
  if (apiKey === undefined) console.log('There is a tenant and its key already.\n');
  else console.log(`First start. The key is shown this once only:\n\n  ${apiKey}\n\n${curlLines(url, apiKey).join('\n')}\n`);
  console.log('Ctrl-C ends all.');
}

const opening = open();
try {
  const cluster = await Promise.race([opening, ending]);
  if (cluster) {
    print(cluster);
    const ends = Object.values(cluster.services).map(async ({ name, exited }) => `${name} ${await exited}`);
    const why = await Promise.race([ending, ...ends]);
    if (why !== undefined) {
      console.error(why);
      process.exitCode = 1;
    }
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
console.log('Ending them.');
await opening.then(
  (cluster) => cluster.stop(),
  () => undefined,
);
await servers.close();
if (!values.data) await rm(folder, { recursive: true, force: true });
