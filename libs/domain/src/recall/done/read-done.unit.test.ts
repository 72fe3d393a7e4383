import { describe, expect, it } from 'vitest';
import { renderCall } from '../../window/render-entry.ts';
import type { AskedAction } from './asked-action.ts';
import { readDone } from './read-done.ts';

function shown(action: AskedAction, name: string, args: object) {
  const call = { id: 'c1', name, arguments: JSON.stringify(args) };
  const done = readDone(action, { call, text: '' }, { kind: 'tool_call' });
  const text = renderCall(call.name, call.arguments);
  const parts = done?.rangesIn(text, done.targets).map(({ from, to }) => text.slice(from, to));
  return done && { targets: done.targets, text: parts!.join('|') };
}

describe('readDone', () => {
  it('shows a change up to the file that it changed', () => {
    const edit = { path: 'src/quay/drain.ts', oldText: 'a'.repeat(900), newText: 'b' };
    expect(shown('change', 'edit', edit)).toEqual({ targets: ['src/quay/drain.ts'], text: 'edit({"path":"src/quay/drain.ts' });
    expect(shown('read', 'edit', edit)).toBeUndefined();
  });

  it('shows a file that stands far behind', () => {
    const edit = { newText: 'é'.repeat(900), path: 'src/quay/drain.ts' };
    expect(shown('change', 'edit', edit)!.text).toMatch(/^.{1,24}src\/quay\/drain\.ts$/);
  });

  it('shows each file of a call that changes several, wherever it stands', () => {
    const input = `*** Begin Patch\n*** Update File: src/a.ts\n${'+x\n'.repeat(300)}*** Add File: src/b.ts\n+y\n*** End Patch`;
    const { targets, text } = shown('change', 'apply_patch', { input })!;
    expect(targets).toEqual(['src/a.ts', 'src/b.ts']);
    expect(text).toMatch(/^apply_patch.*src\/a\.ts\|.{20}src\/b\.ts$/);
    const many = Array.from({ length: 12 }, (_, at) => `src/f${at}.ts`);
    expect(shown('read', 'bash', { command: `cat ${many.join(' ')}` })!.targets).toEqual(many);
  });

  it('knows a path of Windows again', () => {
    expect(shown('change', 'write', { file_path: 'C:\\work\\quay.ts', content: 'x' })!.text).toBe(
      'write({"file_path":"C:\\\\work\\\\quay.ts',
    );
  });

  it('tells what a command changes from what it reads', () => {
    expect(shown('change', 'bash', { command: 'cat src/a.ts > src/b.ts' })!.targets).toEqual(['src/b.ts']);
    expect(shown('change', 'bash', { command: 'cat src/a.ts' })).toBeUndefined();
    expect(shown('read', 'bash', { command: 'cat src/a.ts' })!.targets).toEqual(['src/a.ts']);
  });

  it('tells what is removed from what is changed', () => {
    expect(shown('remove', 'bash', { command: 'rm -r src/old src/a.ts' })!.targets).toEqual(['src/old', 'src/a.ts']);
    expect(shown('remove', 'delete_file', { path: 'src/a.ts' })!.targets).toEqual(['src/a.ts']);
    expect(shown('remove', 'bash', { command: 'cat src/a.ts > src/b.ts' })).toBeUndefined();
    expect(shown('remove', 'edit', { path: 'src/a.ts', newText: 'b' })).toBeUndefined();
  });

  it('tells commands apart by the whole of them, and shows their beginning', () => {
    const { targets, text } = shown('run', 'bash', { command: `cd /repo && npm run check -- --fix ${'x'.repeat(400)}` })!;
    expect(text).toHaveLength(200);
    expect(shown('run', 'bash', { command: 'cd /repo && npm run check' })!.targets).not.toEqual(targets);
  });

  it('shows the line by which a result tells of a failure', () => {
    const text = 'checking\nerror TS2322: no string\n\nCommand exited with code 2';
    const done = readDone('fail', { text }, { kind: 'tool_result' })!;
    const [range, ...more] = done.rangesIn(text, done.targets);
    expect(more).toEqual([]);
    expect(done.targets).toEqual([text.slice(range!.from, range!.to)]);
    expect(done.targets).toEqual(['error TS2322: no string']);
  });

  it.each([
    ['a result that succeeded', { text: '12 passed' }],
    ['a search that found nothing', { text: '\nCommand exited with code 1' }],
    ['a failure without a word', { text: '', isError: true }],
  ])('leaves out %s', (_, result) => {
    expect(readDone('fail', result, { kind: 'tool_result' })).toBeUndefined();
  });

  it('judges a result by the call that it answers, where that is known', () => {
    const targetsOf = (text: string, isError: boolean, command: string) =>
      readDone(
        'fail',
        { text, isError },
        { kind: 'tool_result', answered: { id: 'c1', name: 'bash', arguments: JSON.stringify({ command }) } },
      )?.targets;
    expect(targetsOf('Command exited with code 1', true, 'grep -rn winch src')).toBeUndefined();
    expect(targetsOf('Command exited with code 1', true, './moor.sh')).toEqual(['Command exited with code 1']);
    expect(targetsOf('grep: src: No such file or directory', true, 'grep -rn winch src')).toEqual(['grep: src: No such file or directory']);
    expect(targetsOf('12 passed', false, 'npm test')).toBeUndefined();
  });

  it('takes a result that its caller calls an error', () => {
    expect(readDone('fail', { text: 'no such pier', isError: true }, { kind: 'tool_result' })!.targets).toEqual(['no such pier']);
  });
});

describe('a rule of the user', () => {
  it('is each sentence of a message that sets one, and a constraint as a whole', () => {
    const text = 'The ferry is late. Never push to main. Always run the linter before you commit!';
    const rules = readDone('rule', { text }, { kind: 'user_message' })!;
    expect(rules.targets).toEqual(['Never push to main.', 'Always run the linter before you commit!']);
    expect(rules.rangesIn(text, rules.targets.slice(1)).map(({ from, to }) => text.slice(from, to))).toEqual([
      'Always run the linter before you commit!',
    ]);
    expect(readDone('rule', { text: 'No downtime during the move.' }, { kind: 'constraint' })!.targets).toEqual([
      'No downtime during the move.',
    ]);
    expect(readDone('rule', { text: 'The ferry is late.' }, { kind: 'user_message' })).toBeUndefined();
  });
});
