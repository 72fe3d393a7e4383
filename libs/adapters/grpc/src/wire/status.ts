import { status, type ServiceError } from '@grpc/grpc-js';
import type { ErrorCode } from '@total-recall/contracts';
import { TotalRecallError } from '@total-recall/runtime';
import { decodeStatusDetails, STATUS_DETAILS_KEY } from '@total-recall/runtime/grpc-status';

/** Error codes for statuses of gRPC itself, which carry none of ours. */
const BARE: Partial<Record<status, ErrorCode>> = {
  [status.UNAVAILABLE]: 'unavailable',
  [status.DEADLINE_EXCEEDED]: 'unavailable',
  [status.CANCELLED]: 'closed',
  [status.RESOURCE_EXHAUSTED]: 'payload_too_large',
  [status.UNIMPLEMENTED]: 'not_implemented',
};

/** Converts a failed call to the error that the service threw, or to one for its failure on the way. */
export function fromStatus(error: ServiceError, service: string): TotalRecallError {
  const [details] = error.metadata?.get(STATUS_DETAILS_KEY) ?? [];
  const ours = details instanceof Uint8Array ? decodeStatusDetails(details) : undefined;
  if (ours !== undefined) return ours;
  const code = isCutOff(error) ? 'unavailable' : (BARE[error.code] ?? 'internal');
  return new TotalRecallError(code, MESSAGES[code]?.(service) ?? `The ${service} service could not complete the call.`, { cause: error });
}

/** A stream that its server ended without a status, as a service does that stops with calls under way. */
const isCutOff = ({ code, details }: ServiceError): boolean => code === status.INTERNAL && details.startsWith('Received RST_STREAM');

const MESSAGES: Partial<Record<ErrorCode, (service: string) => string>> = {
  unavailable: (service) => `The ${service} service did not answer in time. What was to be written may have been written.`,
  not_implemented: (service) => `The ${service} service is not served there, or does not know the call.`,
  closed: (service) => `The call to the ${service} service was cut short.`,
  payload_too_large: (service) => `The ${service} service does not take or give messages of this size.`,
};
