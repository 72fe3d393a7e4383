import { Worker } from 'node:worker_threads';
import { createSystemClock, createSystemScheduler, createWorkGate, TotalRecallError } from '@total-recall/runtime';
import type { JsonQuestion } from './json-worker.ts';
import type { JsonLimits } from './measure-json.ts';
import { parseJson, type ParsedJson } from './parse-json.ts';

/** Parses bodies within limits of depth and of values, which are counted before anything is built. */
export interface JsonReader {
  /** Large bodies are parsed in a thread, one at a time, tenants in turn; they are not to be used any more. Errors: the stable codes of JSON, and those of `WorkGate`. */
  read(body: Buffer, tenant: string): Promise<unknown>;
  close(): Promise<void>;
}

/** Below it, parsing takes a few milliseconds, and handing over takes as long. */
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
    const thread = startWorker();
    const ended = (cause?: unknown): void => {
      if (worker === thread) worker = undefined;
      failed(new TotalRecallError('unavailable', 'The body could not be parsed just now.', { cause, retryAfterMs: 1_000 }));
    };
    thread.on('message', (parsed: ParsedJson) => answered(parsed));
    thread.on('error', ended).on('exit', () => ended());
    return thread;
  }

  /** One question at a time is with the thread: the gate has one slot. */
  async function ask(body: Buffer): Promise<ParsedJson> {
    const thread = (worker ??= start());
    thread.ref();
    try {
      return await new Promise<ParsedJson>((resolve, reject) => {
        [answered, failed] = [resolve, reject];
        const own = owned(body);
        thread.postMessage({ body: own, limits } satisfies JsonQuestion, [own.buffer]);
      });
    } finally {
      thread.unref();
    }
  }

  return {
    async read(body, tenant) {
      const cost = body.length / LARGE_BYTES;
      const parsed =
        cost <= 1
          ? parseJson(body, limits)
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

/** Bytes in a buffer that is theirs alone, so that it can be handed over. */
function owned(body: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = body;
  return byteLength === buffer.byteLength && buffer instanceof ArrayBuffer
    ? new Uint8Array(buffer, byteOffset, byteLength)
    : Uint8Array.from(body);
}

function startWorker(): Worker {
  const isSource = import.meta.url.endsWith('.ts');
  const execArgv = isSource ? ['--conditions=total-recall-source', '--no-warnings=ExperimentalWarning'] : [];
  return new Worker(new URL(isSource ? './json-worker.ts' : './json-worker.js', import.meta.url), { name: 'json', execArgv });
}
