import { TotalRecallError } from '@total-recall/runtime';
import { isNotThere, isRetriable, rootOf, type KafkaFailure } from './kafka-errors.ts';
import type { KafkaSettings } from './kafka-settings.ts';

/** Words for a failed connection: its event, and the setting to change. */
type Finding = readonly [happened: string, remedy: string];

const NOT_VALID_NOW = new Set<unknown>(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID']);
const NOT_TRUSTED = new Set<unknown>([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'INVALID_CA',
]);
const CLOSED = new Set<unknown>(['ECONNRESET', 'EPIPE', 'KafkaJSConnectionClosedError']);
const LATE = new Set<unknown>(['ETIMEDOUT', 'KafkaJSRequestTimeoutError']);
/** Messages of kafkajs for the same; the second where it went on without the answer to its first request. */
const LATE_MESSAGES = new Set<unknown>(['Connection timeout', 'Broker not connected']);

/** Returns true for a failure to come to a broker, but for one that answered and refused us. */
export function isUnreached(error: unknown): boolean {
  return isNotThere(error) || isRetriable(error) || isUnanswered(error);
}

/** Returns true where a connection was made and nothing came back. */
export function isUnanswered(error: unknown): boolean {
  const { name, message } = rootOf(error);
  return LATE.has(name) || LATE_MESSAGES.has(message);
}

/**
 * Returns the error for brokers that could not be used, which says what happened and which setting to change. It has no
 * cause: a failure to connect has no more to say.
 */
export function noBroker({ brokers, tls }: Pick<KafkaSettings, 'brokers' | 'tls'>, withinMs: number, error: unknown): TotalRecallError {
  const failure = rootOf(error);
  const [happened, remedy] = tlsFinding(failure) ?? connectionFinding(failure, tls !== undefined) ?? notThere(withinMs);
  return new TotalRecallError('unavailable', `${happened}: ${brokers.join(', ')} (${failure.code ?? nameOf(failure)}). ${remedy}`, {
    retryAfterMs: 5_000,
  });
}

/** Returns the name of a failure that has no code, or what it says where that is a general one. */
function nameOf({ name, message }: KafkaFailure): string {
  return (name === 'Error' ? message : name) ?? 'unknown error';
}

function notThere(withinMs: number): Finding {
  return [`No Kafka broker answered within ${Math.round(withinMs / 1_000)} s`, 'Start one, or name others in TOTAL_RECALL_KAFKA_BROKERS.'];
}

function tlsFinding({ code }: KafkaFailure): Finding | undefined {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return [
      'The certificate of the Kafka broker is for another name',
      'Name the brokers in TOTAL_RECALL_KAFKA_BROKERS as their certificates do.',
    ];
  if (NOT_VALID_NOW.has(code))
    return ['The certificate of the Kafka broker is not valid now', 'Renew it, or correct the clock of this machine.'];
  if (NOT_TRUSTED.has(code))
    return [
      'The certificate of the Kafka broker is not trusted',
      'Name the certificate of the CA that signed it in TOTAL_RECALL_KAFKA_TLS_CA_FILE.',
    ];
  if (typeof code !== 'string') return undefined;
  if (code.includes('_ALERT_'))
    return [
      'The Kafka broker refused the TLS connection',
      'If it asks for a client certificate, name one in TOTAL_RECALL_KAFKA_TLS_CERT_FILE and TOTAL_RECALL_KAFKA_TLS_KEY_FILE.',
    ];
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_'))
    return ['There is no TLS at this port of the Kafka broker', 'Name its TLS port, or set TOTAL_RECALL_KAFKA_TLS=off.'];
  return undefined;
}

function connectionFinding({ code, name, message }: KafkaFailure, usesTls: boolean): Finding | undefined {
  if (CLOSED.has(code) || CLOSED.has(name))
    return [
      'The Kafka broker closed the connection',
      usesTls
        ? 'It may have no TLS at this port (TOTAL_RECALL_KAFKA_TLS=off), or ask for a client certificate (TOTAL_RECALL_KAFKA_TLS_CERT_FILE).'
        : 'It may expect TLS (TOTAL_RECALL_KAFKA_TLS=on) or a login (TOTAL_RECALL_KAFKA_SASL).',
    ];
  if (LATE.has(code) || LATE.has(name) || LATE_MESSAGES.has(message))
    return [
      'The Kafka broker gave no answer in time',
      usesTls
        ? 'See that it runs, and that TOTAL_RECALL_KAFKA_BROKERS names its TLS port.'
        : 'See that it runs. If it expects TLS, set TOTAL_RECALL_KAFKA_TLS=on.',
    ];
  return undefined;
}
