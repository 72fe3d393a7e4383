import { ERROR_CODES, type ErrorCode } from '@total-recall/contracts';
import protobuf from 'protobufjs';
import { TotalRecallError } from '../errors.ts';

// A separate entry point (`@total-recall/runtime/grpc-status`), so that programs without gRPC need not load protobufjs.

/** The trailer in which gRPC carries a google.rpc.Status. */
export const STATUS_DETAILS_KEY = 'grpc-status-details-bin';
/** `domain` of our ErrorInfo; its `reason` is the stable code. */
const DOMAIN = 'total-recall';
/** Trailers are headers: peers take 8 KiB of them and often no more. */
const MAX_BYTES = 6 * 1024;
const TYPE_URL = 'type.googleapis.com/';

// The messages of google/rpc/status.proto and error_details.proto that are used here.
const messages = {
  nested: {
    Any: { fields: { type_url: { type: 'string', id: 1 }, value: { type: 'bytes', id: 2 } } },
    Status: {
      fields: { code: { type: 'int32', id: 1 }, message: { type: 'string', id: 2 }, details: { rule: 'repeated', type: 'Any', id: 3 } },
    },
    ErrorInfo: {
      fields: {
        reason: { type: 'string', id: 1 },
        domain: { type: 'string', id: 2 },
        metadata: { keyType: 'string', type: 'string', id: 3 },
      },
    },
    Duration: { fields: { seconds: { type: 'int64', id: 1 }, nanos: { type: 'int32', id: 2 } } },
    RetryInfo: { fields: { retry_delay: { type: 'Duration', id: 1 } } },
    FieldViolation: { fields: { field: { type: 'string', id: 1 }, description: { type: 'string', id: 2 } } },
    BadRequest: { fields: { field_violations: { rule: 'repeated', type: 'FieldViolation', id: 1 } } },
  },
};
const root = protobuf.Root.fromJSON(messages as protobuf.INamespace);
const typeOf = (name: string): protobuf.Type => root.lookupType(name);
const encode = (name: string, value: object): Uint8Array => typeOf(name).encode(value).finish();
const any = (name: string, value: object): object => ({ type_url: `${TYPE_URL}google.rpc.${name}`, value: encode(name, value) });

interface Violation {
  readonly path: string;
  readonly message: string;
}

/**
 * Encodes an error as google.rpc.Status: ErrorInfo (reason = the stable code, `details` as JSON in its metadata),
 * RetryInfo if it may be retried after a time, BadRequest with the problem of each field. What does not fit into a
 * trailer is dropped, fields first.
 */
export function encodeStatusDetails(error: TotalRecallError): Uint8Array {
  const { errors = [], ...details } = (error.details ?? {}) as { errors?: readonly Violation[] };
  let [violations, shown]: [readonly Violation[], object] = [errors, details];
  for (;;) {
    const bytes = statusBytes(error, violations, shown);
    if (bytes.length <= MAX_BYTES) return bytes;
    if (violations.length > 0) violations = violations.slice(0, Math.floor(violations.length / 2));
    else if (Object.keys(shown).length > 0) shown = {};
    else return statusBytes({ code: error.code, message: '' }, [], {});
  }
}

type Shown = Pick<TotalRecallError, 'code' | 'message' | 'retryAfterMs'>;

function statusBytes({ code, message, retryAfterMs }: Shown, violations: readonly Violation[], details: object): Uint8Array {
  const metadata = Object.keys(details).length > 0 ? { details: JSON.stringify(details) } : {};
  const parts = [any('ErrorInfo', { reason: code, domain: DOMAIN, metadata })];
  if (retryAfterMs !== undefined) {
    const seconds = Math.floor(retryAfterMs / 1_000);
    parts.push(any('RetryInfo', { retry_delay: { seconds, nanos: Math.round((retryAfterMs - seconds * 1_000) * 1_000_000) } }));
  }
  if (violations.length > 0)
    parts.push(any('BadRequest', { field_violations: violations.map(({ path, message }) => ({ field: path, description: message })) }));
  return encode('Status', { code: ERROR_CODES[code].grpc, message, details: parts });
}

/** Decodes an error of ours; undefined if the bytes hold none. */
export function decodeStatusDetails(bytes: Uint8Array): TotalRecallError | undefined {
  try {
    const status = decode<{ message?: string; details?: { type_url: string; value: Uint8Array }[] }>('Status', bytes);
    const part = <T>(name: string): T | undefined => {
      const found = status.details?.find(({ type_url }) => type_url === `${TYPE_URL}google.rpc.${name}`);
      return found && decode<T>(name, found.value);
    };
    const info = part<{ reason?: string; domain?: string; metadata?: { details?: string } }>('ErrorInfo');
    if (info?.domain !== DOMAIN || info.reason === undefined || !Object.hasOwn(ERROR_CODES, info.reason)) return undefined;
    const delay = part<{ retry_delay?: { seconds?: number; nanos?: number } }>('RetryInfo')?.retry_delay;
    const errors = part<{ field_violations?: { field?: string; description?: string }[] }>('BadRequest')?.field_violations?.map(
      ({ field = '', description = '' }) => ({ path: field, message: description }),
    );
    const details = {
      ...(info.metadata?.details === undefined ? {} : (JSON.parse(info.metadata.details) as object)),
      ...(errors && { errors }),
    };
    return new TotalRecallError(info.reason as ErrorCode, status.message ?? '', {
      ...(Object.keys(details).length > 0 && { details }),
      ...(delay && { retryAfterMs: (delay.seconds ?? 0) * 1_000 + (delay.nanos ?? 0) / 1_000_000 }),
    });
  } catch {
    return undefined;
  }
}

function decode<T>(name: string, bytes: Uint8Array): T {
  const type = typeOf(name);
  return type.toObject(type.decode(bytes), { longs: Number }) as T;
}
