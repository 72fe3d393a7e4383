import { expect, it } from 'vitest';
import { readCall } from './read-call.ts';

const call = (args: object, name = 'run') => readCall({ id: 'c', name, arguments: JSON.stringify(args) });

it('a command is one paragraph of several words; a text with an empty line is content', () => {
  expect(call({ input: 'rm -r build' }).isChange).toBe(true);
  expect(call({ input: 'The notes say:\n\nrm -r build' }).isChange).toBe(false);
});

it('knows the files that a command writes, whatever stands in what it writes', () => {
  const keel = "cat <<'EOF' > hull/keel.py\nimport mast\n\n\ndef set_sail():\n    return 'rig/boom.py'\nEOF";
  expect(call({ command: keel })).toMatchObject({ paths: ['hull/keel.py'], isChange: true, isSearch: false });
  expect(call({ command: `mkdir -p hull\n${keel}\ncat > hull/mast.py <<-END\nEND\npytest hull/keel.py` }).paths).toEqual([
    'hull/keel.py',
    'hull/mast.py',
  ]);
  expect(call({ text: `Run this:\n\n${keel}` }).paths).toEqual([]);
});

it('finds the files of a command in its paths, without the content beside it', () => {
  expect(call({ input: 'head src/keel/plan.ts' }).paths).toEqual(['src/keel/plan.ts']);
  expect(call({ text: 'First.\n\nThen src/keel/plan.ts.' }).paths).toEqual([]);
});

it('finds a file of the folder at hand by the name of its argument', () => {
  for (const key of ['path', 'file', 'file_path', 'filePath', 'target_file', 'relative_workspace_path', 'fileName'])
    expect(call({ note: 'keel.ts', [key]: 'mast.ts' }, 'edit_file')).toMatchObject({ paths: ['mast.ts'], changed: ['mast.ts'] });
  for (const key of ['profile', 'domain', 'version', 'pathology']) expect(call({ [key]: 'mast.ts' }, 'edit_file').paths).toEqual([]);
});

it('changes the files that a command writes, not those that it reads beside them', () => {
  const changed = (command: string) => call({ command }).changed;
  expect(changed("sed -i 's/a;b/c/' hull/keel.py && cat hull/mast.py")).toEqual(['hull/keel.py']);
  expect(changed("cat <<EOF > hull/keel.py\nmast = 'rig/boom.py'\nEOF\nmake; cat build/log.txt | tee build/copy.txt")).toEqual([
    'hull/keel.py',
    'build/copy.txt',
  ]);
  expect(changed('cat hull/keel.py')).toEqual([]);
  expect(changed('cat hull/keel.py > out/keel.py')).toEqual(['out/keel.py']);
  expect(changed("sed -i 's/a/b > c/' hull/keel.py > out/log.txt 2> out/errors.txt")).toEqual(['hull/keel.py', 'out/log.txt']);
  expect(changed('cp -r hull/keel.py hull/mast.py yard/rig.py 2>/dev/null')).toEqual(['yard/rig.py']);
  expect(changed('cp hull/keel.py yard')).toEqual([]);
  expect(changed('mv hull/keel.py yard/keel.py')).toEqual(['hull/keel.py', 'yard/keel.py']);
  expect(call({ path: 'hull/keel.py', command: 'str_replace' }).changed).toEqual(['hull/keel.py']);
});

it('reads the arguments of a call whole, however long the text is that it writes', () => {
  const content = 'the mast of the berth\n'.repeat(2_000);
  const written = call({ content, path: 'hull/keel.py' }, 'write_file');
  expect(written).toMatchObject({ changed: ['hull/keel.py'], key: 'write_file hull/keel.py' });
  expect(call({ path: 'hull/keel.py', content: 'other words' }, 'write_file').settles).toEqual([written.key]);
  const command = `cat > keel.py <<'EOF'\n${content}EOF\npytest keel_test.py`;
  expect(call({ command })).toMatchObject({ changed: ['keel.py'], key: 'run pytest keel_test.py' });
});

it('knows the files that a patch names, not those that its lines speak of', () => {
  const patch =
    "*** Begin Patch\n*** Update File: hull/keel.ts\n@@\n-a\n+import '../rig/mast.ts';\n\n\n*** Add File: NOTES.md\n+x\n*** End Patch";
  const files = ['hull/keel.ts', 'NOTES.md'];
  expect(call({ input: patch }, 'apply_patch')).toMatchObject({ paths: files, changed: files });
  expect(readCall({ id: 'c', name: 'apply_patch', arguments: patch })).toMatchObject({ paths: files, changed: files });
  expect(call({ command: ['bash', '-lc', `apply_patch <<'EOF'\n${patch}\nEOF`] }, 'shell')).toMatchObject({ paths: files, changed: files });
  const diff = "git apply <<'EOF'\n--- a/hull/keel.ts\n+++ b/hull/keel.ts\n@@ -1 +1 @@\n-a\n+b\nEOF";
  expect(call({ command: diff }).changed).toEqual(['hull/keel.ts']);
});

