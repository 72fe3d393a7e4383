import { describe, expect, it } from 'vitest';
import { makeRecords, type Said } from '../../../testing/make-session.ts';
import { deriveFacts, type FactEvent } from './derive-facts.ts';
import { NO_FACTS, type DerivedFacts } from './derived-task-state.ts';

let calls = 0;
function called(name: string, args: object, text: string, isError = false): Said[] {
  const call = { id: `c${calls++}`, name };
  return [
    { kind: 'tool_call', call: { ...call, arguments: JSON.stringify(args) } },
    { kind: 'tool_result', call, text, ...(isError && { isError }) },
  ];
}
const run = (command: string, text = ''): Said[] => called('bash', { command }, text);

/** Returns the failures that stand, which are the same wherever a compaction falls. */
function failuresAfter(...said: readonly Said[][]): string[] {
  const events = makeRecords([{ kind: 'user_message', text: 'Mend the winch.' }, ...said.flat()]).map(
    ({ envelope: { id, kind }, body }, at): FactEvent => ({ id, ordinal: at + 1, kind, body: body as FactEvent['body'] }),
  );
  const whole = deriveFacts(NO_FACTS, events);
  for (let at = 1; at < events.length; at++) {
    const stored = JSON.parse(JSON.stringify(deriveFacts(NO_FACTS, events.slice(0, at)))) as DerivedFacts;
    expect(deriveFacts(stored, events)).toEqual(whole);
  }
  return whole.failures.map(({ text, times }) => `${text} (${times})`);
}

const BROKEN = 'Traceback (most recent call last)\nValueError: the winch is stuck';

describe('a failure of a file that is removed', () => {
  it.each([
    ['a script', run('python3 probe.py', BROKEN), run('rm probe.py')],
    ['a script among other commands', run('cd /srv && PORT=1 python3 ./probe.py > out.txt', BROKEN), run('rm -f probe.py && git status')],
    ['one named in full', run('python3 probe.py', BROKEN), run('rm /srv/probe.py')],
    ['its folder', run('node try/probe.js', BROKEN), run('rm -rf try')],
    ['by a tool', run('pytest tests/probe.py::test_winch', BROKEN), called('delete_file', { path: 'tests/probe.py' }, 'Deleted.')],
    [
      'one that a tool could not edit',
      called('edit_file', { path: 'src/a.ts' }, 'no match', true),
      run('git rm src/a.ts', "rm 'src/a.ts'"),
    ],
    ['all of several', run('pytest tests/a.py tests/b.py', BROKEN), [...run('rm tests/a.py'), ...run('rm tests/b.py')]],
  ])('is dropped: %s', (_name, failed, removal) => {
    expect(failuresAfter(failed)).toHaveLength(1);
    expect(failuresAfter(failed, removal)).toEqual([]);
  });

  it.each([
    ['another file', run('python3 probe.py', BROKEN), run('rm other.py')],
    ['a file of that name in another folder', run('python3 src/probe.py', BROKEN), run('rm try/probe.py')],
    ['one of several', run('pytest tests/a.py tests/b.py', BROKEN), run('rm tests/a.py')],
    ['what it writes', run('npm test > out.txt', BROKEN), run('rm out.txt')],
    ['a removal that was refused', run('python3 probe.py', BROKEN), run('rm probe.py', 'rm: probe.py: Permission denied')],
    ['a command without files', run('npm test', BROKEN), run('rm probe.py')],
  ])('stands: %s', (_name, failed, removal) => {
    expect(failuresAfter(failed, removal).filter((text) => text.includes('ValueError'))).toHaveLength(1);
  });
});

