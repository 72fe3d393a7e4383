import { describe, expect, it } from 'vitest';
import { failureLine, hasFailed } from './failed-result.ts';

describe('a result of a call', () => {
  it.each<[string, string, boolean]>([
    ['exit code 0 whatever it prints', 'ValueError: caught\nexit code: 0', false],
    ['another exit code', '<returncode>1</returncode>\n<output>x</output>', true],
    ['a failed compile', 'a.ts(3,1): error TS2345: no', true],
    ['a file that is not there', 'cat: a.txt: No such file or directory', true],
    ['prose about an error', 'The error page shows a picture.', false],
    ['an error of a tool', 'Error: 403 Forbidden', true],
    ['an error as an object', '{"error":"fare_sold_out","detail":"Class W is sold out"}', true],
    ['an error with fields of its own', '{\n  "error": { "code": 404 }\n}', true],
    ['an object that did not succeed', '{"success": false, "reason": "no berth"}', true],
    ['a failed status', '{"status":"failed"}', true],
    ['no error as an object', '{"error": null, "rows": 3}', false],
    ['no errors as an object', '{"errors":[],"rows":[{"error":"of 1998"}]}', false],
    ['an object that succeeded', '{"ok":true,"note":"error pages were fixed"}', false],
    ['a field about errors', '{"name":"crane","error":"lamp"}', false],
    ['a status of a thing', '{"status":"delivered","failed":0}', false],
    ['an object as Python prints it', "{'error': 'not found'}", true],
    ['an object of Python that did not succeed', "{'success': False}", true],
    ['no error as Python prints it', "{'error': None, 'rows': 3}", false],
    ['no error in words', '{"error":"none"}', false],
    ['a code that stands for no error', '{"error_code":"0","data":[]}', false],
    ['a count of no errors', '{"errors":{"count":0}}', false],
    ['a blank error', '{"error":" "}', false],
    ['a negative code', '{"error":-1}', true],
    ['a list in which one failed', '[{"error":"x"}]', false],
    ['a field of a container that is empty', 'Status: running\nError: ""\nExitCode', false],
    ['no error on a line', 'Error: None\nrows: 3', false],
    ['a count of no errors on a line', 'Error: 0 errors found', false],
    ['an error that begins with no', 'ERROR: no such table: orders', true],
    ['an error by its number', 'Error: 0x80004005', true],
    ['a script that was read', '#!/bin/sh\nset -e\ntest -f deploy.env || exit 1\nexit 0\n', false],
    ['a program that was read', 'if run.returncode == 1:\n    raise SystemExit', false],
    ['the last of several exit codes', 'build: exit code 0\n12 files\ntest: exit code 1', true],
    ['the last of several exit codes that is none', 'lint: exit code 1\nagain\nlint: exit code 0', false],
    ['the code in front of what a program printed', '<returncode>0</returncode>\n<output>\nchild: exit code 3\n</output>', false],
    ['a failed one in front', 'Process exited with code 2\nOutput:\nexit code: 0', true],
    ['one behind other lines of the harness', 'Wall time: 0.1 seconds\nProcess exited with code 0\nOutput:\nci.log: exit code 1', false],
    ['a failed one there', 'Chunk ID: 1a2b\nWall time: 0.1 seconds\nProcess exited with code 1\nOutput:\nexit code: 0', true],
    ['the last one behind a line that the output begins with', 'lint: fine\nexit code 1\nagain\nexit code 0', false],
    ['one behind other fields', '{"command":"npm test","exit_code":0,"stdout":"child: exit code 3"}', false],
    ['a failed one behind other fields', '{"seconds": 0.1, "exit_code": 2, "stdout": "exit code 0"}', true],
    ['a short name in JSON', '{"exit":1}', true],
    ['a short name in markup', '<exit>1</exit>', true],
    ...['Exit code 1', 'exited with 1', '<exit_code>1</exit_code>', 'returncode: 1', 'exit status 1', 'exitCode=1', 'exit: 1'].map(
      (code): [string, string, boolean] => [code, `one berth\n${code}`, true],
    ),
    ...['Exit code 2\nno port', '{"exit_code": 2, "output": ""}', 'Command exited with status 127', '(Exit-Status: 2)', '[exit 2]'].map(
      (text): [string, string, boolean] => [text, text, true],
    ),
  ])('results: %s', (_name, text, failed) => {
    expect(hasFailed(text, false)).toBe(failed);
  });

  it('a failure is told without the colours of a terminal', () => {
    expect(failureLine('\u001b[31mERROR\u001b[0m keel.py: \u001b[1mAttributeError\u001b[0m: no deck')).toBe(
      'ERROR keel.py: AttributeError: no deck',
    );
    expect(hasFailed('\u001b[31mFAILED\u001b[0m (errors=1)', false)).toBe(true);
  });

  it('a failure is told by the line that names it', () => {
    const runner = (summary: string) =>
      `E   AssertionError: no mast\n____ summary ____\nFAILED hull/deck.py::sail - AssertionError\n${summary}`;
    for (const summary of ['2 failed, 1 passed', '=== 2 failed, 1 passed in 0.32s ===', '──── 2 errors ────'])
      expect(failureLine(runner(summary))).toBe('FAILED hull/deck.py::sail - AssertionError');
    expect(failureLine('exit code: 1\n===== the mast broke =====')).toBe('the mast broke');
    expect(failureLine('exit code: 1\n--no-mast: not found')).toBe('--no-mast: not found');
    const told = 'hull/keel.ts(7,2): error TS2304: no mast.';
    const npm = ['> boat@1.0.0 check', '> tsc --noEmit', told, 'npm error code 2', 'npm error command sh -c tsc --noEmit'];
    expect(failureLine(npm.join('\n'))).toBe(told);
    expect(failureLine('expected 3 masts, saw 2\nmake: *** [Makefile:9: check] Error 1')).toBe('expected 3 masts, saw 2');
    for (const hook of [
      'husky - pre-commit script failed (code 2)',
      'lefthook: pre-push hook failed',
      'error: script "check" exited with code 2',
    ])
      expect(failureLine(`${told}\n${hook}`)).toBe(told);
    for (const own of ['husky - command not found in PATH', 'the pre-commit script of the winch failed to load: no deck'])
      expect(failureLine(`checking\n${own}`)).toBe(own);
    const silent = ['npm error command failed', 'npm error command sh -c tsc --noEmit', 'Waiting for the debugger to disconnect...'];
    expect(failureLine(silent.join('\n'))).toBe('npm error command sh -c tsc --noEmit');
    expect(failureLine('Exit code 1\nnpm error code ERESOLVE\nnpm error A complete log of this run can be found in: /a/b')).toBe(
      'npm error code ERESOLVE',
    );
    const wrapped = JSON.stringify({ output: `checking\n${told}\ndone\n`, metadata: { exit_code: 1, seconds: 0.1 } });
    expect(failureLine(wrapped)).toBe(told);
    expect(failureLine('{"status":500,"error":"locked"}')).toBe('{"status":500,"error":"locked"}');
    expect(failureLine('running\nTraceback (most recent call last)\n  File "a.py"\nValueError: no port\n\n')).toBe('ValueError: no port');
  });
});
