import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongTestsEarly } from './tools/vitest-order.ts';

// Threads and processes that tests start load TypeScript. With this cache they read what Node.js has stripped once,
// which halves the CPU of opening a store. Without it each thread strips every file again, by a WebAssembly module of
// Node.js, and V8 has aborted a test process while two threads freed such code.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('node_modules/.cache/node-compile', import.meta.url));

// One fast project for what needs no disk, one for everything else; processes without isolation, as the suites share
// nothing. Five at least: with three on two cores, tests that wait for real processes and servers leave a sixth of the
// processor idle, and a process that ends early takes one file along instead of all that are left.
const shared = {
  maxWorkers: Math.max(5, availableParallelism() - 1),
  pool: 'forks' as const,
  isolate: false,
  setupFiles: ['./tools/vitest-setup.ts'],
  // A busy machine is slow to reach what a test waits for; the default is one second.
  expect: { poll: { timeout: 30_000 } },
  execArgv: ['--conditions=total-recall-source', '--no-warnings=ExperimentalWarning'],
  exclude: ['**/node_modules/**', '**/dist/**'],
};
const resolve = { conditions: ['total-recall-source'] };
const ssr = { resolve: { conditions: ['total-recall-source'], externalConditions: ['total-recall-source'] } };

// CI draws other values for every state of the sources, in the tests that need nothing but the processor, and half as many.
const unitSeed = process.env['FC_UNIT_SEED'];

export default defineConfig({
  resolve,
  ssr,
  test: {
    reporters: ['default'],
    sequence: { sequencer: LongTestsEarly },
    projects: [
      {
        resolve,
        ssr,
        test: {
          ...shared,
          name: 'unit',
          include: ['{libs,apps,tools,bench}/**/*.{unit,prop}.test.ts'],
          testTimeout: 120_000,
          env: unitSeed === undefined ? {} : { FC_SEED: unitSeed, FC_RUNS: '50' },
        },
      },
      {
        resolve,
        ssr,
        test: {
          ...shared,
          name: 'integration',
          include: ['{libs,apps,tools,e2e}/**/*.{contract,int,e2e}.test.ts'],
          // Five files share two cores with the steps beside them: a test may take five times what it takes alone.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          globalSetup: ['./tools/servers/vitest-servers.ts'],
        },
      },
    ],
  },
});
