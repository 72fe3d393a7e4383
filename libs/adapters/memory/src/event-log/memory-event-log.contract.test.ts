import { eventLogContract } from '@total-recall/ports/testing';
import { createMemoryEventLog } from './memory-event-log.ts';

eventLogContract(
  'memory',
  (partitions) => ({
    open: async () => createMemoryEventLog({ partitions }),
    dispose: async () => undefined,
  }),
  { reopen: false },
);
