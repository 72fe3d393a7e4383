import { TotalRecallError } from '@total-recall/runtime';

export interface KafkaFailure {
  readonly name?: string;
  readonly message?: string;
  /** The broker's own name of an error, such as NOT_LEADER_FOR_PARTITION. */
  readonly type?: string;
  /** Name that the system has for a failure of a connection, such as ECONNREFUSED. */
  readonly code?: string | number;
  readonly retriable?: boolean;
  readonly cause?: unknown;
}

/** Returns the innermost error. kafkajs wraps an error it gave up on in one that is not retriable. */
export function rootOf(error: unknown): KafkaFailure {
  let failure = (error ?? {}) as KafkaFailure;
  for (let depth = 0; depth < 5; depth++) {
    const cause = failure.cause as KafkaFailure | undefined;
    if (!cause || (failure.name !== 'KafkaJSNumberOfRetriesExceeded' && failure.name !== 'KafkaJSNonRetriableError')) break;
    failure = cause;
  }
  return failure;
}

export function kafkaErrorType(error: unknown): string | undefined {
  return rootOf(error).type;
}

/** Returns true when the same request may succeed later, perhaps at another broker. */
export function isRetriable(error: unknown): boolean {
  if (error instanceof TotalRecallError) return false;
  return rootOf(error).retriable === true;
}

const NOT_THERE = new Set<unknown>(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH']);

/** Returns true when no broker was at its address: it may start later. One that refuses us, or our trust in it, is there. */
export function isNotThere(error: unknown): boolean {
  return NOT_THERE.has(rootOf(error).code);
}

const REFUSED = new Set([
  'NOT_LEADER_FOR_PARTITION',
  'LEADER_NOT_AVAILABLE',
  'UNKNOWN_TOPIC_OR_PARTITION',
  'NOT_ENOUGH_REPLICAS',
  'KAFKA_STORAGE_ERROR',
  'FENCED_LEADER_EPOCH',
  'UNKNOWN_LEADER_EPOCH',
]);

/** Returns true when a failed write was certainly not written. Other errors, such as a lost answer, leave that open. */
export function isCertainlyUnwritten(error: unknown): boolean {
  const { type, name } = rootOf(error);
  return (type !== undefined && REFUSED.has(type)) || name === 'KafkaJSBrokerNotFound' || name === 'KafkaJSTopicMetadataNotLoaded';
}

/** Converts an error to one that callers of a port know. */
export function toPortError(error: unknown, doing: string): TotalRecallError {
  if (error instanceof TotalRecallError) return error;
  const { type, name } = rootOf(error);
  if (type === 'MESSAGE_TOO_LARGE' || type === 'RECORD_LIST_TOO_LARGE')
    return new TotalRecallError('batch_too_large', `Kafka takes no batch of this size (${type}).`, { cause: error });
  return new TotalRecallError('unavailable', `Kafka could not ${doing} (${type ?? name ?? 'unknown error'}). Try again.`, {
    cause: error,
    retryAfterMs: 500,
  });
}
