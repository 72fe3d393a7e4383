import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** The part that is read of a report of vitest's JSON reporter. */
interface TestReport {
  readonly numPassedTests: number;
  /** Tests that were left out, as where a server is missing. */
  readonly numPendingTests?: number;
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
  readonly leftOut: number;
  /** One text for each failure: its place and the start of its message. */
  readonly failures: readonly string[];
}

const MESSAGE_LINES = 12;
/** Lines of the end of a failed step's output that are shown again. */
const LOG_LINES = 60;

/** A step beside the tests that failed, with the output that it left, if any. */
export interface FailedStep {
  readonly name: string;
  readonly output?: string;
}

/**
 * Computes the result of a CI run. An aborted test run, and a failed check beside the tests, count as one failure each.
 */
export function resultOf(reportText: string | undefined, testsExit: number, failedSteps: readonly FailedStep[]): RunResult {
  const report = parse(reportText);
  const ofTests = (report?.testResults ?? []).flatMap(failuresOf);
  const brokeOff = ofTests.length === 0 && (!report || testsExit !== 0) ? [`the test run broke off with exit code ${testsExit}`] : [];
  const failures = [...ofTests, ...brokeOff, ...failedSteps.map(tellStep)];
  return { passed: report?.numPassedTests ?? 0, failed: failures.length, leftOut: report?.numPendingTests ?? 0, failures };
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

function tellStep({ name, output = '' }: FailedStep): string {
  const lines = stripVTControlCharacters(output).trimEnd().split('\n').slice(-LOG_LINES);
  return output.trim() === '' ? `check: ${name}` : `check: ${name}\n${indented(lines)}`;
}

function firstLines(message = ''): string {
  return indented(message.split('\n').slice(0, MESSAGE_LINES));
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => `    ${line}`).join('\n');
}

function parse(text: string | undefined): TestReport | undefined {
  try {
    const report = JSON.parse(text ?? '') as TestReport;
    return typeof report.numPassedTests === 'number' ? report : undefined;
  } catch {
    return undefined;
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function main([path = '', testsExit, logs = '', ...failedSteps]: string[]): void {
  const text = readText(path);
  if (text === undefined) console.error('The test run left no report.');
  const steps = failedSteps.map((name) => ({ name, output: readText(join(logs, name)) }));
  const { passed, failed, leftOut, failures } = resultOf(text, Number(testsExit), steps);
  if (failures.length > 0) console.log(`\nFailed:\n${failures.map((failure) => `- ${failure}`).join('\n')}`);
  console.log(`\n${leftOut} tests were left out, as what they need is not here or their adapter does without.`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}

if (import.meta.main) main(process.argv.slice(2));
