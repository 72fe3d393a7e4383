import type { IncomingMessage } from 'node:http';
import { TotalRecallError, type Scheduler } from '@total-recall/runtime';
import { SMALL_BYTES, type AddBytes, type RequestBudget } from '../request-budget.ts';
import { createBodyBudget, type BodyBudget, type BodyBudgetLimits } from './body-budget.ts';
import type { JsonReader } from './json-reader.ts';

// Bytes beyond the limit that are still read, so that the sender of a slightly too large body gets an answer and not a
// broken pipe.
const DRAIN_BYTES = 8 * 1024 * 1024;

// Pace at which the rest of a refused body is discarded, some 25 MB a second: the sender gets the answer, and other
// requests get the main thread.
const DRAIN = { bytes: 256 * 1024, pauseMs: 10 };

const bodySizes = new WeakMap<IncomingMessage, number>();

/** Returns the number of body bytes read from a request; undefined if none were. */
export function bodySizeOf(request: IncomingMessage): number | undefined {
  return bodySizes.get(request);
}

/** A body whose headers were accepted. Its bytes count to those of its tenant until they are released. */
export interface AnnouncedBody {
  /** Length that the sender announced; 0 when it is unknown. */
  readonly bytes: number;
  /** Releases what is counted. May be called more than once. */
  release(): void;
  /**
   * Reads the body: its bytes, or the value of JSON, where an empty body gives `{}`. `add` is called with the bytes of a
   * body of unknown length.
   */
  read(add: AddBytes): Promise<unknown>;
}

/** Form in which a body is read. */
export type BodyKind = 'json' | 'bytes';

export interface BodyReader {
  /**
   * Checks the headers of a body, before any room is taken for it, and counts its announced bytes to those of the tenant.
   * Errors: `payload_too_large`, `unsupported_media_type`; `rate_limited` when too much of the tenant is announced.
   */
  announced(request: IncomingMessage, tenant: string, kind: BodyKind): Promise<AnnouncedBody>;
}

export interface BodyReaderLimits extends BodyBudgetLimits {
  /** Longest time that the sender of a body of more than 64 KiB may send nothing. */
  readonly idleMs: number;
  /** The same while another body waits for its room. */
  readonly idleWaitedForMs: number;
}

interface BodyReaderDeps {
  readonly scheduler: Pick<Scheduler, 'delay'>;
  readonly room: Pick<RequestBudget, 'isWaitedFor'>;
}

/**
 * Reads request bodies under hard limits: nothing is decoded or parsed before its size, encoding, depth and values are
 * checked.
 */
export function createBodyReader(
  limits: BodyReaderLimits,
  parser: Pick<JsonReader, 'meter' | 'read'>,
  { scheduler, room }: BodyReaderDeps,
): BodyReader {
  const budget = createBodyBudget(limits);

  /**
   * Reads a body and runs `use` on it before its bytes are released. `look` sees each part as it arrives and may refuse
   * the body.
   */
  async function read<T>(request: IncomingMessage, held: HeldBytes, { look, use, add }: Reading<T>): Promise<T> {
    const isAnnounced = request.headers['content-length'] !== undefined;
    const parts: Buffer[] = [];
    let size = 0;
    let refused: TotalRecallError | undefined;
    try {
      for await (const part of arriving(request, held, { ...limits, scheduler, room })) {
        const before = size;
        size += part.length;
        if (size > limits.bodyBytes) throw refused ?? tooLargeError(limits.bodyBytes);
        if (refused) {
          if (Math.floor(before / DRAIN.bytes) !== Math.floor(size / DRAIN.bytes)) await scheduler.delay(DRAIN.pauseMs);
          continue;
        }
        if (!isAnnounced) {
          add(part.length);
          held.add(part.length);
        }
        refused = look?.(part);
        if (refused) {
          parts.length = 0;
          held.release();
        } else parts.push(part);
      }
      if (refused) throw refused;
      if (!request.complete) throw new TotalRecallError('invalid_request', 'The body ended before its announced length.');
      bodySizes.set(request, size);
      return await use(parts.splice(0));
    } catch (error) {
      if (error instanceof TotalRecallError) throw error;
      throw new TotalRecallError('invalid_request', 'The body could not be read to its end.', { cause: error });
    } finally {
      parts.length = 0;
      held.release();
    }
  }

  return {
    async announced(request, tenant, kind) {
      checkCoding(request);
      const type = kind === 'json' ? jsonTypeOf(request) : undefined;
      const bytes = Number(request.headers['content-length'] ?? 0);
      if (bytes > limits.bodyBytes) throw await tooLarge(request, limits.bodyBytes, bytes - limits.bodyBytes);
      const held = holdBytes(budget, tenant, bytes);
      const parse = async (parts: readonly Buffer[]): Promise<unknown> => {
        if (parts.length === 0) return {};
        if (type === undefined)
          throw new TotalRecallError('unsupported_media_type', 'Name the type of the body: Content-Type: application/json.');
        return parser.read(parts, tenant);
      };
      const json = (add: AddBytes) => read(request, held, { add, look: parser.meter(), use: parse });
      const whole = (add: AddBytes) => read(request, held, { add, use: async (parts) => Buffer.concat(parts) });
      return { bytes, release: held.release, read: kind === 'json' ? json : whole };
    },
  };
}

