#!/usr/bin/env node
// Plain JavaScript that any Node of the last years reads: it finds the Node that the program needs, and runs the build.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const NEEDED_MAJOR = 24;
/** Time for threads to end after a service has stopped. */
const LINGERS_MS = 2_000;
const here = dirname(fileURLToPath(import.meta.url));
const system = process.platform === 'win32' ? 'win' : process.platform;
const built = join(here, '../dist/program/main.js');
/** A service keeps to its memory; what ends by itself need not. */
const serves = process.argv[2] === 'serve';

function fail(message) {
  process.stderr.write(message + '\n');
  process.exitCode = 1;
}

/** The package that brings Node for this system. */
const nodePackage = `${process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'}-${system}-${process.arch}`;

/** The Node that was installed along, here or in a folder above. */
function ownNode() {
  const exe = process.platform === 'win32' ? 'node.exe' : 'node';
  for (let folder = here; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', nodePackage, 'bin', exe);
    if (existsSync(path)) return path;
    if (dirname(folder) === folder) return undefined;
  }
}

/** Runs the same command under another Node: signals go through, and it ends when this process does. */
async function runUnder(node) {
  const flags =
    serves && existsSync(built) ? (await import('@total-recall/runtime/memory-flags')).memoryFlags(process.env) : { node: [], env: {} };
  const child = spawn(node, [...flags.node, fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    env: { ...process.env, ...flags.env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    windowsHide: true,
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(`Node at ${node} could not be started: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code === null ? (signal === 'SIGINT' ? 130 : 1) : code));
}

async function run() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < NEEDED_MAJOR) {
    const node = ownNode();
    if (node) return runUnder(node);
    const wanted = `${nodePackage}@${NEEDED_MAJOR}`;
    const beside = here.includes(`${sep}_npx${sep}`)
      ? `npx -p ${wanted} -p total-recall total-recall ${process.argv.slice(2).join(' ')}`
      : `npm install ${wanted}     # with -g where this package was installed so`;
    return fail(
      `Total Recall needs Node ${NEEDED_MAJOR} or newer; this is ${process.version}. Install it from https://nodejs.org, or beside this package:\n` +
        `  ${beside}\nIn a checkout "npm ci" brings one.`,
    );
  }
  if (!existsSync(built)) return fail('Total Recall is not built yet. Run "npm ci" or "npm run build" in the checkout.');
  if (serves) (await import('@total-recall/runtime/restart-for-memory')).restartForMemory(process);
  module.enableCompileCache?.();
  const { main } = await import(pathToFileURL(built).href);
  process.exitCode = await main(process.argv.slice(2), process);
  // Were it left open, the channel to the process that started this one would keep it alive.
  if (process.connected) process.disconnect();
  // A thread of a store that could not be closed would keep a service alive, too. Other commands may have output that
  // its reader takes its time for.
  if (serves) setTimeout(() => process.exit(), LINGERS_MS).unref();
}

run().catch((error) => fail(`Total Recall could not start: ${error instanceof Error ? error.message : String(error)}`));
