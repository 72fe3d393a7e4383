import { LIMITS } from '@total-recall/contracts';
import { TotalRecallError } from '@total-recall/runtime';
import type { Fields } from './call-route.ts';
import { asOurs } from './grpc-status.ts';

/** Most events that one stream may append, as one answer lists all their ids: 20 batches of the largest size. */
const EVENTS_PER_STREAM = LIMITS.eventsPerAppend * 20;

/**
 * Appends batch after batch and reads the next only when the last is durable. An error carries in its details how many
 * batches were appended before it; those stay in the log.
 */
export async function collectAppends(batches: AsyncIterable<Fields>, append: (batch: Fields) => Promise<Fields>): Promise<Fields> {
  const events: unknown[] = [];
  let [done, position]: [number, unknown] = [0, undefined];
  try {
    for await (const batch of batches) {
      if (events.length >= EVENTS_PER_STREAM)
        throw new TotalRecallError('batch_too_large', `One stream takes ${EVENTS_PER_STREAM} events. Begin another.`);
      const result = await append(batch);
      events.push(...(result['events'] as unknown[]));
      position = result['position'] ?? position;
      done += 1;
    }
  } catch (thrown) {
    const { code, message, details, retryAfterMs, cause } = asOurs(thrown);
    throw new TotalRecallError(code, message, { details: { ...details, batches: done }, retryAfterMs, cause });
  }
  return { batches: done, events, ...(position !== undefined && { position }) };
}
