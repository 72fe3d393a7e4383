import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { restRequestQueues, type RequestQueue } from './rest-request-queues.ts';

/** A queue of kafkajs as the test uses it. */
interface InnerQueue extends RequestQueue {
  push(request: { readonly entry: { readonly correlationId: number }; readonly expectResponse: boolean; sendRequest(): void }): void;
  fulfillRequest(answer: { readonly correlationId: number; readonly size: number; readonly payload: null }): void;
  maybeThrottle(forMs: number): void;
  destroy(): void;
}

const requireInner = createRequire(import.meta.url);

describe('a queue of requests to a broker', () => {
  restRequestQueues();
  const Queue = requireInner('kafkajs/src/network/requestQueue') as new (options: object) => InnerQueue;
  const open = () =>
    new Queue({ maxInFlightRequests: 1, requestTimeout: 1_000, logger: { debug: () => undefined }, broker: 'b', clientId: 'c' });
  const entryOf = (correlationId: number) => ({
    correlationId,
    apiKey: 0,
    apiName: 'Any',
    apiVersion: 0,
    resolve: () => undefined,
    reject: () => undefined,
  });
  const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

  it('sets no timer while nothing waits', () => {
    const queue = open();
    const before = timers();
    queue.push({ entry: entryOf(1), expectResponse: true, sendRequest: () => undefined });
    queue.fulfillRequest({ correlationId: 1, size: 0, payload: null });
    expect(timers()).toBe(before);
    queue.destroy();
  });

  it('sends what waits for the answer before it, and what waits for the end of a throttling', async () => {
    const queue = open();
    const sent: number[] = [];
    const push = (correlationId: number): void =>
      queue.push({ entry: entryOf(correlationId), expectResponse: true, sendRequest: () => void sent.push(correlationId) });
    push(1);
    push(2);
    expect(sent).toEqual([1]);
    queue.fulfillRequest({ correlationId: 1, size: 0, payload: null });
    expect(sent).toEqual([1, 2]);
    queue.fulfillRequest({ correlationId: 2, size: 0, payload: null });
    queue.maybeThrottle(1_000);
    push(3);
    expect(sent).toEqual([1, 2]);
    await expect.poll(() => sent).toEqual([1, 2, 3]);
    queue.destroy();
  });
});
