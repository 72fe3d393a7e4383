import { createRequire } from 'node:module';

/** One connection's requests, as far as they are needed here. */
export interface RequestQueue {
  /** Requests that wait for one before them, or for the end of a throttling. */
  readonly pending: readonly unknown[];
  scheduleCheckPendingRequests(): void;
}

const requireInner = createRequire(import.meta.url);
let rests = false;

/**
 * Lets the connections of kafkajs rest while nothing waits to be sent. Its queues look for such requests again each
 * millisecond, on every connection and for as long as it lasts (issue 1704 of tulios/kafkajs). A request that has to wait
 * asks for that look by itself, so none is missed.
 */
export function restRequestQueues(): void {
  if (rests) return;
  rests = true;
  const { prototype } = requireInner('kafkajs/src/network/requestQueue') as { prototype: RequestQueue };
  const schedule = prototype.scheduleCheckPendingRequests;
  prototype.scheduleCheckPendingRequests = function (this: RequestQueue) {
    if (this.pending.length > 0) schedule.call(this);
  };
}
