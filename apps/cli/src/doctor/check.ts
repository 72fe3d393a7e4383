import { reasonText, TotalRecallError } from '@total-recall/runtime';
import { systemError } from '../describe-error.ts';

/** Result of one check. */
export interface CheckResult {
  readonly name: string;
  readonly outcome: 'ok' | 'warn' | 'fail';
  readonly detail: string;
  /** Advice to the user. */
  readonly advice?: string;
}

export interface Check {
  readonly name: string;
  run(): Promise<Omit<CheckResult, 'name'>>;
}

export const ok = (detail: string): Omit<CheckResult, 'name'> => ({ outcome: 'ok', detail });
export const warn = (detail: string, advice: string): Omit<CheckResult, 'name'> => ({ outcome: 'warn', detail, advice });
export const fail = (detail: string, advice: string): Omit<CheckResult, 'name'> => ({ outcome: 'fail', detail, advice });

/** Runs the checks one after the other. A check that throws counts as failed, and the others still run. */
export async function runChecks(checks: readonly Check[], onResult: (result: CheckResult) => void): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const { name, run } of checks) {
    const result = await run().catch(failed);
    results.push({ name, ...result });
    onResult(results.at(-1)!);
  }
  return results;
}

/** A refusal of ours says what to do itself. */
function failed(error: unknown): Omit<CheckResult, 'name'> {
  const detail = reasonText(error);
  if (error instanceof TotalRecallError && error.code !== 'internal') return { outcome: 'fail', detail };
  const system = systemError(error);
  if (system) return fail(system.message, system.advice ?? detail);
  return fail(detail, 'Set TOTAL_RECALL_LOG_LEVEL=debug and look again; if it stays, it is a bug.');
}
