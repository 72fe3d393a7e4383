// `npm run record:folder -- CHECKOUT`: fills a data folder with the built program of an earlier commit, in a checkout of
// its own, and keeps it here under the date and the name of that commit. A recorded folder is never written again.
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createClient } from '@total-recall/client';
import { printedKey, serveProcess } from '../serve-process.ts';
import { fillFolder } from './fill-folder.ts';
import { packFolder, readMemory, recordedFolders } from './recorded-folder.ts';

const [checkout] = process.argv.slice(2);
if (checkout === undefined) throw new Error('Name the folder of a checkout that is built: npm run record:folder -- CHECKOUT');
const builtAt = execFileSync('git', ['log', '-1', '--format=%cI'], { cwd: checkout, encoding: 'utf8' }).trim();
const commit = execFileSync('git', ['log', '-1', '--format=%h', '--abbrev=8'], { cwd: checkout, encoding: 'utf8' }).trim();
const name = `${builtAt.slice(0, 10)}-${commit}`;
if ((await recordedFolders()).includes(name)) throw new Error(`${name} is recorded, and is never written again.`);

const root = await mkdtemp(join(tmpdir(), 'total-recall-record-'));
const bin = resolve(checkout, 'apps/cli/bin/total-recall.js');
const service = await serveProcess(join(root, 'data'), { HOME: root }, [], bin);
try {
  const filled = await fillFolder(service.url, printedKey(service.output()));
  const client = createClient({ url: service.url, apiKey: filled.apiKeys.admin });
  const answers = await readMemory(client, filled.erasureId);
  const env = { ...process.env, TOTAL_RECALL_URL: service.url, TOTAL_RECALL_API_KEY: filled.apiKeys.admin };
  execFileSync(process.execPath, [bin, 'audit', 'export', '--out', join(root, 'audit.jsonl')], { env });
  await service.stop();
  await packFolder(name, root, { builtAt, ...filled, answers });
} finally {
  await service.kill();
  await rm(root, { recursive: true, force: true });
}
process.stdout.write(`${name}.tar.gz is written.\n`);
