import type { NewEvent } from '@total-recall/domain';
import { setTimeout as delay } from 'node:timers/promises';
import { timed } from '../measure/timing.ts';
import { TENANT, type OpenService } from './open-service.ts';
import { createTraffic } from './traffic.ts';

export interface SteadyWriting {
  /** Latencies of the appends, in milliseconds. */
  readonly times: readonly number[];
  readonly eventsASecond: number;
}

const EVENTS_AN_APPEND = 4;

/** Appends at a steady rate, four times a second, to these spaces in turn, until told to stop. */
export function startSteadyWriter(
  { cores }: OpenService,
  { spaces, eventsASecond, seed }: { readonly spaces: readonly string[]; readonly eventsASecond: number; readonly seed: number },
): { stop(): Promise<SteadyWriting> } {
  const traffic = createTraffic(seed, 98);
  const waiting: NewEvent[] = [];
  const times: number[] = [];
  const start = performance.now();
  let isStopped = false;
  const running = (async () => {
    for (let number = 0; !isStopped; number += 1) {
      if (waiting.length < EVENTS_AN_APPEND) waiting.push(...traffic.next().events);
      const events = waiting.splice(0, EVENTS_AN_APPEND);
      const space = spaces[number % spaces.length]!;
      times.push(await timed(() => cores.ingest.append({ tenant: TENANT, space, session: `beside-${seed}-${number >> 6}`, events })));
      const next = start + ((number + 1) * EVENTS_AN_APPEND * 1_000) / eventsASecond;
      await delay(Math.max(0, next - performance.now()));
    }
  })();
  return {
    stop: async () => {
      isStopped = true;
      await running;
      return { times, eventsASecond: (times.length * EVENTS_AN_APPEND * 1_000) / (performance.now() - start) };
    },
  };
}
