import { expect, it } from 'vitest';
import { countsOf } from './report-counts.ts';

const report = (passed: number, failed: number) => JSON.stringify({ numPassedTests: passed, numFailedTests: failed });

it.each([
  ['all is well', report(9, 0), 0, 0, { passed: 9, failed: 0 }],
  ['tests failed', report(7, 2), 1, 0, { passed: 7, failed: 2 }],
  ['a file could not be loaded', report(9, 0), 1, 0, { passed: 9, failed: 1 }],
  ['a check beside the tests failed', report(9, 0), 0, 2, { passed: 9, failed: 2 }],
  ['the run broke off', undefined, 1, 0, { passed: 0, failed: 1 }],
  ['the report is cut', '{"numPassed', 0, 0, { passed: 0, failed: 1 }],
])('counts when %s', (_, text, exit, steps, counts) => {
  expect(countsOf(text, exit, steps)).toEqual(counts);
});
