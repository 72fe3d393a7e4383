import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** Prints the modules that a program loads, one a line. */
const PRINTS_MODULES = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({ load: (url, context, next) => (process.stdout.write(url + '\\n'), next(url, context)) });
`)}`;
const CONDITIONS = ['--conditions=total-recall-source', '--no-warnings=ExperimentalWarning'];

function modulesOf(entry: string): Promise<string[]> {
  const file = fileURLToPath(new URL(`../${entry}.ts`, import.meta.url));
  // Outside of a thread the entry fails after its imports, which are all that this asks about.
  return new Promise((resolve) =>
    execFile(process.execPath, [...CONDITIONS, '--import', PRINTS_MODULES, file], (_error, stdout) => resolve(stdout.trim().split('\n'))),
  );
}

describe('a thread of a store', () => {
  it.each([
    'anatomy-store/anatomy-worker',
    'control-store/control-worker',
    'event-log/log-reader',
    'event-log/log-writer',
    'index-store/index-reader',
    'index-store/index-writer',
    'key-store/key-worker',
    'ledger/ledger-worker',
    'session-store/session-worker',
    'unit-store/unit-worker',
    'vector-store/vector-reader',
  ])('%s loads few modules, so that a start need not wait for it', async (entry) => {
    const modules = await modulesOf(entry);
    expect(modules.some((url) => url.includes(`${entry}.ts`))).toBe(true);
    expect(modules.filter((url) => url.endsWith('/libs/domain/src/index.ts') || url.endsWith('/libs/runtime/src/index.ts'))).toEqual([]);
    expect(modules.length).toBeLessThan(100);
  });
});