/** Bytes of one body that count to its tenant. */
interface HeldBytes {
  readonly tenant: string;
  readonly bytes: number;
  add(bytes: number): void;
  release(): void;
}

/** Gives the parts of a body as they arrive. Errors: `overloaded` when a large one sends nothing for too long. */
async function* arriving(request: IncomingMessage, held: HeldBytes, patience: Patience): AsyncIterable<Buffer> {
  const parts = (request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = parts.next();
      const step = held.bytes > SMALL_BYTES ? await inTime(next, held, patience) : await next;
      if (step.done) return;
      yield step.value;
    }
  } finally {
    // While the iterator listens, `resume` discards nothing of the rest, and the next request waits behind it for ever.
    request.removeAllListeners('readable');
  }
}

interface Patience extends Pick<BodyReaderLimits, 'idleMs' | 'idleWaitedForMs'>, BodyReaderDeps {}

/** Waits for the next part of a large body. Errors: `overloaded` when it does not come in time. */
async function inTime<T>(next: Promise<T>, { tenant }: HeldBytes, { scheduler, room, ...limits }: Patience): Promise<T> {
  const idleWaitedForMs = Math.min(limits.idleWaitedForMs, limits.idleMs);
  const over = new AbortController();
  const late = async (): Promise<T> => {
    // In short steps, so that a part that arrived while the main thread was busy is seen before the time is over.
    const stepMs = idleWaitedForMs / 2;
    for (let ms = stepMs; ; ms += stepMs) {
      await scheduler.delay(stepMs, over.signal);
      if (ms >= limits.idleMs || (ms >= idleWaitedForMs && room.isWaitedFor(tenant))) throw idleError(ms);
    }
  };
  return Promise.race([next, late()]).finally(() => over.abort());
}

/** Counts bytes of one body to its tenant. */
function holdBytes(budget: BodyBudget, tenant: string, announced: number): HeldBytes {
  let own = 0;
  const add = (bytes: number): void => {
    budget.check(tenant, bytes);
    own += bytes;
    budget.hold(tenant, bytes);
  };
  add(announced);
  return {
    tenant,
    get bytes() {
      return own;
    },
    add,
    release: () => {
      budget.hold(tenant, -own);
      own = 0;
    },
  };
}

/** Returns the type of a body, if it names one. Errors: `unsupported_media_type` for another than JSON. */
function jsonTypeOf(request: IncomingMessage): string | undefined {
  const type = request.headers['content-type'];
  if (type === undefined || isJsonType(type)) return type;
  request.resume();
  throw new TotalRecallError('unsupported_media_type', 'Send the body as application/json in UTF-8.');
}

interface Reading<T> {
  readonly add: AddBytes;
  readonly look?: (part: Buffer) => TotalRecallError | undefined;
  readonly use: (parts: readonly Buffer[]) => Promise<T>;
}

function isJsonType(type: string): boolean {
  return /^application\/json\s*(;\s*charset=("?)utf-?8\2\s*)?$/i.test(type.trim());
}

function checkCoding(request: IncomingMessage): void {
  const coding = request.headers['content-encoding'];
  if (coding === undefined || coding === 'identity') return;
  request.resume();
  throw new TotalRecallError('unsupported_media_type', 'Send the body without a Content-Encoding.');
}

async function tooLarge(request: IncomingMessage, limit: number, excess: number): Promise<TotalRecallError> {
  if (excess <= DRAIN_BYTES && request.headers.expect === undefined) {
    try {
      for await (const chunk of request) void chunk;
    } catch {
      // The sender went away, so there is nobody to answer.
    }
  }
  return tooLargeError(limit);
}

function idleError(idleMs: number): TotalRecallError {
  return new TotalRecallError(
    'overloaded',
    `The body sent nothing for ${idleMs} ms, so its room was given to others. Send the request again.`,
    { retryAfterMs: 1_000 },
  );
}

function tooLargeError(limit: number): TotalRecallError {
  return new TotalRecallError(
    'payload_too_large',
    `A body may have at most ${limit} bytes. Send fewer events in one request, or split the files of one event over several events.`,
    {
      details: { limitBytes: limit },
    },
  );
}
