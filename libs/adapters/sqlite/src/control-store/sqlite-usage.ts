import type { ControlStore } from '@total-recall/ports';
import { TotalRecallError, usageId, type createHeldUsage } from '@total-recall/runtime';
import type { DatabaseThread } from '../thread/database-thread.ts';
import type { ControlWorkerHandlers } from './control-worker.ts';

interface UsageParts {
  readonly thread: Pick<DatabaseThread<ControlWorkerHandlers>, 'call'>;
  /** Counts in memory. */
  readonly usage: ReturnType<typeof createHeldUsage>;
  readonly refuseClosed: () => void;
}

const MAX_USAGE_BATCH = 1_000;

/** Creates the writes of counts in a control store: to disk, then to memory. */
export function createSqliteUsage({ thread, usage, refuseClosed }: UsageParts): Pick<ControlStore, 'putUsage' | 'forgetUsage'> {
  return {
    putUsage: async (rows) => {
      refuseClosed();
      if (rows.length > MAX_USAGE_BATCH)
        throw new TotalRecallError('batch_too_large', `At most ${MAX_USAGE_BATCH} counts may be put at once.`);
      await thread.call('putAll', ['usage', rows.map((row) => ({ id: usageId(row), json: JSON.stringify(row) }))]);
      for (const row of rows) usage.put(row);
    },
    forgetUsage: async (before) => {
      refuseClosed();
      const gone = usage.forgetBefore(before);
      if (gone.length > 0) await thread.call('removeAll', ['usage', gone.map(usageId)]);
    },
  };
}
