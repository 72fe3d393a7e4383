import { connect, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import kafkajs, { type ISocketFactory, type KafkaConfig } from 'kafkajs';
import { SILENT_LOGGER, type Logger } from '@total-recall/observability';
import { readTlsFiles, type TlsFiles } from '@total-recall/runtime';
import { restRequestQueues } from '../inner/rest-request-queues.ts';
import { registerZstd } from './zstd-codec.ts';

/** Settings of the connection to the brokers. */
export interface KafkaSettings {
  /** Addresses of one or more brokers to start from, as `host:port`. */
  readonly brokers: readonly string[];
  /** Name of this process in the brokers' logs and quotas. */
  readonly clientId?: string;
  /** TLS with these files, all of them optional. Plaintext by default. */
  readonly tls?: TlsFiles;
  readonly sasl?: { readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512'; readonly username: string; readonly password: string };
  readonly logger?: Logger;
  /** Longest time for one request. Default: 10 s. */
  readonly requestTimeoutMs?: number;
  /** Longest time until the first broker answers: brokers may start after us. Default: 60 s. */
  readonly reachWithinMs?: number;
}

export const REACH_WITHIN_MS = 60_000;

const CONNECT_TIMEOUT_MS = 3_000;
const KEEP_ALIVE_MS = 60_000;
/**
 * Limits of kafkajs's own retries inside a call. Ours surround them, up to a deadline. They are set here because
 * kafkajs has another default under NODE_ENV=test.
 */
const INNER_RETRY = { retries: 2, initialRetryTime: 50, maxRetryTime: 500, factor: 0.2, multiplier: 2 } as const;

export function kafkaConfig(settings: KafkaSettings): KafkaConfig {
  registerZstd();
  restRequestQueues();
  const { brokers, clientId = 'total-recall', sasl, logger = SILENT_LOGGER, requestTimeoutMs = 10_000 } = settings;
  return {
    brokers: [...brokers],
    clientId,
    ssl: settings.tls ? readTlsFiles(settings.tls) : false,
    sasl: sasl as KafkaConfig['sasl'],
    connectionTimeout: CONNECT_TIMEOUT_MS,
    requestTimeout: requestTimeoutMs,
    enforceRequestTimeout: true,
    retry: INNER_RETRY,
    logLevel: kafkajs.logLevel.WARN,
    // Failures are also thrown, and retried or reported by us, so the library's log is only for debugging.
    logCreator:
      () =>
      ({ log }) =>
        logger.debug({ library: 'kafkajs' }, log.message),
    socketFactory: openSocket,
  };
}

/**
 * Opens a socket. kafkajs's own factory leaves Nagle's algorithm on, which delays a small request while another is
 * unanswered.
 */
const openSocket: ISocketFactory = ({ host, port, ssl, onConnect }) => {
  const socket = ssl
    ? connectTls({ host, port, ...(isIP(host) ? {} : { servername: host }), ...ssl }, onConnect)
    : connect({ host, port }, onConnect);
  // Every request that waits for the connection adds a listener.
  return socket.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_MS).setMaxListeners(0);
};
