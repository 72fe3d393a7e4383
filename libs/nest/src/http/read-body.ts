import type { IncomingMessage } from 'node:http';
import { TotalRecallError, type Scheduler } from '@total-recall/runtime';
import type { AddBytes } from '../request-budget.ts';
import { createBodyBudget, type BodyBudgetLimits } from './body-budget.ts';
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

export interface BodyReader {
  /** Reads the body as JSON; an empty body gives `{}`. `add` is called with the bytes of a body of unknown length. */
  json(request: IncomingMessage, tenant: string, add: AddBytes): Promise<unknown>;
  bytes(request: IncomingMessage, tenant: string, add: AddBytes): Promise<Uint8Array>;
}

/**
 * Reads request bodies under hard limits: nothing is decoded or parsed before its size, encoding, depth and values are
 * checked.
 */
export function createBodyReader(
  limits: BodyBudgetLimits,
  parser: Pick<JsonReader, 'meter' | 'read'>,
  scheduler: Pick<Scheduler, 'delay'>,
): BodyReader {
  const room = createBodyBudget(limits);

  /**
   * Reads a body and runs `use` on it before its bytes are released. `look` sees each part as it arrives and may refuse
   * the body.
   */
  async function read<T>(request: IncomingMessage, tenant: string, { look, use, add }: Reading<T>): Promise<T> {
    checkCoding(request);
    const length = request.headers['content-length'];
    const announced = Number(length ?? 0);
    if (announced > limits.bodyBytes) throw await tooLarge(request, limits.bodyBytes, announced - limits.bodyBytes);
    room.check(tenant, announced);
    const parts: Buffer[] = [];
    let [size, own] = [0, 0];
    let refused: TotalRecallError | undefined;
    const release = (): void => {
      parts.length = 0;
      room.hold(tenant, -own);
      own = 0;
    };
    try {
      for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        const before = size;
        size += part.length;
        if (size > limits.bodyBytes) throw refused ?? tooLargeError(limits.bodyBytes);
        if (refused) {
          if (Math.floor(before / DRAIN.bytes) !== Math.floor(size / DRAIN.bytes)) await scheduler.delay(DRAIN.pauseMs);
          continue;
        }
        if (length === undefined) add(part.length);
        own += part.length;
        room.hold(tenant, part.length);
        room.check(tenant, 0);
        refused = look?.(part);
        if (refused) release();
        else parts.push(part);
      }
      if (refused) throw refused;
      if (!request.complete) throw new TotalRecallError('invalid_request', 'The body ended before its announced length.');
      bodySizes.set(request, size);
      return await use(parts.splice(0));
    } catch (error) {
      if (error instanceof TotalRecallError) throw error;
      throw new TotalRecallError('invalid_request', 'The body could not be read to its end.', { cause: error });
    } finally {
      release();
    }
  }

  return {
    bytes: (request, tenant, add) => read(request, tenant, { add, use: async (parts) => Buffer.concat(parts) }),
    async json(request, tenant, add) {
      const type = request.headers['content-type'];
      if (type !== undefined && !isJsonType(type)) {
        request.resume();
        throw new TotalRecallError('unsupported_media_type', 'Send the body as application/json in UTF-8.');
      }
      return read(request, tenant, {
        add,
        look: parser.meter(),
        use: async (parts) => {
          if (parts.length === 0) return {};
          if (type === undefined)
            throw new TotalRecallError('unsupported_media_type', 'Name the type of the body: Content-Type: application/json.');
          return parser.read(parts, tenant);
        },
      });
    },
  };
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

function tooLargeError(limit: number): TotalRecallError {
  return new TotalRecallError(
    'payload_too_large',
    `A body may have at most ${limit} bytes. Send fewer events in one request, or split the files of one event over several events.`,
    {
      details: { limitBytes: limit },
    },
  );
}
