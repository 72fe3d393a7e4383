import type { Worker } from 'node:worker_threads';
import { createJsonMeter, type ExceededLimit, type JsonLimits } from '@total-recall/contracts';
import { createSystemClock, createSystemScheduler, createWorkGate, startWorker, TotalRecallError, workerFile } from '@total-recall/runtime';
import type { JsonQuestion } from './json-worker.ts';
import { parseJson, type ParsedJson } from './parse-json.ts';

/** Parses bodies within limits on depth and on the number of values, which are checked while the body arrives. */
export interface JsonReader {
  /**
   * Creates the meter of one body. It returns `json_too_deep` or `json_too_many_values` as soon as a limit is exceeded.
   */
  meter(): (part: Uint8Array) => TotalRecallError | undefined;
  /**
   * Parses a body that has passed its meter. Large bodies are parsed in a worker thread, one at a time, with tenants in
   * turn; their buffers are transferred and must not be used afterwards. Errors: the JSON error codes, and those of
   * `WorkGate`.
   */
  read(body: readonly Buffer[], tenant: string): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Size from which a body is parsed in the worker. Below it, parsing takes a few milliseconds, no longer than the
 * transfer.
 */
const LARGE_BYTES = 1024 * 1024;
const DEADLINE_MS = 20_000;
const WAITING = { waitingPerTenant: 32, waiting: 256 };

export function createJsonReader(limits: JsonLimits): JsonReader {
  const gate = createWorkGate(
    { clock: createSystemClock(), scheduler: createSystemScheduler() },
    { slots: 1, deadlineMs: DEADLINE_MS, ...WAITING },
  );
  let worker: Worker | undefined;
  let answered: (parsed: ParsedJson) => void = () => undefined;
  let failed: (error: TotalRecallError) => void = () => undefined;

  function start(): Worker {
    const thread = startWorker('json', workerFile('./json-worker', import.meta.url));
    const ended = (cause?: unknown): void => {
      if (worker === thread) worker = undefined;
      failed(new TotalRecallError('unavailable', 'The body could not be parsed just now.', { cause, retryAfterMs: 1_000 }));
    };
    thread.on('message', (parsed: ParsedJson) => answered(parsed));
    thread.on('error', ended).on('exit', () => ended());
    return thread;
  }

  /**
   * Sends a body to the worker and waits for the answer. The gate has one slot, so at most one body is with the worker.
   */
  async function ask(body: readonly Buffer[]): Promise<ParsedJson> {
    const thread = (worker ??= start());
    thread.ref();
    try {
      return await new Promise<ParsedJson>((resolve, reject) => {
        [answered, failed] = [resolve, reject];
        const own = body.map(owned);
        const buffers = own.map(({ buffer }) => buffer);
        thread.postMessage(own satisfies JsonQuestion, buffers);
      });
    } finally {
      thread.unref();
    }
  }

  return {
    meter() {
      const meter = createJsonMeter(limits);
      return (part) => {
        const exceeded = meter.add(part);
        return exceeded && refusedFor(exceeded, limits);
      };
    },
    async read(body, tenant) {
      const cost = body.reduce((sum, { length }) => sum + length, 0) / LARGE_BYTES;
      const parsed =
        cost <= 1
          ? parseJson(Buffer.concat(body))
          : await gate.run({ tenant, kind: 'parse', cost }, async (turn) => {
              const found = await ask(body);
              await turn.spend(cost);
              return found;
            });
      if (parsed.kind === 'refused') throw new TotalRecallError(parsed.code, parsed.message);
      return parsed.value;
    },
    close: async () => void (await worker?.terminate()),
  };
}

function refusedFor(exceeded: ExceededLimit, { jsonDepth, jsonValues }: JsonLimits): TotalRecallError {
  return exceeded === 'depth'
    ? new TotalRecallError('json_too_deep', `The body nests arrays and objects more than ${jsonDepth} deep.`)
    : new TotalRecallError('json_too_many_values', `The body has more than ${jsonValues} keys and elements. Send fewer events at a time.`);
}

/** Returns the bytes in a buffer of their own, so that it can be transferred. */
function owned(body: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = body;
  return byteLength === buffer.byteLength && buffer instanceof ArrayBuffer
    ? new Uint8Array(buffer, byteOffset, byteLength)
    : Uint8Array.from(body);
}
