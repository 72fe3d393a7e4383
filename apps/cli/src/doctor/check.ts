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
    const result = await run().catch((error: unknown) =>
      fail(
        error instanceof Error ? error.message : String(error),
        'Set TOTAL_RECALL_LOG_LEVEL=debug and look again; if it stays, it is a bug.',
      ),
    );
    results.push({ name, ...result });
    onResult(results.at(-1)!);
  }
  return results;
}
