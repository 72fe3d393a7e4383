import { appendFile, mkdir, readdir, readFile, rm, writeFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runHere, startHere, temporaryFolder } from '../testing/run-cli.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

/** Builds a session in the format of OpenAI's chat API, with one broken line. */
function chat(turns: number): string {
  const lines = Array.from({ length: turns }, (_, at) => [
    JSON.stringify({ role: 'user', content: `Step ${at}: tune the pump of berth ${at} and note what the gauge says.` }),
    JSON.stringify({
      role: 'assistant',
      content: `The gauge of berth ${at} stands at ${at * 37}. I wrote it to /var/log/pump-${at}/gauge.log:${100 + at}. ${'Steady water, steady crane. '.repeat(60)}`,
    }),
  ]).flat();
  return [...lines, '{"role":"user","content":"torn'].join('\n');
}

beforeAll(async () => {
  folder = await temporaryFolder();
  await mkdir(join(folder.path, 'sessions'));
  await writeFile(join(folder.path, 'sessions', 'pumps.jsonl'), chat(60));
  await writeFile(join(folder.path, 'sessions', 'notes.json'), '{"unrelated": true}');
});
afterAll(() => folder.remove());

describe('total-recall replay', () => {
  it('shows what went, what it saved, and that it is found again', async () => {
    const { code, stdout, stderr } = await runHere(['replay', join(folder.path, 'sessions'), '--window', '8K']);
    expect(stderr).toContain('1 file contains no session');
    expect(stdout).toMatch(/\[Events T\d+(-T\d+)? evicted\./);
    expect(stdout).toMatch(/The last window of .* of 8,192 tokens/);
    expect(stdout).toContain('░ headroom');
    expect(stdout).toMatch(/pumps\.jsonl:121 /);
    expect(stdout).toMatch(/exact strings +\d+/);
    expect(stdout).not.toContain('\u001b[');
    expect(code).toBe(0);
  });

  it('gives the same as one object', async () => {
    const { code, stdout } = await runHere(['replay', '--demo', '--window', '16K', '--json']);
    const report = JSON.parse(stdout) as Record<string, unknown> & {
      compactions: number;
      probes: { n: number };
      sessionRows: { markers: string[] }[];
    };
    expect(code).toBe(0);
    expect(report).toMatchObject({ complete: true, windowsOverBudget: 0, orphans: 0, invariantViolations: 0, skippedLines: 0 });
    expect(report.compactions).toBeGreaterThan(0);
    expect(report.probes.n).toBeGreaterThan(0);
    expect(report.sessionRows.some(({ markers }) => markers.length > 0)).toBe(true);
  });
});

describe('total-recall import', () => {
  it('adds every event once, with no server', async () => {
    const dataDir = join(folder.path, 'memory');
    const once = JSON.parse((await runHere(['import', join(folder.path, 'sessions'), '--data-dir', dataDir, '--json'])).stdout) as Imported;
    const twice = JSON.parse(
      (await runHere(['import', join(folder.path, 'sessions'), '--data-dir', dataDir, '--json'])).stdout,
    ) as Imported;
    expect(once.files[0]!.sessions[0]).toMatchObject({ events: 120, appended: 120, duplicates: 0 });
    expect(once.files[0]!.skipped).toBe(1);
    expect(twice.files[0]!.sessions[0]).toMatchObject({ appended: 0, duplicates: 120 });
    const doctor = await runHere(['doctor', '--data-dir', dataDir, '--json'], { TOTAL_RECALL_PORT: '0', TOTAL_RECALL_OPS_PORT: '0' });
    expect(JSON.parse(doctor.stdout)).toMatchObject({ ok: true });
    expect(doctor.code).toBe(0);
  });

  it('names the types that it does not know, in one line', async () => {
    const [sessions, dataDir] = [join(folder.path, 'unknown'), join(folder.path, 'unknown-memory')];
    await mkdir(sessions);
    const content = [
      { type: 'text', text: 'one' },
      { type: 'mood', level: 3 },
      { type: 'mood', level: 4 },
    ];
    await writeFile(join(sessions, 'talk.jsonl'), `${JSON.stringify({ role: 'user', content })}\n{"type":"progress"}\n`);
    const { stderr } = await runHere(['import', sessions, '--data-dir', dataDir]);
    expect(stderr).toMatch(/^Unknown types: block:mood 2, progress 1$/m);
    const again = JSON.parse((await runHere(['import', sessions, '--data-dir', dataDir, '--json'])).stdout) as Imported;
    expect(again.files).toMatchObject([{ unknownTypes: { 'block:mood': 2, progress: 1 } }]);
  });

  it('names the files that are too large to be read', async () => {
    const [sessions, dataDir] = [join(folder.path, 'large'), join(folder.path, 'large-memory')];
    await mkdir(sessions);
    await writeFile(join(sessions, 'talk.jsonl'), '{"role":"user","content":"one"}\n');
    await writeFile(join(sessions, 'vast.jsonl'), '');
    await truncate(join(sessions, 'vast.jsonl'), 513 * 1024 * 1024);
    const { stdout } = await runHere(['import', sessions, '--data-dir', dataDir, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      files: [{ file: 'talk.jsonl' }],
      leftOut: [{ file: 'vast.jsonl', reason: 'larger than 512 MiB' }],
    });
    const named = /^Left out: vast\.jsonl \(larger than 512 MiB\)$/m;
    expect((await runHere(['replay', sessions])).stderr).toMatch(named);
    await rm(join(sessions, 'talk.jsonl'));
    const alone = await runHere(['import', sessions, '--data-dir', dataDir]);
    expect([alone.code, alone.stderr]).toEqual([3, expect.stringMatching(named)]);
  });

  it(
    'keeps a system prompt as what is asked for, and as what it was imported before, also where it follows',
    { timeout: 120_000 },
    async () => {
      const [sessions, dataDir] = [join(folder.path, 'prompted'), join(folder.path, 'prompted-memory')];
      await mkdir(sessions);
      const line = (role: string, content: string): string => `${JSON.stringify({ role, content })}\n`;
      const begun = (system: string) => line('system', system) + line('user', 'one') + line('assistant', 'two');
      await writeFile(join(sessions, 'old.jsonl'), `${begun('Old.')}{"role":"user","content":"torn\n`);
      await writeFile(join(sessions, 'late.jsonl'), begun('Late.'));
      expect((await runHere(['import', sessions, '--data-dir', dataDir])).code).toBe(0);
      await rm(join(sessions, 'late.jsonl'));
      await writeFile(join(sessions, 'new.jsonl'), begun('New.'));
      const { stop, printed, finished } = startHere(['import', sessions, '--follow', '--data-dir', dataDir, '--system-as', 'persona']);
      await printed(/^old\.\S+ .* 0 +3$/m);
      await appendFile(join(sessions, 'old.jsonl'), line('user', 'three'));
      await printed(/^old\.\S+ {2}\+1$/m);
      await writeFile(join(sessions, 'late.jsonl'), begun('Late.') + line('user', 'later'));
      await printed(/^late\.\S+ {2}\+1$/m);
      await appendFile(join(sessions, 'new.jsonl'), line('user', 'more'));
      await printed(/^new\.\S+ {2}\+1$/m);
      stop();
      const { code, stdout, stderr } = await finished;
      expect(code).toBe(0);
      expect(stderr.match(/^.*The system prompt of .*$/gm)).toEqual([
        expect.stringMatching(/^old\.jsonl: The system prompt of old\.\S+ was imported before/),
        expect.stringMatching(/^late\.jsonl: The system prompt of late\.\S+ was imported before/),
      ]);
      expect(stdout).toMatch(/^1 line skipped:\n {2}old\.jsonl:4 .*$/m);
      expect(stdout).not.toContain('The system prompt');
      await rm(join(sessions, 'late.jsonl'));
      const again = JSON.parse((await runHere(['import', sessions, '--data-dir', dataDir, '--json'])).stdout) as Imported;
      expect(again.files.flatMap(({ sessions: all }) => all)).toMatchObject([
        { events: 4, appended: 0 },
        { events: 4, appended: 0 },
      ]);
    },
  );

  it('follows a file that grows, and new ones beside it, and ends well', async () => {
    const [sessions, dataDir] = [join(folder.path, 'followed'), join(folder.path, 'followed-memory')];
    await mkdir(sessions);
    const line = (role: string, content: string): string => `${JSON.stringify({ role, content })}\n`;
    await writeFile(join(sessions, 'talk.jsonl'), line('user', 'one') + line('assistant', 'two'));
    await writeFile(join(sessions, 'open.jsonl'), line('user', 'first') + line('user', 'second'));
    const { stop, printed, finished } = startHere(['import', sessions, '--follow', '--data-dir', dataDir]);
    await printed(/talk\.[0-9a-f]{8}/);
    await appendFile(join(sessions, 'talk.jsonl'), line('user', 'three') + '{"role":"assis');
    await printed(/^talk\.\S+ {2}\+1$/m);
    await appendFile(join(sessions, 'talk.jsonl'), 'tant","content":"four"}\n');
    await writeFile(join(sessions, 'other.jsonl'), line('user', 'new') + line('assistant', 'too'));
    await printed(/^other\.\S+ {2}\+2$/m);
    const shown = await printed(/(?:^talk\.\S+ {2}\+1\n[^]*){2}/m);
    expect(shown).not.toMatch(/fork|^open\./m);
    await appendFile(join(sessions, 'open.jsonl'), line('assistant', 'answered'));
    await printed(/^open\.\S+ {2}\+3$/m);
    stop();
    expect((await finished).code).toBe(0);
    const again = JSON.parse((await runHere(['import', sessions, '--data-dir', dataDir, '--json'])).stdout) as Imported;
    expect(again.files.flatMap(({ sessions: all }) => all)).toMatchObject([
      { events: 3, appended: 0 },
      { events: 2, appended: 0 },
      { events: 4, appended: 0 },
    ]);
  });
});

interface Imported {
  readonly files: readonly { readonly skipped: number; readonly sessions: readonly object[] }[];
}

describe('total-recall archive verify', () => {
  it('compares the archive of a folder with its log, and says what is wrong', async () => {
    const dataDir = join(folder.path, 'archived');
    const archiving = { TOTAL_RECALL_ARCHIVE: 'on', TOTAL_RECALL_ARCHIVE_RECORDS: '25' };
    await runHere(['import', join(folder.path, 'sessions'), '--data-dir', dataDir, '--json'], archiving);
    const whole = await runHere(['archive', 'verify', '--data-dir', dataDir, '--json']);
    const { ok, partitions } = JSON.parse(whole.stdout) as {
      ok: boolean;
      partitions: { chapters: number; records: number; end: number }[];
    };
    expect([whole.code, ok]).toEqual([0, true]);
    expect(partitions[0]!.chapters).toBeGreaterThanOrEqual(4);
    expect(partitions[0]!.records).toBeGreaterThan(partitions[0]!.end - 25);
    const [segment] = await segmentsBelow(join(dataDir, 'archive', 'segments'));
    await rm(segment!);
    const broken = await runHere(['archive', 'verify', '--data-dir', dataDir]);
    expect(broken.stdout).toMatch(/partition 0, chapter \d+, offset \d+: a segment is missing\n1 problem\./);
    expect(broken.code).toBe(1);
  });
});

async function segmentsBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

describe('total-recall config', () => {
  it('shows what is set and hides secrets', async () => {
    const env = { TOTAL_RECALL_PORT: '9000', TOTAL_RECALL_API_KEY: 'tr_not-to-be-seen' };
    const shown = await runHere(['config', '--json'], env);
    const { settings } = JSON.parse(shown.stdout) as { settings: { variable: string }[] };
    expect(settings).toContainEqual({ variable: 'TOTAL_RECALL_PORT', value: '9000', source: 'variable' });
    expect(settings).toContainEqual({ variable: 'TOTAL_RECALL_API_KEY', value: '********', source: 'variable' });
    expect((await runHere(['config'], env)).stdout).not.toContain('not-to-be-seen');
  });
});

describe('wrong usage', () => {
  it.each([
    [['serv'], 2, 'Did you mean serve?'],
    [['serve', '--port', 'abc'], 2, '--port must be a whole number'],
    [['replay'], 2, '--demo'],
    [['replay', 'no-such-file.jsonl'], 3, 'There is no no-such-file.jsonl'],
    [['replay', 'x', '--window', '3'], 2, 'such as 32768 or 32K'],
    [['proxy', '--window', '3K'], 2, 'from 4096 to 4000000, such as 32768 or 32K'],
    [['serve', '--window', '1K'], 2, 'from 2000 to 4000000, such as 32768 or 32K'],
    [['recall', 'x'], 2, 'TOTAL_RECALL_API_KEY'],
    [['recall', 'x', '--url', 'http://127.0.0.1:1', '--api-key', 'k'], 1, 'total-recall serve'],
    [['eval', 'needles', '--preset', '5'], 2, '000 or 002'],
    [['keys', 'list', '--data-dir', 'no-such-folder/below'], 3, 'There is no data folder at'],
    [['archive', 'verify', '--data-dir', 'no-such-folder/below'], 3, 'There is no archive'],
  ])('%j ends with %i', async (args, exitCode, said) => {
    const { code, stderr } = await runHere(args.map((arg) => (arg.startsWith('no-such-folder') ? join(folder.path, arg) : arg)));
    expect(stderr).toContain(said);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(code).toBe(exitCode);
    expect(await readdir(folder.path)).not.toContain('no-such-folder');
  });

  it('prints the error as one object where asked', async () => {
    const { code, stdout } = await runHere(['replay', 'no-such-file.jsonl', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'not_found' } });
    expect(code).toBe(3);
  });

  it('has help with examples for every command', async () => {
    const help = await runHere(['--help']);
    for (const command of [
      'serve',
      'replay',
      'import',
      'recall',
      'window',
      'sessions',
      'demand',
      'eval',
      'doctor',
      'config',
      'keys',
      'archive',
    ])
      expect(help.stdout).toContain(`  ${command}`);
    const page = await readFile(new URL('../../../docs/commands.md', import.meta.url), 'utf8');
    const named = [...help.stdout.matchAll(/^  ([a-z-]+)(?= )/gm)].map(([, name]) => name!);
    const commands = named.filter((name) => name !== 'help' && name !== 'total-recall');
    expect(commands.length).toBeGreaterThan(40);
    expect(commands.filter((name) => !page.includes(`\`${name}`))).toEqual([]);
    const groups = ['Try it and run it:', 'Connect an agent:', 'Facts and topics:', 'Erasure and legal holds:', 'Backup and maintenance:'];
    expect(groups.map((group) => help.stdout.indexOf(`\n${group}\n`))).toSatisfy(
      (places: number[]) => places.every((at) => at > 0) && places.join() === places.toSorted((a, b) => a - b).join(),
    );
    const replay = await runHere(['replay', '--help']);
    expect(replay.stdout).toContain('Examples:');
    expect(replay.code).toBe(0);
  });
});
