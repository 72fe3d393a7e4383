import { defineConfig } from 'vitest/config';

// One fast project for what needs no disk, one for everything else; processes without isolation, as the suites share nothing.
const shared = {
  pool: 'forks' as const,
  isolate: false,
  setupFiles: ['./tools/vitest-setup.ts'],
  execArgv: ['--conditions=total-recall-source', '--no-warnings=ExperimentalWarning'],
  exclude: ['**/node_modules/**', '**/dist/**'],
};
const resolve = { conditions: ['total-recall-source'] };
const ssr = { resolve: { conditions: ['total-recall-source'], externalConditions: ['total-recall-source'] } };

export default defineConfig({
  resolve,
  ssr,
  test: {
    reporters: ['default'],
    projects: [
      { resolve, ssr, test: { ...shared, name: 'unit', include: ['{libs,apps,tools}/**/*.{unit,prop}.test.ts'], testTimeout: 120_000 } },
      {
        resolve,
        ssr,
        test: {
          ...shared,
          name: 'integration',
          include: ['{libs,apps,tools,e2e}/**/*.{contract,int,e2e}.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          globalSetup: ['./tools/servers/vitest-servers.ts'],
        },
      },
    ],
  },
});
