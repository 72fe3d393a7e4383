/** A service under load. A restart may change its address. */
export interface LoadTarget {
  url(): string;
  readonly apiKey: string;
}

export interface Acknowledged {
  readonly id: string;
  readonly sequence: number;
}

/** One writer with its own session and source, and its acknowledged events in order. */
export interface Writer {
  readonly name: string;
  readonly acknowledged: Acknowledged[];
}

export interface LoadOptions {
  readonly target: LoadTarget;
  readonly space: string;
  readonly writers: number;
  /** Events of one append. */
  readonly batch?: number;
  /** Pause between an answer and the next append. */
  readonly pauseMs?: number;
  /** True to send every batch twice at the same time. */
  readonly twice?: boolean;
  /** One of this many events is large enough to become an artifact. None by default. */
  readonly largeEvery?: number;
  /** Returns the error of a writer's clock. */
  readonly clockOffsetMs?: (writer: number) => number;
}

export interface LoadReport {
  readonly acknowledged: number;
  /** Number of appends that got no answer, or one that allows a retry, and were repeated. */
  readonly repeated: number;
  readonly slowestMs: number;
  readonly windows: number;
  /** Answers that no caller should get. */
  readonly wrong: readonly string[];
}

export interface RunningLoad {
  readonly writers: readonly Writer[];
  acknowledged(): number;
  /**
   * Resolves once this many events have been acknowledged since the start. Rejects after five minutes, with the last
   * answer.
   */
  reached(events: number): Promise<void>;
  /** Ends the load and resolves when every running append is acknowledged. */
  stop(): Promise<LoadReport>;
  /** Ends at once without waiting for answers. */
  abandon(): void;
}

export type Call = (method: string, path: string, body?: unknown) => Promise<{ status: number; body: any }>;

const CALL_MS = 20_000;
const REACHED_MS = 300_000;
const AGAIN_MS = 100;
const WINDOW_EVERY = 4;
const LISTED = 20;

export function callerOf({ url, apiKey }: LoadTarget): Call {
  return async (method, path, body) => {
    const response = await fetch(`${url()}${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(CALL_MS),
    });
    return { status: response.status, body: await response.json() };
  };
}

/** Builds a word that no other event contains. */
export const needle = (writer: string, sequence: number): string =>
  `needle${writer}x${sequence.toString(36)}q${((sequence * 2_654_435_761) >>> 0).toString(36)}`;

/**
 * Starts writers that append without end, each to its own session. An append without an answer is repeated with the
 * same sequences until it is acknowledged, so that only the service decides what is stored. After some appends the
 * window is read, and must fit.
 */
export function startLoad(options: LoadOptions): RunningLoad {
  const { target, space, batch = 3, pauseMs = 0, twice = false, largeEvery = Infinity, clockOffsetMs = () => 0 } = options;
  const call = callerOf(target);
  const stopping = new AbortController();
  const abandoned = new AbortController();
  const wrong: string[] = [];
  const waiting = new Set<{ readonly events: number; readonly resolve: () => void }>();
  let [acknowledged, repeated, slowestMs, windows] = [0, 0, 0, 0];
  let refusal = 'none was refused';
  const say = (what: string): void => void (wrong.length < LISTED && wrong.push(what));

  const appendOnce = async (writer: Writer, body: object): Promise<any | undefined> => {
    const answer = await call('POST', `/v1/spaces/${space}/sessions/${writer.name}/events`, body).catch(
      (error: unknown) => void (refusal = String(error)),
    );
    if (answer?.status === 200) return answer.body;
    if (answer !== undefined) refusal = `${answer.status} ${JSON.stringify(answer.body)}`;
    if (answer !== undefined && !mayTryAgain(answer))
      say(`${writer.name}: an append was answered ${answer.status} ${JSON.stringify(answer.body)}`);
    return undefined;
  };
  const look = async (writer: Writer): Promise<void> => {
    const answer = await call('POST', `/v1/spaces/${space}/sessions/${writer.name}/window`, {}).catch(() => undefined);
    if (answer === undefined || mayTryAgain(answer)) return;
    windows += 1;
    if (answer.status !== 200) say(`${writer.name}: a window was answered ${answer.status} ${JSON.stringify(answer.body)}`);
    else if (windowOverBudget(answer.body)) say(`${writer.name}: a window of ${answer.body.tokens.total} tokens`);
  };
  const write = async (writer: Writer, at: number): Promise<void> => {
    for (let next = 1; !stopping.signal.aborted; next += batch) {
      const sequences = Array.from({ length: batch }, (_, index) => next + index);
      const occurredAt = clockOffsetMs(at) === 0 ? {} : { occurredAt: Date.now() + clockOffsetMs(at) };
      const body = {
        source: writer.name,
        events: sequences.map((sequence) => ({ ...eventOf(writer.name, sequence, largeEvery), ...occurredAt })),
      };
      const from = performance.now();
      let answer: any;
      for (;;) {
        [answer] = await Promise.all([appendOnce(writer, body), ...(twice ? [appendOnce(writer, body)] : [])]);
        if (answer !== undefined) break;
        if (abandoned.signal.aborted) return;
        repeated += 1;
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
      slowestMs = Math.max(slowestMs, performance.now() - from);
      answer.events.forEach(({ id }: { id: string }, index: number) => writer.acknowledged.push({ id, sequence: sequences[index]! }));
      acknowledged += batch;
      for (const entry of waiting) if (acknowledged >= entry.events) entry.resolve();
      if (((next - 1) / batch) % WINDOW_EVERY === WINDOW_EVERY - 1) await look(writer);
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  };
  const writers = Array.from({ length: options.writers }, (_, at): Writer => ({ name: `w${at}`, acknowledged: [] }));
  const writing = writers.map(write);
  return {
    writers,
    acknowledged: () => acknowledged,
    reached: (events) =>
      new Promise((resolve, reject) => {
        if (acknowledged >= events) return void resolve();
        const late = setTimeout(
          () => reject(new Error(`${acknowledged} of ${events} events are acknowledged; the last refusal: ${refusal}`)),
          REACHED_MS,
        );
        const done = (): void => {
          clearTimeout(late);
          waiting.delete(entry);
          resolve();
        };
        const entry = { events, resolve: done };
        waiting.add(entry);
      }),
    stop: async () => {
      stopping.abort();
      await Promise.all(writing);
      return { acknowledged, repeated, slowestMs, windows, wrong };
    },
    abandon: () => {
      stopping.abort();
      abandoned.abort();
    },
  };
}

/** Returns true when an answered window breaks I-04. */
export function windowOverBudget({ tokens, budgets }: any): boolean {
  return tokens.total + budgets.headroom > budgets.window;
}

/** Returns true when the service allows a retry. */
export function mayTryAgain({ status, body }: { status: number; body: any }): boolean {
  return status === 429 || status >= 500 ? body?.retryable !== false : false;
}

function eventOf(writer: string, sequence: number, largeEvery: number) {
  const note = `${needle(writer, sequence)} was noted.`;
  if (sequence % largeEvery === 0)
    return { kind: 'tool_result', call: { id: `c${sequence}`, name: 'read_log' }, sequence, text: `${note}\n${LARGE_LINES}` };
  return {
    kind: sequence % 2 === 0 ? 'user_message' : 'agent_message',
    sequence,
    text: `${note} ${'More words to fill the window. '.repeat(20)}`,
  };
}

const LARGE_LINES = Array.from(
  { length: 120 },
  (_, line) => `line ${line}: the crane at quay ${line % 7} has unloaded ${line * 13} boxes`,
).join('\n');
