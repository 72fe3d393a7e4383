// `npm run soak`: runs real servers and services under faults and prints one result each. `--only NAME` (repeatable),
// `--list`, `--trace FILE`.
import { mkdir, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { describeMachine } from '../../bench/measure/machine.ts';
import { FAULTS } from './faults.ts';
import { kafkaBrokerSoaks } from './kafka-brokers.ts';
import { noisyTenantSoaks } from './noisy-tenant.ts';
import { rebuildSoak } from './rebuild.ts';
import { rebuildWhileReadingSoak } from './rebuild-while-reading-soak.ts';
import { soakOf } from './run-fault.ts';
import { sameMemorySoak } from './same-memory-soak.ts';
import type { Soak } from './soak.ts';
import { openSoakServers } from './soak-servers.ts';

const RESULTS = new URL('../results/', import.meta.url);
const SOAKS: readonly Soak[] = [
  sameMemorySoak,
  rebuildSoak,
  rebuildWhileReadingSoak,
  ...noisyTenantSoaks,
  ...kafkaBrokerSoaks,
  ...FAULTS.map(soakOf),
];

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    list: { type: 'boolean' },
    trace: { type: 'string' },
    'no-save': { type: 'boolean' },
  },
});
const unknown = (values.only ?? []).filter((name) => !SOAKS.some((soak) => soak.name === name));
if (unknown.length > 0 || values.list) {
  if (unknown.length > 0) console.error(`There is no ${unknown.join(', ')}.`);
  for (const { name, what } of SOAKS) console.log(`${name.padEnd(22)} ${what}`);
  process.exit(unknown.length > 0 ? 2 : 0);
}

const onStep = (text: string): void => console.log(`  ${text}`);
const servers = await openSoakServers(onStep);
process.once('SIGINT', () => void servers.close().then(() => process.exit(130)));
try {
  for (const soak of SOAKS) {
    if (values.only && !values.only.includes(soak.name)) continue;
    await run(soak);
  }
} finally {
  await servers.close();
}

async function run({ name, what, run: go }: Soak): Promise<void> {
  console.log(`${name}: ${what}`);
  const machine = describeMachine();
  const outcome = await go({ servers, onStep, ...(values.trace !== undefined && { trace: values.trace }) }).catch((error: unknown) => ({
    figures: {},
    wrong: [`it ended with ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`],
  }));
  const figures = Object.entries(outcome.figures).map(([figure, value]) => `${figure} ${value}`);
  console.log(`${outcome.wrong.length === 0 ? 'HOLDS' : 'WRONG'} ${name}: ${figures.join(', ')}`);
  for (const line of outcome.wrong) console.log(`  ${line}`);
  if (outcome.wrong.length > 0) process.exitCode = 1;
  // Results over a named file are not saved, as its data may have to stay on this machine.
  if (values.trace !== undefined || values['no-save']) return;
  await mkdir(RESULTS, { recursive: true });
  const result = { name, what, date: new Date().toISOString(), machine, ...outcome };
  await writeFile(new URL(`${name}.json`, RESULTS), `${JSON.stringify(result, null, 2)}\n`);
}
