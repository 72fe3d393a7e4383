// `npm run servers`: real Kafka, S3, ClickHouse and OpenSearch for development, without containers. `--only kafka,s3`,
// `--data FOLDER`.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openServers } from './open-servers.ts';
import { SERVER_NAMES, type RunningServer, type ServerName } from './running-server.ts';
import { MissingTool } from './server-host.ts';

const { values } = parseArgs({ options: { only: { type: 'string' }, data: { type: 'string' } } });
const names = (values.only?.split(',') ?? SERVER_NAMES) as readonly ServerName[];
const unknown = names.filter((name) => !SERVER_NAMES.includes(name));
if (unknown.length > 0) {
  console.error(`There is no server ${unknown.join(', ')}. There are ${SERVER_NAMES.join(', ')}.`);
  process.exit(2);
}

const servers = await openServers({ dataFolder: values.data && resolve(values.data), onStep: (text) => console.log(`- ${text}`) });
const ending = new Promise<string>((done) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => done(signal));
});
let failed = false;
let isEnding = false;
void ending.then(() => (isEnding = true));

const started = Promise.all(
  names.map(async (name) => {
    const from = performance.now();
    try {
      const server = await servers.server(name);
      console.log(`${name.padEnd(11)} ${server.url}   ready after ${((performance.now() - from) / 1_000).toFixed(1)} s`);
      for (const [setting, value] of Object.entries(server.settings ?? {})) console.log(`${''.padEnd(11)} ${setting} ${value}`);
      return server;
    } catch (error) {
      // Ctrl-C also ends servers that are still starting; that is no failure.
      if (isEnding) return undefined;
      failed = true;
      console.error(`${name.padEnd(11)} ${error instanceof MissingTool ? 'NOT STARTED' : 'FAILED'}: ${(error as Error).message}`);
      return undefined;
    }
  }),
);
const running = await Promise.race([started, ending]);
if (typeof running !== 'string' && running.some((server) => server !== undefined)) {
  console.log('\nCtrl-C ends them.');
  const ends = running
    .filter((server): server is RunningServer => server !== undefined)
    .map(async ({ name, exited }) => `${name} ${await exited}`);
  const why = await Promise.race([ending, ...ends]);
  if (!why.startsWith('SIG')) {
    failed = true;
    console.error(why);
  }
}
console.log('Ending them.');
await servers.close();
process.exitCode = failed ? 1 : 0;
