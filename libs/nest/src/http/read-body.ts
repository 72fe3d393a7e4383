import type { IncomingMessage } from 'node:http';
import { TotalRecallError } from '@total-recall/runtime';
import type { JsonReader } from './json-reader.ts';

export interface BodyLimits {
  /** Of one body. */
  readonly bodyBytes: number;
  /** Of all bodies being read at one time. */
  readonly bodiesBytes: number;
  /** Of those of one tenant; one body of the largest size always has room. */
  readonly tenantBytes: number;
}

// A body that is only a little too large is read to its end, so that its sender gets the answer instead of a broken pipe.
const DRAIN_BYTES = 8 * 1024 * 1024;

const bodySizes = new WeakMap<IncomingMessage, number>();

/** Bytes of the body that was read of a request; undefined where none was. */
export function bodySizeOf(request: IncomingMessage): number | undefined {
  return bodySizes.get(request);
}

export interface BodyReader {
  /** The body as parsed JSON; `{}` where there is none. */
  json(request: IncomingMessage, tenant: string): Promise<unknown>;
  bytes(request: IncomingMessage, tenant: string): Promise<Uint8Array>;
}

/** Reads request bodies under hard limits: nothing is decoded or parsed before its size, encoding and depth are known. */
export function createBodyReader(limits: BodyLimits, parser: Pick<JsonReader, 'read'>): BodyReader {
  let held = 0;
  const heldBy = new Map<string, number>();
  const mostOfTenant = Math.max(limits.tenantBytes, limits.bodyBytes);

  function checkRoom(tenant: string, more: number): void {
    if ((heldBy.get(tenant) ?? 0) + more > mostOfTenant)
      throw new TotalRecallError('rate_limited', 'Too many large bodies of the tenant are being read at the moment.', {
        retryAfterMs: 1_000,
      });
    if (held + more > limits.bodiesBytes)
      throw new TotalRecallError('unavailable', 'Too many large bodies are being read at the moment.', { retryAfterMs: 1_000 });
  }

  function hold(tenant: string, bytes: number): void {
    held += bytes;
    const left = (heldBy.get(tenant) ?? 0) + bytes;
    if (left > 0) heldBy.set(tenant, left);
    else heldBy.delete(tenant);
  }

  const bytes = (request: IncomingMessage, tenant: string): Promise<Buffer> => read(request, tenant, async (body) => body);

  /** What a body is read for is done before its bytes count as given back. */
  async function read<T>(request: IncomingMessage, tenant: string, use: (body: Buffer) => Promise<T>): Promise<T> {
    checkCoding(request);
    const announced = Number(request.headers['content-length'] ?? 0);
    if (announced > limits.bodyBytes) throw await tooLarge(request, limits.bodyBytes, announced - limits.bodyBytes);
    checkRoom(tenant, announced);
    const chunks: Buffer[] = [];
    let size = 0;
    try {
      for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        size += chunk.length;
        hold(tenant, chunk.length);
        if (size > limits.bodyBytes) throw tooLargeError(limits.bodyBytes);
        checkRoom(tenant, 0);
        chunks.push(chunk);
      }
      if (!request.complete) throw new TotalRecallError('invalid_request', 'The body ended before its announced length.');
      bodySizes.set(request, size);
      const body = Buffer.concat(chunks.splice(0), size);
      return await use(body);
    } catch (error) {
      if (error instanceof TotalRecallError) throw error;
      throw new TotalRecallError('invalid_request', 'The body could not be read to its end.', { cause: error });
    } finally {
      hold(tenant, -size);
    }
  }

  return {
    bytes,
    async json(request, tenant) {
      const type = request.headers['content-type'];
      if (type !== undefined && !isJsonType(type)) {
        request.resume();
        throw new TotalRecallError('unsupported_media_type', 'Send the body as application/json in UTF-8.');
      }
      return read(request, tenant, async (body) => {
        if (body.length === 0) return {};
        if (type === undefined)
          throw new TotalRecallError('unsupported_media_type', 'Name the type of the body: Content-Type: application/json.');
        return parser.read(body, tenant);
      });
    },
  };
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
      // The sender went away; there is nobody to answer.
    }
  }
  return tooLargeError(limit);
}

function tooLargeError(limit: number): TotalRecallError {
  return new TotalRecallError('payload_too_large', `A body may have at most ${limit} bytes. Send fewer events at a time.`, {
    details: { limitBytes: limit },
  });
}
