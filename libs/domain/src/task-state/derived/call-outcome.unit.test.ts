import { describe, expect, it } from 'vitest';
import { callFailed, didNothing } from './call-outcome.ts';
import { readCall } from './read-call.ts';

const called = (name: string, args: object) => readCall({ id: 'c1', name, arguments: JSON.stringify(args) });
const EDIT = called('edit_file', { path: 'src/quay.ts', old_string: 'a' });
const READ = called('read_file', { path: 'src/quay.ts' });

describe('the outcome of a call', () => {
  it.each([
    'Error: old_string not found',
    'String to replace not found in file.',
    'patch does not apply',
    'No such file: src/quay.ts',
    'The old text didn’t match',
    'Could not find the text in src/quay.ts',
    'Unable to edit src/quay.ts',
  ])('is a failure where a refused change says so in words: %s', (text) => {
    expect(callFailed(EDIT, text, false)).toBe(true);
    expect(didNothing(EDIT, text, false)).toBe(true);
  });

  it.each([
    'done',
    '',
    'The file src/failed-result.ts has been updated.',
    'The file src/not_found.ts has been updated.',
    'Applied 2 edits, 0 failed',
    'The file src/quay.ts has been updated. This is what it holds now:\n1\tthrow new Error("not found");\n2\t// fails where no pier is',
    `Updated.${' and so on'.repeat(60)} not found`,
  ])('is none where a change was made: %s', (text) => {
    expect(callFailed(EDIT, text, false)).toBe(false);
    expect(didNothing(EDIT, text, false)).toBe(false);
  });

  it('is none where a file was read that speaks of failures', () => {
    expect(didNothing(READ, 'page not found', false)).toBe(false);
    expect(didNothing(READ, 'no', true)).toBe(true);
  });

  const LOG = 'worker started\nError: connection refused at 10.0.0.7\nERROR: payment worker died\nexit code 1\nError: retry';

  it.each([
    called('bash', { command: 'cat error.log' }),
    called('bash', { command: 'cd srv && tail -n 3 app.log | head -2' }),
    called('bash', { command: 'grep -n ERROR app.log' }),
    called('bash', { command: 'git log --oneline' }),
    called('bash', { command: 'docker logs api' }),
    called('bash', { command: 'kubectl -n shop logs api-7d9 --previous' }),
    called('bash', { command: 'journalctl -u api' }),
    called('bash', { command: 'gh run view --log-failed' }),
    called('read_file', { path: 'error.log' }),
    called('Read', { file_path: '/srv/app/README.md' }),
    called('Grep', { pattern: 'Error', path: 'src/a.ts' }),
  ])('is none where a file or a log was shown that tells of failures (%#)', (call) => {
    expect(callFailed(call, LOG, false)).toBe(false);
    expect(callFailed(call, LOG, true)).toBe(true);
  });

  it.each([
    [called('bash', { command: 'cat error.log' }), 'cat: error.log: No such file or directory'],
    [called('bash', { command: 'cat error.log' }), 'Exit code: 1\ncat: error.log: Input/output error'],
    [called('bash', { command: 'docker logs api' }), 'bash: docker: command not found'],
    [called('read_file', { path: 'error.log' }), "Error: ENOENT: no such file or directory, open 'error.log'"],
    [called('Read', { file_path: 'error.log' }), 'File does not exist.'],
    [called('Read', { file_path: 'error.log' }), '<tool_use_error>File does not exist.</tool_use_error>'],
    [called('read_file', { path: 'a.ts' }), 'Error: Tool execution timed out'],
    [called('read_file', { path: 'a.ts' }), '{"error":"File not found"}'],
    [called('read_file', { path: 'a.ts' }), 'Traceback (most recent call last):\n  File "tool.py"\nKeyError: 1'],
    [called('bash', { command: 'git diff' }), 'fatal: not a git repository'],
    [called('bash', { command: 'docker logs api' }), 'Error response from daemon: No such container: api'],
    [called('bash', { command: 'kubectl logs api' }), 'Error from server (NotFound): pods "api" not found'],
    [called('bash', { command: 'cat setup.sh | sh' }), 'Error: connection refused'],
    [called('bash', { command: 'npm test > out.log; cat out.log' }), 'FAIL src/a.test.ts'],
    [called('fetch_status', { url: 'http://127.0.0.1' }), 'Error: connection refused'],
  ])('is a failure where nothing was shown, or more was done than showing (%#)', (call, text) => {
    expect(callFailed(call, text, false)).toBe(true);
  });

  it.each([
    'psql: error: connection to server failed',
    'docker: Error response from daemon: no such image',
    'curl: (7) Failed to connect to localhost port 3000',
    'make: *** [all] Error 2',
    'FAIL src/a.test.ts\n  x is not y',
    '=== 1 failed, 3 passed in 0.12s ===',
    '2 passed, 1 failed in 0.3s',
    'ERROR in ./src/x.ts',
    'ssh: connect to host x port 22: Connection refused',
    'Permission denied (publickey).',
    'Segmentation fault (core dumped)',
  ])('is a failure as programs print it: %s', (text) => {
    expect(callFailed(called('bash', { command: 'make all' }), text, false)).toBe(true);
  });

  it.each([
    '0 errors, 2 warnings',
    'Tests: 4 passed',
    '0 failed, 3 passed',
    '10 passed, 0 failed in 2s',
    'Build succeeded.',
    'note: error handling is new',
  ])('is none where a program says that all is well: %s', (text) => {
    expect(callFailed(called('bash', { command: 'make all' }), text, false)).toBe(false);
  });
});
