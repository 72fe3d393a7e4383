import { expect, it } from 'vitest';
import { resultOf } from './report-counts.ts';

const failedTest = { fullName: 'a window fits', status: 'failed', failureMessages: ['expected 9 to be 8\nat window.ts:3'] };
const report = (passed: number, failed: number) =>
  JSON.stringify({
    numPassedTests: passed,
    testResults: [
      {
        name: `${process.cwd()}/libs/window.test.ts`,
        status: failed ? 'failed' : 'passed',
        assertionResults: Array.from({ length: failed }, () => failedTest),
      },
    ],
  });

it.each([
  ['all is well', report(9, 0), 0, [], { passed: 9, failed: 0 }],
  ['tests failed', report(7, 2), 1, [], { passed: 7, failed: 2 }],
  ['a file could not be loaded', report(9, 0), 1, [], { passed: 9, failed: 1 }],
  ['a check beside the tests failed', report(9, 0), 0, [{ name: 'lint' }, { name: 'format' }], { passed: 9, failed: 2 }],
  ['the run broke off', undefined, 1, [], { passed: 0, failed: 1 }],
  ['the report is cut', '{"numPassed', 0, [], { passed: 0, failed: 1 }],
])('counts when %s, and names each failure', (_, text, exit, steps, counts) => {
  const result = resultOf(text, exit, steps);
  expect(result).toMatchObject(counts);
  expect(result.failures).toHaveLength(counts.failed);
});

it('counts the tests that were left out beside those that passed', () => {
  const text = JSON.stringify({ numPassedTests: 7, numPendingTests: 2, testResults: [] });
  expect(resultOf(text, 0, [])).toEqual({ passed: 7, failed: 0, leftOut: 2, failures: [] });
});

it('tells where a failure was and how it began', () => {
  const { failures } = resultOf(report(7, 1), 1, [{ name: 'lint' }]);
  expect(failures).toEqual(['libs/window.test.ts: a window fits\n    expected 9 to be 8\n    at window.ts:3', 'check: lint']);
});

it('says of a file without a message that it did not finish', () => {
  const text = JSON.stringify({
    numPassedTests: 1,
    testResults: [{ name: `${process.cwd()}/libs/window.test.ts`, status: 'failed', message: '', assertionResults: [] }],
  });
  expect(resultOf(text, 1, []).failures).toEqual([expect.stringContaining('libs/window.test.ts\n    did not finish')]);
});

it('names a file that could not be loaded', () => {
  const text = JSON.stringify({
    numPassedTests: 1,
    testResults: [{ name: `${process.cwd()}/libs/window.test.ts`, status: 'failed', message: 'cannot find module', assertionResults: [] }],
  });
  expect(resultOf(text, 1, []).failures).toEqual(['libs/window.test.ts\n    cannot find module']);
});

it('shows the end of what a failed check printed', () => {
  const output = Array.from({ length: 100 }, (_, at) => `\u001B[31mline ${at}\u001B[0m`).join('\n');
  const [failure] = resultOf(report(9, 0), 0, [{ name: 'lint', output }]).failures;
  expect(failure).toMatch(/^check: lint\n {4}line 40\n/);
  expect(failure).toMatch(/line 99$/);
});
