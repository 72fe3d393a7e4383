import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** The part that is read of a report of vitest's JSON reporter. */
interface TestReport {
  readonly numPassedTests: number;
  readonly testResults?: readonly TestFile[];
}

interface TestFile {
  readonly name: string;
  readonly status: string;
  readonly message?: string;
  readonly assertionResults: readonly {
    readonly fullName: string;
    readonly status: string;
    readonly failureMessages?: readonly string[];
  }[];
}

interface RunResult {
  readonly passed: number;
  readonly failed: number;
  /** One text for each failure: its place and the start of its message. */
  readonly failures: readonly string[];
}

const MESSAGE_LINES = 12;

/**
 * Computes the result of a CI run. An aborted test run, and a failed check beside the tests, count as one failure each.
 */
export function resultOf(reportText: string | undefined, testsExit: number, failedSteps: readonly string[]): RunResult {
  const report = parse(reportText);
  const ofTests = (report?.testResults ?? []).flatMap(failuresOf);
  const brokeOff = ofTests.length === 0 && (!report || testsExit !== 0) ? [`the test run broke off with exit code ${testsExit}`] : [];
  const failures = [...ofTests, ...brokeOff, ...failedSteps.map((name) => `check: ${name}`)];
  return { passed: report?.numPassedTests ?? 0, failed: failures.length, failures };
}

function failuresOf(file: TestFile): string[] {
  const path = relative(process.cwd(), file.name);
  const tests = file.assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => `${path}: ${fullName}\n${firstLines(failureMessages?.join('\n'))}`);
  if (tests.length > 0 || file.status !== 'failed') return tests;
  // The reporter has no message for a file whose process ended while it ran; the files behind it did not run at all.
  return [`${path}\n${firstLines(file.message || 'did not finish: its process ended, and files behind it may not have run')}`];
}

function firstLines(message = ''): string {
  return message
    .split('\n')
    .slice(0, MESSAGE_LINES)
    .map((line) => `    ${line}`)
    .join('\n');
}

function parse(text: string | undefined): TestReport | undefined {
  try {
    const report = JSON.parse(text ?? '') as TestReport;
    return typeof report.numPassedTests === 'number' ? report : undefined;
  } catch {
    return undefined;
  }
}

function main([path, testsExit, ...failedSteps]: string[]): void {
  let text: string | undefined;
  try {
    text = readFileSync(path ?? '', 'utf8');
  } catch {
    console.error('The test run left no report.');
  }
  const { passed, failed, failures } = resultOf(text, Number(testsExit), failedSteps);
  if (failures.length > 0) console.log(`\nFailed:\n${failures.map((failure) => `- ${failure}`).join('\n')}`);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}

if (import.meta.main) main(process.argv.slice(2));
