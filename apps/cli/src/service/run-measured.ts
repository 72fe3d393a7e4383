import type { CoresHooks } from '@total-recall/composition';
import { createUlidFactory } from '@total-recall/runtime';
import { readConfig, type CommandContext, type Overrides } from '../command-context.ts';
import { openInProcess, type InProcess } from './open-in-process.ts';

export interface MeasuredOptions {
  readonly overrides?: Overrides;
  readonly hooks?: CoresHooks;
}

/** A run over a memory of its own, which is gone afterwards. */
export async function runMeasured<T>(
  context: CommandContext,
  run: (service: InProcess, runName: string) => Promise<T>,
  { overrides, hooks }: MeasuredOptions = {},
): Promise<T> {
  const service = await openInProcess(readConfig(context.io, overrides), hooks === undefined ? {} : { hooks });
  try {
    return await run(service, `eval-${createUlidFactory(service.cores)('eval')}`);
  } finally {
    await service.close();
  }
}
