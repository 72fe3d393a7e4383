import { createUlidFactory } from '@total-recall/runtime';
import { readConfig, type CommandContext } from '../command-context.ts';
import { openInProcess, type InProcess } from './open-in-process.ts';

/** A run over a memory of its own, which is gone afterwards. */
export async function runMeasured<T>(context: CommandContext, run: (service: InProcess, runName: string) => Promise<T>): Promise<T> {
  const service = await openInProcess(readConfig(context.io), {});
  try {
    return await run(service, `eval-${createUlidFactory(service.cores)()}`);
  } finally {
    await service.close();
  }
}
