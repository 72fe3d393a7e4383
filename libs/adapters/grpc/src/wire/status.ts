import { Metadata, status, type ServiceError, type StatusObject } from '@grpc/grpc-js';
import { ERROR_CODES, type ErrorCode } from '@total-recall/contracts';
import { toTotalRecallError, TotalRecallError } from '@total-recall/runtime';
import { decodeStatusDetails, encodeStatusDetails, STATUS_DETAILS_KEY } from '@total-recall/runtime/grpc-status';

/** What was thrown as the status of a call. Only our own errors are shown. */
export function toStatus(thrown: unknown): Pick<StatusObject, 'code' | 'details' | 'metadata'> {
  const error = toTotalRecallError(thrown);
  const metadata = new Metadata();
  metadata.set(STATUS_DETAILS_KEY, Buffer.from(encodeStatusDetails(error)));
  return { code: ERROR_CODES[error.code].grpc, details: error.message.slice(0, 1_024), metadata };
}

/** Codes of gRPC itself, where no service of ours had a say. */
const BARE: Partial<Record<status, ErrorCode>> = {
  [status.UNAVAILABLE]: 'unavailable',
  [status.DEADLINE_EXCEEDED]: 'unavailable',
  [status.CANCELLED]: 'closed',
  [status.RESOURCE_EXHAUSTED]: 'payload_too_large',
};

/** The error that a service threw, or what became of the call on its way. */
export function fromStatus(error: ServiceError, service: string): TotalRecallError {
  const [details] = error.metadata?.get(STATUS_DETAILS_KEY) ?? [];
  const ours = details instanceof Uint8Array ? decodeStatusDetails(details) : undefined;
  if (ours !== undefined) return ours;
  const code = BARE[error.code] ?? 'internal';
  return new TotalRecallError(code, MESSAGES[code]?.(service) ?? `The ${service} service could not complete the call.`, { cause: error });
}

const MESSAGES: Partial<Record<ErrorCode, (service: string) => string>> = {
  unavailable: (service) => `The ${service} service did not answer in time. What was to be written may have been written.`,
  closed: (service) => `The call to the ${service} service was cut short.`,
  payload_too_large: (service) => `The ${service} service does not take or give messages of this size.`,
};
