import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@total-recall/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runHere, startHere, temporaryFolder } from '../testing/run-cli.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const ENV = { TOTAL_RECALL_PORT: '0', TOTAL_RECALL_OPS_PORT: '0', TOTAL_RECALL_LOG_LEVEL: 'warn', TOTAL_RECALL_EMBEDDER: 'off' };
const DAY_MS = 86_400_000;

beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());

it('what is known is read, asked as of a day, corrected, undone and forgotten', async () => {
  const { stop, printed, finished } = startHere(['serve', '--data-dir', join(folder.path, 'memory')], ENV);
  const output = await printed(/Ctrl-C stops it/);
  const url = /^ *API +(http:\S+)/m.exec(output)![1]!;
  const apiKey = /\btr_[0-9a-f]+_[\w-]{20,}/.exec(output)![0];
  const to = { TOTAL_RECALL_URL: url, TOTAL_RECALL_API_KEY: apiKey };
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await runHere(args, to);
    return { code, stdout, stderr };
  };
  const space = createClient({ url, apiKey }).space('work');
  const said = async (session: string, daysAgo: number, text: string) => {
    const occurredAt = new Date(Math.floor(Date.now() / DAY_MS - daysAgo) * DAY_MS).toISOString();
    await space.session(session).append([{ kind: 'user_message', text, occurredAt }], { wait: 'searchable' });
    return occurredAt.slice(0, 10);
  };

  const first = await said('one', 20, 'The staging port is 4100.');
  const later = await said('two', 10, 'The staging port is 4200 now.');
  expect(await run('facts', 'work')).toMatchObject({ code: 3, stdout: '' });
  expect(await run('units', 'work')).toMatchObject({ code: 3, stderr: expect.stringContaining('There are no units in work.') });
  expect(await run('digest', 'work')).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('total-recall profile work --subject <name>'),
  });
  expect((await run('consolidate', 'work')).stdout).toMatch(/^2 events read: 2 facts added, 0 confirmed, 1 replaced/);
  expect((await run('consolidate', 'work')).stdout).toBe('work has no new events since the last sweep.\n');
  const profile = (await run('profile', 'work')).stdout;
  expect(profile).toMatch(
    new RegExp(`^project\\n.*\\n.*\\nstaging port +4200 +${later} +now +two/e1\\n +before: 4100 +${first} +${later} +one/e1\\n$`),
  );
  expect((await run('profile', 'work', '--attribute', 'staging port', '--label', 'project')).stdout).toBe(profile);
  const then = await run('profile', 'work', '--as-of', '15 days ago');
  expect(then.stdout).toMatch(new RegExp(`staging port +4100 +${first} +then`));
  expect(then.stderr).toMatch(/^Known by \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/m);
  expect(await run('facts', 'work', '--as-of', 'soon')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--as-of must name one time'),
  });

  const { facts } = JSON.parse((await run('facts', 'work', '--json')).stdout) as { facts: { id: string }[] };
  expect(await run('correct', 'work', facts[0]!.id, 'The staging port is 4300.')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('name its space with --space'),
  });
  expect(await run('forget', 'work', '01JZX3T5S8Q4R7V2M6K9P0W1YB.0')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/'work'.+ name its space with --space\.\nTry --help\./),
  });
  expect(await run('undo', 'work', '01JZX3T5S8Q4R7V2M6K9P0W1YB')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/'undo' takes only <entry>, .+ Did you mean --space work or --reason work\?\nTry --help\./),
  });
  expect(await run('correct', facts[0]!.id, 'The staging port is 4300.')).toMatchObject({
    code: 3,
    stderr: expect.stringMatching(/There is no fact \S+ in main\.\nName another space with --space\./),
  });
  const [swept] = (await space.ledger({ limit: 1 })).entries;
  const corrected = await run('correct', facts[0]!.id, 'The staging port is 4300.', '--value', '4300', '--space', 'work');
  expect(corrected.stdout).toMatch(/^Corrected:\n[^]*The staging port is 4300\./);
  expect((await run('facts', 'work', '--at-entry', swept!.id)).stdout).toMatch(/4200 now\. .* then +two\/e1/);
  expect((await run('profile', 'work', '--at-entry', swept!.id)).stdout).toMatch(/staging port +4200 .* then +two\/e1/);
  const entry = /undo (\S+) --space work/.exec(corrected.stderr)![1]!;
  expect((await run('ledger', 'work', '--limit', '1')).stdout).toContain(
    'added "The staging port is 4300.", replaced "The staging port is 4200 now."',
  );
  expect((await run('ledger', 'work')).stdout).not.toContain('read new events');
  expect((await run('ledger', 'work', '--all')).stdout).toContain('read new events');
  expect((await run('sessions', 'work')).stdout).toMatch(/\none +/);
  const factId = (await space.facts({ text: '4300' })).facts[0]!.id;
  const dependent = /undo (\S+) --space/.exec((await run('correct', factId, 'The staging port is 4400.', '--space', 'work')).stderr)![1]!;
  expect(await run('undo', entry, '--space', 'work')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      `first undo ${dependent}.\nUndo these first, in this order:\n  total-recall undo ${dependent} --space work\n`,
    ),
  });
  await run('undo', dependent, '--space', 'work');
  expect((await run('undo', entry, '--space', 'work')).stdout).toMatch(/^Undone\. Restored:\n[^]*The staging port is 4200 now\./);
  expect(await run('undo', entry, '--space', 'work')).toMatchObject({ code: 1, stderr: expect.stringContaining('was undone before') });
  expect((await run('digest', 'work')).stdout).toContain('- The staging port is 4200 now.');

  const found = await run('units', 'work', '--query', 'staging port');
  expect(found.stdout).toMatch(/^[^\n]*staging[^\n]*\n  (?:fact|episode) · [^\n]*found by its words/);
  expect(found.stdout).toContain('The staging port is 4200 now.');
  expect(found.stdout).toMatch(/one\/e1/);
  expect(found.stderr).toMatch(/units on the surface, \d+ archived.*, 0 unreachable\./);
  expect((await run('units', 'work', '--kind', 'episode')).stdout.match(/episode · /g)).toHaveLength(2);
  expect((await run('units', '--space', 'work')).stdout).toMatch(/^[^\n]+\n  topic · [^\n]*2 events[^]*\n  - [^]*\n  - /);
  expect(await run('units', 'work', '--space', 'other')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('the argument names the space work, --space names other'),
  });

  expect(await run('remember', 'work', 'Tests come before the commit.')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Use --space work to name a space'),
  });
  expect((await run('remember', 'I', 'like', 'Blade Runner 2049.', '--space', 'films')).stdout).toContain('I like Blade Runner 2049.');
  expect((await run('remember', 'I live in Oslo.', '--space', 'films')).stdout).toMatch(/I live in Oslo\. +user, home /);
  await run('remember', 'I live in Bergen.', '--space', 'films');
  expect((await run('profile', 'films', '--attribute', 'home')).stdout).toMatch(/home +Bergen .+\n +before: Oslo /);
  await createClient({ url, apiKey }).space('films').remember({
    label: 'project',
    subject: 'project',
    text: 'The cinema is closed.',
    validFrom: '2026-11-24T00:00:00Z',
    validTo: '2099-12-19T00:00:00Z',
  });
  await createClient({ url, apiKey }).space('films').remember({
    label: 'project',
    subject: 'project',
    text: 'The cinema has nine halls.',
    validFrom: '2098-01-01T00:00:00Z',
  });
  expect((await run('facts', 'films')).stdout).toMatch(/The cinema has nine halls\. +project +2098-01-01 +- /);
  const untimed = { kind: 'user_message', text: 'The staging port is 4100.', meta: { tags: ['untimed'] } } as const;
  await createClient({ url, apiKey }).space('films').session('old').append([untimed], { wait: 'searchable' });
  await run('consolidate', 'films');
  const digest = (await run('digest', 'films')).stdout;
  expect(digest).toMatch(/^- The cinema is closed\. \(2026-11-24, until 2099-12-18\)$/m);
  expect(digest).toMatch(/^- The staging port is 4100\. \(before /m);
  const file = join(folder.path, 'films.md');
  expect(await run('digest', 'films', '--write', file)).toMatchObject({ code: 0 });
  const linesOf = (page: string) => page.split('\n').filter((line) => line.startsWith('- '));
  expect(digest).not.toContain('nine halls');
  expect(linesOf(await readFile(file, 'utf8'))).toEqual(linesOf(digest));

  const pair = createClient({ url, apiKey }).space('pair');
  const both = { kind: 'user_message', text: 'The staging port is 4100. The deploy region is eu-west-1.' } as const;
  await pair.session('one').append([both], { wait: 'searchable' });
  await run('consolidate', 'pair');
  const [port] = (await pair.facts({ text: 'port' })).facts;
  const hidden = (await run('forget', port!.id, '--space', 'pair')).stderr;
  expect(hidden).toMatch(/^Recall no longer finds "The deploy region is eu-west-1\." either[^]*--keep-evidence[^]*\nUndo: /);

  expect((await run('remember', 'Tests come before the commit.', '--label', 'feedback', '--space', 'work')).stdout).toContain(
    'remembered/e',
  );
  expect((await run('forget', facts[0]!.id, '--erase', '--space', 'work')).stdout).toMatch(/are erased for good\.$/m);
  expect((await run('facts', 'work', '--history')).stdout).not.toContain('4200');
  stop();
  await finished;
});
