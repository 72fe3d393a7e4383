import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
/** Stands for npm and npx: leaves a report where one is asked for, and does to the step with an argument what is said. */
const NPM = `#!/bin/sh
case " $* " in
  *" $FAILS "*) echo "what is wrong"; exit 1 ;;
  *" $ENDS "*) kill -KILL $$ ;;
  *" $ENDS_LANE_OF "*) kill -KILL $PPID ;;
esac
for arg in "$@"; do
  case "$arg" in --outputFile.json=*) echo '{ "numPassedTests": 9, "testResults": [] }' > "\${arg#*=}" ;; esac
done
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ci-run-'));
  for (const path of ['.ci/run', 'tools/report-counts.ts']) await cp(join(ROOT, path), join(folder, path));
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
    await chmod(join(folder, path), 0o755);
  };
  await write('package.json', '{ "type": "module" }');
  await write('node_modules/typescript-native/bin/tsc', '');
  for (const name of ['npm', 'npx']) await write(`node_modules/.bin/${name}`, NPM);
  await symlink(process.execPath, join(folder, 'node_modules/.bin/node'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the whole check where every step only does what it is told. */
async function check(told: Readonly<Partial<Record<'FAILS' | 'ENDS' | 'ENDS_LANE_OF', string>>>) {
  const env = { ...process.env, FAILS: 'none', ENDS: 'none', ENDS_LANE_OF: 'none', ...told };
  const { code, printed } = await new Promise<{ code: unknown; printed: string }>((resolve) =>
    execFile('bash', [join(folder, '.ci/run')], { env }, (error, stdout) => resolve({ code: error?.code ?? 0, printed: stdout })),
  );
  return { code, printed, last: printed.trimEnd().split('\n').at(-1) };
}

// The Bash of other systems may be too old for it.
describe.runIf(process.platform === 'linux')('.ci/run', () => {
  it('counts the tests where every step is well', async () => {
    const { code, printed, last } = await check({});
    expect([code, last]).toEqual([0, '9 passed, 0 failed']);
    const steps = [...printed.matchAll(/^== (.+)$/gm)].map(([, name]) => name!).filter((name) => name !== 'tests');
    expect(steps.length).toBeGreaterThan(15);
    expect([...printed.matchAll(/^-- (.+): ok, \d+ s of \d+$/gm)].map(([, name]) => name)).toEqual(steps);
  });

  it.each([
    ['that fails beside the tests', { FAILS: 'unused' }, 'check: unused code\n    what is wrong'],
    ['that fails behind them', { FAILS: 'doors' }, 'check: doors, by their pages\n    what is wrong'],
    ['that fails in another lane', { FAILS: 'boot' }, 'check: boot of every app\n    what is wrong'],
    ['that is killed', { ENDS: 'mutants' }, 'check: changes that tests must notice'],
  ])('counts a step %s', async (_, told, failure) => {
    const { code, printed, last } = await check(told);
    expect([code, last]).toEqual([1, '9 passed, 1 failed']);
    expect(printed).toContain(`Failed:\n- ${failure}`);
  });

  it.each([
    ['beside the tests', 'lint', 'beside_tests'],
    ['behind them', 'boot', 'mutants_and_boot'],
  ])('counts steps %s that did not run as their lane was ended', async (_, step, lane) => {
    const { code, printed, last } = await check({ ENDS_LANE_OF: step });
    expect([code, last]).toEqual([1, '9 passed, 1 failed']);
    expect(printed).toContain(`check: lane ${lane} broke off`);
  });

  it('counts tests that were killed as a failure', async () => {
    const { code, printed, last } = await check({ ENDS: 'test' });
    expect([code, last]).toEqual([1, '0 passed, 1 failed']);
    expect(printed).toContain('the test run broke off with exit code 137');
  });
});
