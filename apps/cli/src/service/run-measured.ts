import type { CoresHooks } from '@total-recall/composition';
import { createUlidFactory } from '@total-recall/runtime';
import { readConfig, type CommandContext, type Overrides } from '../command-context.ts';
import { openInProcess, type InProcess } from './open-in-process.ts';

export interface MeasuredOptions {
  readonly overrides?: Overrides;
  readonly hooks?: CoresHooks;
}

/** Runs an evaluation over a temporary memory. */
export async function runMeasured<T>(
  context: CommandContext,
  run: (service: InProcess, runName: string) => Promise<T>,
  { overrides, hooks }: MeasuredOptions = {},
): Promise<T> {
  const service = await openInProcess(readConfig('standalone', context.io, overrides), hooks === undefined ? {} : { hooks });
  try {
    return await run(service, `eval-${createUlidFactory(service.cores)('eval')}`);
  } finally {
    await service.close();
  }
}
