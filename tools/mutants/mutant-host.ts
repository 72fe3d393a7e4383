// Process that holds one Vitest and runs tests over one mutant after another. A test that never ends cannot be stopped
// from inside, so `mutant-runner.ts` starts this process and ends it.
import { join } from 'node:path';
import type { Plugin } from 'vite';
import type { TestProjectConfiguration, UserWorkspaceConfig, ViteUserConfig } from 'vitest/config';
import { createVitest, type TestCase } from 'vitest/node';
import type { MutantOrder, MutantVerdict } from './mutant-runner.ts';

/** The file that tests see in place of the one on disk. */
let overlay: { readonly path: string; readonly source: string } | undefined;

// A failure is enough; its smallest example is not looked for.
process.env['FC_SHRINK'] = 'no';
// The cache of transformed modules goes by the file on disk: it would answer without the overlay, or keep a mutant.
const uncached = { fsModuleCache: false };
const plugins: Plugin[] = [{ name: 'mutant', enforce: 'pre', load: (id) => (id === overlay?.path ? overlay.source : undefined) }];
// It is not of this package, so the compiler does not follow it.
const configPath = join(import.meta.dirname, '../../vitest.config.ts');
const { default: vitestConfig } = (await import(configPath)) as { readonly default: ViteUserConfig };
const { test: options, ...config } = vitestConfig;
const vitest = await createVitest(
  'test',
  { ...options, ...uncached, config: false, watch: false, bail: 1, reporters: [{}], projects: options!.projects!.map(mutated) },
  config,
);
await vitest.standalone();

/** Adds the overlay to a project. Projects do not take the plugins of the root. */
function mutated(project: TestProjectConfiguration): TestProjectConfiguration {
  const { test, ...rest } = project as UserWorkspaceConfig;
  return { ...rest, plugins, test: { ...test, ...uncached, globalSetup: [] } };
}

/** Runs the tests with the overlay; names the first that fails. */
async function runOver({ path, source, tests }: MutantOrder): Promise<MutantVerdict> {
  // The file of the mutant before is read anew, too: it would stay changed under the tests of this one.
  for (const changed of [overlay?.path ?? path, path]) vitest.invalidateFile(changed);
  overlay = { path, source };
  const specifications = tests.flatMap((test) => vitest.getModuleSpecifications(test));
  if (specifications.length !== tests.length) return { kind: 'broken', what: `no test file among ${tests.join(', ')}` };
  vitest.state.filesMap.clear();
  vitest.state.errorsSet.clear();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  for (const module of testModules) {
    for (const test of module.children.allTests('failed')) return killedBy(test);
    if (module.state() === 'failed')
      return { kind: 'killed', by: `${module.relativeModuleId}: ${module.errors()[0]?.message ?? 'a hook fails'}` };
  }
  if (unhandledErrors.length > 0) return { kind: 'killed', by: 'an unhandled error' };
  return { kind: 'survived' };
}

function killedBy(test: TestCase): MutantVerdict {
  const why = test.result().errors?.[0]?.message;
  return { kind: 'killed', by: test.fullName, ...(why !== undefined && { why }) };
}

process.on('message', (order: MutantOrder) => {
  void runOver(order).then(
    (verdict) => process.send!(verdict),
    (error: unknown) => process.send!({ kind: 'broken', what: String(error) } satisfies MutantVerdict),
  );
});
process.once('disconnect', () => process.exit(0));
process.send!('ready');