describe('a failure for want of a program', () => {
  it.each([
    ['bash: line 1: pytest: command not found', 'pytest tests/winch.py', 'python -m pytest tests/winch.py -q'],
    ['/bin/python: No module named pytest', 'python -m pytest tests/winch.py', './tests/run.sh tests/winch.py'],
    ["ModuleNotFoundError: No module named 'numpy'", 'python3 winch.py', 'venv/bin/python winch.py'],
    ["Error: Cannot find module 'tsx'", 'node --import tsx src/winch.ts', 'npx tsx src/winch.ts'],
    ['sh: 1: vitest: not found', 'vitest run src/winch.ts', 'npx vitest run src/winch.ts src/quay.ts'],
    ['bash: pytest: commande introuvable', 'pytest tests/winch.py', 'python -m pytest tests/winch.py'],
    ['bash: pytest: Kommando nicht gefunden', 'pytest tests/winch.py', 'python -m pytest tests/winch.py'],
    ['bash: pytest: команда не найдена', 'pytest tests/winch.py', 'python -m pytest tests/winch.py'],
  ])('is put right where another program takes its files: %s', (line, failed, passed) => {
    const missing = run(failed, `${line}\nexit code: 127`);
    expect(failuresAfter(missing)).toHaveLength(1);
    expect(failuresAfter(missing, run(passed, '3 passed'))).toEqual([]);
  });

  it.each([
    ['that are read', 'cat tests/winch.py'],
    ['that are kept', 'git add tests/winch.py'],
    ['that are changed', "sed -i 's/a/b/' tests/winch.py"],
    ['others', 'python -m pytest tests/quay.py'],
    ['none', 'python -m pytest'],
  ])('stands where a call that succeeds names files %s', (_name, command) => {
    expect(failuresAfter(run('pytest tests/winch.py', 'bash: pytest: command not found'), run(command, 'fine'))).toHaveLength(1);
  });

  it('stands for any other reason', () => {
    expect(failuresAfter(run('pytest tests/winch.py', BROKEN), run('ruff tests/winch.py', 'fine'))).toHaveLength(1);
    expect(failuresAfter(run('psql --version', 'bash: psql: command not found'), run('python try.py', 'fine'))).toHaveLength(1);
  });
});

describe('failures that tell the same', () => {
  const told = 'src/winch.ts(16,4): error TS2554: expected 4 arguments';

  it('are one with their count, put right with any of them', () => {
    const failed = [run('npm run publish', told), run('npm run build', told)];
    expect(failuresAfter(...failed)).toEqual([`bash npm run build: ${told} (2)`]);
    expect(failuresAfter(...failed, run('npm run publish', told))).toEqual([`bash npm run publish: ${told} (3)`]);
    expect(failuresAfter(...failed, run('npm run publish', 'fine'))).toEqual([]);
    expect(failuresAfter(...failed, run('npm run build', 'fine'))).toEqual([]);
    const long = `${told} ${'as the drum turns '.repeat(20)}`;
    expect(failuresAfter(run('npm run publish', long), run('npm test', long))).toHaveLength(1);
  });

  it.each([
    ['other lines', 'error: the winch is stuck', 'error: the crane is stuck'],
    ['lines that say no more than that it failed', 'Command exited with code 2', 'Command exited with code 2'],
    ['no lines', '<returncode>2</returncode>', '<returncode>2</returncode>'],
    ['short lines', 'exit code: 1\nno port', 'exit code: 1\nno port'],
  ])('are two where they tell %s', (_name, one, other) => {
    expect(failuresAfter(run('make hull', one), run('npm test', other))).toHaveLength(2);
  });
});

describe('a check that a file is gone', () => {
  const write = called('write_file', { path: 'src/probe.py', text: 'a' }, 'Written.');
  const check = run('ls src/probe.py', "ls: cannot access 'src/probe.py': No such file or directory");

  it('is no failure where a call removed it', () => {
    expect(failuresAfter(write, run('rm src/probe.py'), check)).toEqual([]);
    expect(failuresAfter(write, run('rm -r src'), run('cat src/probe.py', 'cat: src/probe.py: No such file or directory'))).toEqual([]);
    expect(failuresAfter(run('rm src/probe.py'), called('read_file', { path: 'src/probe.py' }, 'ENOENT: src/probe.py', true))).toEqual([]);
    expect(failuresAfter(run('rm src/probe.py'), run('ls src/probe.py', 'ls: src/probe.py: Aucun fichier ou dossier de ce nom'))).toEqual(
      [],
    );
  });

  it('is one where none did, or the file was written again, or it fails otherwise', () => {
    expect(failuresAfter(check)).toHaveLength(1);
    expect(failuresAfter(run('rm src/other.py'), check)).toHaveLength(1);
    expect(failuresAfter(run('rm src/probe.py'), write, check)).toHaveLength(1);
    expect(failuresAfter(write, run('rm src/probe.py'), run('python src/probe.py', BROKEN))).toHaveLength(1);
  });
});
