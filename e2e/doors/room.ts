import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createClient, type Client } from '@total-recall/client';
import type { Place } from '../../tools/release/try-packages.ts';
import { scriptedModel, type ScriptedAnswer } from '../agent-loops/scripted-model.ts';
import type { VendorServer } from '../agent-loops/vendor-server.ts';

const run = promisify(execFile);
const COMPILER = fileURLToPath(new URL('../../node_modules/typescript-native/bin/tsc', import.meta.url));
// For what hangs: a busy machine may take minutes over a replay.
const LIMIT_MS = 300_000;
/** The address in every example. */
const DOCUMENTED = 'http://127.0.0.1:8420';

/** A folder with packages in it and nothing else, a service of them, and a vendor that answers by a script. */
export interface Room extends Place {
  readonly url: string;
  readonly apiKey: string;
  readonly env: NodeJS.ProcessEnv;
  readonly vendor: VendorServer;
  readonly client: Client;
}

export function roomOf(place: Place, printed: string, env: NodeJS.ProcessEnv, vendor: VendorServer): Room {
  const { url, apiKey } = JSON.parse(printed) as { url: string; apiKey: string };
  const vendors = {
    OPENAI_BASE_URL: `${vendor.url}/v1`,
    OPENAI_API_KEY: 'none',
    ANTHROPIC_BASE_URL: vendor.url,
    ANTHROPIC_API_KEY: 'none',
  };
  const mine = { ...env, ...vendors, TOTAL_RECALL_API_KEY: apiKey, TOTAL_RECALL_URL: url };
  return { ...place, url, apiKey, env: mine, vendor, client: createClient({ url, apiKey }) };
}

/** Runs a line of a page as a shell would, and returns what it printed. */
export async function shell({ folder, env }: Room, line: string): Promise<string> {
  const { stdout, stderr } = await run('bash', ['-c', line], { cwd: folder, env, timeout: LIMIT_MS, maxBuffer: 1 << 24 });
  return stdout + stderr;
}

/** Compiles an example of a page against the packages, runs it, and returns what it printed. */
export async function program(room: Room, name: string, code: string, answers: readonly ScriptedAnswer[]): Promise<string> {
  const { folder, node, env, url, vendor } = room;
  const file = `${name.replaceAll(/\W+/g, '-')}.mts`;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, file), code.replaceAll(DOCUMENTED, url));
  await compile(room, file);
  vendor.script(scriptedModel(answers));
  const before = vendor.refused.length;
  const { stdout } = await run(node, [file.replace('.mts', '.mjs')], { cwd: folder, env, timeout: LIMIT_MS });
  if (vendor.refused.length > before) throw new Error(`the vendor refused: ${JSON.stringify(vendor.refused.slice(before))}`);
  if (vendor.requests.length !== answers.length) throw new Error(`it called the model ${vendor.requests.length} times`);
  return stdout;
}

/** Compiles with the compiler of this repository, under its own Node. */
async function compile({ folder }: Room, file: string): Promise<void> {
  const flags = ['--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2023,dom', '--types', 'node', '--skipLibCheck'];
  const compiled = run(process.execPath, [COMPILER, ...flags, file], { cwd: folder, timeout: LIMIT_MS });
  await compiled.catch((error: { stdout?: string }) => {
    throw new Error(`${file} does not compile: ${error.stdout}`);
  });
}

export function expectIn(printed: string, wanted: string): void {
  if (!printed.includes(wanted)) throw new Error(`"${wanted}" is not in what it printed: ${printed.slice(-600)}`);
}
