// `npm run doors`: takes the examples of the pages word for word, runs each in a folder that has the packed packages and
// nothing else, and prints how long each took. `--smoke`: without the frameworks and the longest. `--nodes 20,22`:
// under these, too.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { packPackages, type PackedPackages } from '../../tools/release/pack-packages.ts';
import { install, otherNode, startInstalled, type Place } from '../../tools/release/try-packages.ts';
import { openVendorServer } from '../agent-loops/vendor-server.ts';
import { DOOR_GROUPS, type DoorGroup } from './doors.ts';
import { versionOf } from './page.ts';
import { roomOf } from './room.ts';

interface Row {
  readonly door: string;
  readonly page: string;
  readonly node: string;
  readonly seconds: number;
  readonly result: string;
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const {
  nodes = '',
  smoke = false,
  only,
} = parseArgs({
  options: { nodes: { type: 'string' }, smoke: { type: 'boolean' }, only: { type: 'string' } },
}).values;
const temp = await mkdtemp(join(tmpdir(), 'total-recall-doors-'));
const rows: Row[] = [];
try {
  const packed = await packPackages(ROOT, join(temp, 'packed'));
  const under = [
    process.execPath,
    ...(await Promise.all(
      nodes
        .split(',')
        .filter(Boolean)
        .map((version) => otherNode(temp, version)),
    )),
  ];
  const groups = DOOR_GROUPS.filter(({ integration = 'commands' }) => (smoke ? integration === 'commands' : !only || only === integration));
  for (const node of under) for (const group of groups) rows.push(...(await enterAll(group, node, packed)));
} finally {
  await rm(temp, { recursive: true, force: true });
}
const failed = rows.filter(({ result }) => result !== 'ok');
process.stdout.write(`${rows.length - failed.length} of ${rows.length} doors open\n`);
if (failed.length > 0) process.exitCode = 1;

async function enterAll(group: DoorGroup, node: string, packed: PackedPackages): Promise<Row[]> {
  const { stdout } = await promisify(execFile)(node, ['--version']);
  const version = stdout.trim();
  const major = Number(version.slice(1).split('.')[0]);
  const { integration = 'commands', doors } = group;
  const done: Row[] = [];
  const add = (door: string, page: string, from: number, result: string): void => {
    const row = { door, page, node: version, seconds: Math.round((performance.now() - from) / 100) / 10, result };
    done.push(row);
    process.stdout.write(`${row.node.padEnd(9)} ${door.padEnd(32)} ${page.padEnd(34)} ${String(row.seconds).padStart(6)} s  ${result}\n`);
  };
  if (major < (group.oldestNode ?? 0)) return [];
  const place: Place = { folder: join(temp, `${integration}-${version}`), node };
  let at = performance.now();
  await install(place, packagesOf(group, packed, major), false);
  add(`(install: ${integration})`, '', at, 'ok');
  const vendor = await openVendorServer();
  const service = await startInstalled(place, ['serve', '--json', '--port', '0', '--ops-port', '0']);
  try {
    const room = roomOf(place, service.printed, service.env, vendor);
    const earlier = room.client.space('work').session('earlier');
    await earlier.append({ kind: 'user_message', text: 'The staging database listens on port 54329.' }, { wait: 'searchable' });
    for (const { name, page, enter } of doors.filter(({ isLong }) => !(smoke && isLong))) {
      at = performance.now();
      const failure = await enter(room).then(
        () => undefined,
        (error: Error) => error.message,
      );
      add(name, page, at, failure ?? 'ok');
    }
  } finally {
    await service.stop();
    await vendor.close();
  }
  return done;
}

/** The tarballs that a group needs, and what its page says to install; an older Node needs the newer one beside it. */
function packagesOf({ integration, packages }: DoorGroup, { service, client, integrations }: PackedPackages, major: number): string[] {
  const own = integrations.filter(({ name }) => name === `@total-recall/${integration}`);
  const others = integration ? packages : packages.map((name) => `${name}@${versionOf(name)}`);
  const newer = major < 24 ? [`node-${process.platform}-${process.arch}@${versionOf(`node-${process.platform}-${process.arch}`)}`] : [];
  return [...[service, client, ...own].map(({ file }) => file), ...others, `@types/node@${versionOf('@types/node')}`, ...newer];
}
