import { Metadata, type StatusObject } from '@grpc/grpc-js';
import { RpcException } from '@nestjs/microservices';
import { ERROR_CODES, MessageProblem } from '@total-recall/contracts';
import { toTotalRecallError, TotalRecallError } from '@total-recall/runtime';
import { encodeStatusDetails, STATUS_DETAILS_KEY } from '@total-recall/runtime/grpc-status';

export type ErrorStatus = Pick<StatusObject, 'code' | 'details' | 'metadata'>;

/** Converts any thrown value to a `TotalRecallError`. */
export function asOurs(thrown: unknown): TotalRecallError {
  if (thrown instanceof MessageProblem) return new TotalRecallError(thrown.code, thrown.message);
  return toTotalRecallError(thrown);
}

/** Converts an error to the status of a call, with the matching HTTP code in its details. */
export function statusOf(error: TotalRecallError): ErrorStatus {
  const metadata = new Metadata();
  metadata.set(STATUS_DETAILS_KEY, Buffer.from(encodeStatusDetails(error)));
  return { code: ERROR_CODES[error.code].grpc, details: error.message.slice(0, 1_024), metadata };
}

/** Wraps the status in an `RpcException`, whose content Nest passes to gRPC unchanged. */
export const exceptionOf = (error: TotalRecallError): RpcException => new RpcException(statusOf(error));
