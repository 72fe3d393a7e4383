import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@total-recall/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runHere, startHere, temporaryFolder } from '../testing/run-cli.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const ENV = { TOTAL_RECALL_PORT: '0', TOTAL_RECALL_OPS_PORT: '0', TOTAL_RECALL_LOG_LEVEL: 'warn', TOTAL_RECALL_EMBEDDER: 'off' };

beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());

it('a subtask is handed over and reported on, the digest is kept, and recall is reflected on', async () => {
  const { stop, printed, finished } = startHere(['serve', '--data-dir', join(folder.path, 'memory')], ENV);
  const output = await printed(/Ctrl-C stops it/);
  const url = /^ *API +(http:\S+)/m.exec(output)![1]!;
  const apiKey = /\btr_[0-9a-f]+_[\w-]{20,}/.exec(output)![0];
  const run = (...args: string[]) => runHere(args, { TOTAL_RECALL_URL: url, TOTAL_RECALL_API_KEY: apiKey });
  const space = createClient({ url, apiKey }).space('main');
  await space.session('plan').append([{ kind: 'user_message', text: 'The staging port is 4100.' }], { wait: 'searchable' });

  expect(await run('delegations', 'plan')).toMatchObject({ code: 3, stdout: '' });
  const handed = await run('delegate', 'plan', 'Find out why.', '--subtask', 'cause', '--event', 'e1', '--done-when', 'It is named.');
  expect(handed).toMatchObject({ code: 0, stdout: 'Delegated to the session plan.cause.\n' });
  expect(await run('report', 'plan.cause', 'Found.', '--finding', 'It is the port=plan/e9')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('plan/e9 is no event of this space'),
  });
  expect((await run('report', 'plan.cause', 'Found.', '--finding', 'It is the port=e1,plan/e1')).stdout).toBe(
    'Reported to the session plan.\n',
  );
  expect((await run('delegations', 'plan')).stdout).toMatch(
    /^cause {2}done {2}plan\.cause\n {4}Find out why\.\n {4}reported \d{4}-\d\d-\d\d \d\d:\d\d: Found\.\n {4}- It is the port \(\w{26} \+1\)\n$/,
  );
  expect(await run('open', 'plan/e1')).toMatchObject({ code: 0, stdout: expect.stringContaining('\nThe staging port is 4100.\n') });
  expect(await run('open', 'plan/e99')).toMatchObject({ code: 3, stderr: expect.stringContaining('There is no such event here') });
  const handedWrong = await run('delegate', 'plan', 'Find out why.', '--subtask', 'other', '--event', 'e98', '--event', 'e1');
  expect(handedWrong).toMatchObject({ code: 3, stderr: expect.stringContaining('e98: There is no such event here') });

  await space.consolidate();
  const file = join(folder.path, 'MEMORY.md');
  expect((await run('digest', '--check', file)).code).toBe(1);
  expect((await run('digest', '--write', file)).stdout).toContain('+ - The staging port is 4100.');
  expect(await run('digest', '--check', file)).toMatchObject({ code: 0, stdout: '' });
  await writeFile(file, `${await readFile(file, 'utf8')}Mine.\n`);
  expect(await run('digest', '--write', file)).toMatchObject({ code: 1, stderr: expect.stringContaining('was edited by hand') });
  expect(await readFile(file, 'utf8')).toMatch(/Mine\.\n$/);

  expect((await run('reflect')).code).toBe(3);
  for (let asked = 0; asked < 20; asked += 1) await space.session('plan').recall(`nothing of the sort ${asked}`);
  let reflected = await run('reflect');
  for (let tries = 0; reflected.code === 3 && tries < 40; tries += 1) reflected = await run('reflect');
  expect(reflected).toMatchObject({ code: 0, stdout: expect.stringMatching(/Proposed for the policy|No changes are proposed/) });

  // Answers of recall in most turns: agents ask often, so more should be kept.
  for (let turn = 0; turn < 25; turn += 1) {
    const { rendered } = await space.session('plan').recall('staging port');
    const call = { id: `ask-${turn}`, name: 'recall' };
    await space.session('plan').append([
      { kind: 'user_message', text: `Which port, ${turn}?` },
      { kind: 'tool_call', call: { ...call, arguments: '{"query":"staging port"}' } },
      { kind: 'tool_result', call, text: rendered },
    ]);
  }
  await expect
    .poll(async () => (await space.reflection()).proposals.map(({ setting }) => setting), { timeout: 60_000 })
    .toContain('targetRatio');
  const applied = await run('reflect', '--apply');
  expect(applied.stdout).toContain('targetRatio: 0.5 -> 0.55');
  const entry = /undo (\w+)/.exec(applied.stdout)![1]!;
  const target = async () => (await space.session('plan').policy()).effective!.compaction.targetRatio;
  expect(await target()).toBe(0.55);
  expect((await run('ledger')).stdout).toContain('set targetRatio from 0.5 to 0.55');
  await space.setPolicy({ targetRatio: 0.6 });
  expect((await run('undo', entry)).stdout).toContain('targetRatio keeps the value in the policy of the space');
  expect(await target()).toBe(0.6);
  await space.setPolicy({});
  expect(await target()).toBe(0.5);
  stop();
  await finished;
});
