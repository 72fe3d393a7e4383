import { readFileSync } from 'node:fs';

/** What is read of a report of vitest's json reporter. */
interface TestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
}

/** The last line of `.ci/run`. A test run that broke off, and a check beside the tests that failed, count as one failure each. */
export function countsOf(reportText: string | undefined, testsExit: number, failedSteps: number): { passed: number; failed: number } {
  const report = parse(reportText);
  const failedTests = report?.numFailedTests ?? 0;
  const brokeOff = !report || (testsExit !== 0 && failedTests === 0) ? 1 : 0;
  return { passed: report?.numPassedTests ?? 0, failed: failedTests + brokeOff + failedSteps };
}

function parse(text: string | undefined): TestReport | undefined {
  try {
    const report = JSON.parse(text ?? '') as Partial<TestReport>;
    if (typeof report.numPassedTests !== 'number' || typeof report.numFailedTests !== 'number') return undefined;
    return { numPassedTests: report.numPassedTests, numFailedTests: report.numFailedTests };
  } catch {
    return undefined;
  }
}

function main([path, testsExit, failedSteps]: string[]): void {
  let text: string | undefined;
  try {
    text = readFileSync(path ?? '', 'utf8');
  } catch {
    console.error('The test run left no report.');
  }
  const { passed, failed } = countsOf(text, Number(testsExit), Number(failedSteps));
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}

if (import.meta.main) main(process.argv.slice(2));
