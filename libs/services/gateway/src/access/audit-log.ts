import { LIMITS } from '@total-recall/contracts';
import type { AuditEntry, Scheduler } from '@total-recall/ports';
import type { AuditChains } from '@total-recall/runtime';

export interface AuditLog {
  /**
   * Queues an entry about a refusal or a read, to be written in a batch. When the queue is full, drops and counts it.
   */
  note(entry: AuditEntry): void;
  /** Writes an entry about an act that changes something. Resolves when it is durable. */
  write(entry: AuditEntry): Promise<void>;
  /** Writes the queue. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

export function createAuditLog(
  deps: { chains: AuditChains; scheduler: Scheduler; onDropped: (entries: number) => void },
  flushMs: number,
): AuditLog {
  let queue: AuditEntry[] = [];
  let writing = Promise.resolve();

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.slice(0, LIMITS.auditBatch);
      queue = queue.slice(batch.length);
      try {
        await deps.chains.append(batch);
      } catch (error) {
        deps.onDropped(batch.length);
        throw error;
      }
    }
  }

  const flush = () => {
    writing = writing.then(drain, drain);
    return writing;
  };
  // A failed batch was counted already; the next tick goes on with later entries.
  const timer = deps.scheduler.every(flushMs, () => flush().catch(() => undefined));
  return {
    note(entry) {
      if (queue.length >= LIMITS.auditQueue) deps.onDropped(1);
      else queue.push(entry);
    },
    write: (entry) => deps.chains.append([entry]),
    flush,
    async stop() {
      timer.cancel();
      await flush();
    },
  };
}