it('reads a command that is given word by word as the same command in one text', () => {
  const shell = (command: string | string[]) => call({ command }, 'shell');
  expect(shell(['bash', '-lc', 'cd /srv && npm test -- keel'])).toEqual(shell('cd /srv && npm test -- keel'));
  expect(shell(['sed', '-i', 's/a/b/', 'hull/keel.ts'])).toEqual(shell('sed -i s/a/b/ hull/keel.ts'));
  expect(shell(['/bin/zsh', '-c', 'npm run build']).settles).not.toContain(shell(['/bin/zsh', '-c', 'npm test']).key);
});

it.each([
  ['README.md', { path: 'README.md' }],
  ['C:\\work\\quay.ts', { file_path: 'C:\\work\\quay.ts', content: 'x' }],
  ['/src/größe.ts', { filePath: '/src/größe.ts' }],
  ['/src/[id]/page.ts', { path: '/src/[id]/page.ts', old_string: './pier.css', newText: 'lib/pier.css' }],
])('takes %s for a file where its argument is called one', (path, args) => {
  expect(readCall({ id: 'c1', name: 'write', arguments: JSON.stringify(args) }).changed).toEqual([path]);
});

it.each([{ path: 'src' }, { path: '*.ts' }, { title: 'README.md' }, { path: 'read my file.md' }])('takes no file from %j', (args) => {
  expect(readCall({ id: 'c1', name: 'write', arguments: JSON.stringify(args) }).paths).toEqual([]);
});

it.each([
  ['npm test', ['bash', '-lc', 'npm test']],
  ['npm test', ['/bin/sh', '-c', 'cd /srv/quay && npm test']],
  ['rm src/a.ts', ['bash', '-euo', 'pipefail', '-c', 'rm src/a.ts']],
  ['git status', ['git', 'status']],
])('knows %s by its words where a shell is called with an array', (words, command) => {
  expect(readCall({ id: 'c1', name: 'shell', arguments: JSON.stringify({ command }) }).key).toBe(`shell ${words}`);
});

it.each([
  ['TodoWrite', { todos: [{ content: 'Create hull/keel.py', status: 'pending', activeForm: 'Creating it' }] }],
  ['todo_write', { todos: [{ id: '1', task: 'hull/keel.py', path: 'hull/keel.py', status: 'pending' }] }],
  ['update_plan', { explanation: 'hull/keel.py', plan: [{ step: 'hull/keel.py', status: 'in_progress' }] }],
  ['mcp__forge__create_review_comment', { path: 'hull/keel.py', line: 3, body: 'Name it.' }],
])('no file is worked on that %s names', (name, args) => {
  expect(call(args, name)).toMatchObject({ paths: [], changed: [], isChange: false });
});

it.each([
  ['write_plan_file', { path: 'docs/plan.md', content: 'x' }, ['docs/plan.md']],
  ['run_task', { command: 'cat a.ts > hull/keel.py' }, ['hull/keel.py']],
])('%s changes the file that it names', (name, args, changed) => {
  expect(call(args, name).changed).toEqual(changed);
});

it.each([
  ['git checkout hull/keel.py', ['hull/keel.py']],
  ['git checkout -- hull/keel.py', ['hull/keel.py']],
  ['git checkout main -- hull/keel.py', ['hull/keel.py']],
  ['git checkout -b fix/keel', []],
  ['git checkout main && cat hull/keel.py', []],
  ['git stash push hull/keel.py', ['hull/keel.py']],
  ['npx prettier --write hull/keel.ts hull/mast.ts', ['hull/keel.ts', 'hull/mast.ts']],
  ['eslint --fix-dry-run hull/keel.ts', []],
  ['gofmt -w hull/keel.go', ['hull/keel.go']],
  ['gofmt -d hull/keel.go', []],
])('%j changes %j', (command, changed) => {
  expect(call({ command }).changed).toEqual(changed);
});

it.each([
  ['git add hull/keel.py', []],
  ['git commit -m "fix" hull/keel.py', []],
  ['chmod +x hull/keel.sh', []],
  ['git show HEAD:hull/keel.py', ['hull/keel.py']],
  ['git diff hull/keel.py', ['hull/keel.py']],
  ['cat hull/keel.py && git add hull/mast.py', ['hull/keel.py']],
])('%j looks at %j', (command, looked) => {
  expect(call({ command }).looked).toEqual(looked);
});
