import { setTimeout as delay } from 'node:timers/promises';
import { sessionPath, type FleetTenant } from './fleet.ts';
import { RefusedCall, type HttpCaller } from './http-caller.ts';

/** Sends the appends of a fleet. Those of one tenant go one after the other, as an agent's do. */
export interface FleetLoad {
  /** Appends this many events as fast as answers come, with a limited number of tenants at a time. */
  fill(events: number): Promise<LoadRun>;
  /** Appends at a steady rate for a time. One append in `every` waits until it is searchable. */
  pace(options: { readonly eventsASecond: number; readonly seconds: number; readonly every: number }): Promise<LoadRun>;
  /** Resolves once everything appended is searchable. */
  settle(): Promise<void>;
}

export interface LoadRun {
  readonly events: number;
  readonly seconds: number;
  /** Latencies of appends answered when durable, in milliseconds. */
  readonly ackMs: readonly number[];
  /** Times from an append until it is searchable, for those that waited. */
  readonly searchableMs: readonly number[];
  /** Number of appends that were durable but not searchable when the service gave up waiting. */
  readonly late: number;
}

export function createFleetLoad(caller: HttpCaller, fleet: readonly FleetTenant[]): FleetLoad {
  const next = fleet.map(() => 0);
  const busy = new Set<number>();

  /** Sends the next append of a tenant. When its appends are used up they repeat, in new sessions. */
  async function append(at: number, waits: boolean): Promise<{ events: number; ms: number }> {
    const { appends, apiKey } = fleet[at]!;
    const number = next[at]!++;
    const { events, body, waiting } = appends[number % appends.length]!;
    const { ms } = await caller.post(`${sessionPath(number)}/events`, apiKey, waits ? waiting : body);
    return { events, ms };
  }

  return {
    async fill(events) {
      const ackMs: number[] = [];
      let sent = 0;
      const start = performance.now();
      const agent = async (at: number): Promise<void> => {
        while (sent < events) {
          sent += fleet[at]!.appends[0]!.events;
          ackMs.push((await append(at, false)).ms);
        }
      };
      await Promise.all(fleet.map((_, at) => agent(at)));
      return { events: sent, seconds: (performance.now() - start) / 1_000, ackMs, searchableMs: [], late: 0 };
    },
    async pace({ eventsASecond, seconds, every }) {
      const [ackMs, searchableMs]: [number[], number[]] = [[], []];
      const running = new Set<Promise<void>>();
      const each = fleet[0]!.appends[0]!.events;
      const start = performance.now();
      let events = 0;
      let late = 0;
      let failure: unknown;
      const take = async (at: number, waits: boolean): Promise<void> => {
        busy.add(at);
        try {
          const { events: taken, ms } = await append(at, waits);
          events += taken;
          (waits ? searchableMs : ackMs).push(ms);
        } catch (error) {
          if (isLate(error)) late += 1;
          else failure = error;
        } finally {
          busy.delete(at);
        }
      };
      for (let number = 0; performance.now() - start < seconds * 1_000 && failure === undefined; number++) {
        const at = freeTenant(number % fleet.length, fleet.length, busy);
        // All tenants wait for an answer: the cluster is slower than the pace, so it determines the rate.
        if (at === undefined) await Promise.race(running);
        else {
          const call = take(at, number % every === 0).finally(() => running.delete(call));
          running.add(call);
        }
        const due = start + ((number + 1) * each * 1_000) / eventsASecond;
        if (due > performance.now()) await delay(due - performance.now());
      }
      await Promise.all(running);
      if (failure !== undefined) throw failure;
      return { events, seconds: (performance.now() - start) / 1_000, ackMs, searchableMs, late };
    },
    async settle() {
      await Promise.all(fleet.map((_, at) => untilInTime(() => append(at, true))));
    },
  };
}

/** Repeats an append that was durable but not searchable in time. Once one is in time, all before it are searchable. */
async function untilInTime(call: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await call();
      return;
    } catch (error) {
      if (!isLate(error)) throw error;
    }
  }
}

function isLate(error: unknown): boolean {
  return error instanceof RefusedCall && error.code === 'not_caught_up';
}

function freeTenant(from: number, count: number, busy: ReadonlySet<number>): number | undefined {
  for (let step = 0; step < count; step++) if (!busy.has((from + step) % count)) return (from + step) % count;
  return undefined;
}
