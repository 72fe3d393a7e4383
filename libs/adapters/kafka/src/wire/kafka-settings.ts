import { connect, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import kafkajs, { type ISocketFactory, type KafkaConfig } from 'kafkajs';
import { SILENT_LOGGER, type Logger } from '@total-recall/observability';
import { readTlsFiles, type TlsFiles } from '@total-recall/runtime';
import { registerZstd } from './zstd-codec.ts';

/** How brokers are reached. */
export interface KafkaSettings {
  /** `host:port`, one or more to begin with. */
  readonly brokers: readonly string[];
  /** Names this process in the brokers' logs and quotas. */
  readonly clientId?: string;
  /** TLS with these files, of which none is needed; plaintext where absent. */
  readonly tls?: TlsFiles;
  readonly sasl?: { readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512'; readonly username: string; readonly password: string };
  readonly logger?: Logger;
  /** How long one request may take. 10 s. */
  readonly requestTimeoutMs?: number;
}

const CONNECT_TIMEOUT_MS = 3_000;
const KEEP_ALIVE_MS = 60_000;
/** Of kafkajs's own retries inside a call; ours are around it, up to a deadline. Named here as its default is another under NODE_ENV=test. */
export const INNER_RETRY = { retries: 2, initialRetryTime: 50, maxRetryTime: 500, factor: 0.2, multiplier: 2 } as const;

export function kafkaConfig(settings: KafkaSettings): KafkaConfig {
  registerZstd();
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
    // What fails is thrown too, and retried or reported by us: here it is only of use to whoever looks closely.
    logCreator:
      () =>
      ({ log }) =>
        logger.debug({ library: 'kafkajs' }, log.message),
    socketFactory: openSocket,
  };
}

/** kafkajs's own leaves Nagle's algorithm on, which holds back a small request while another is unanswered. */
const openSocket: ISocketFactory = ({ host, port, ssl, onConnect }) => {
  const socket = ssl
    ? connectTls({ host, port, ...(isIP(host) ? {} : { servername: host }), ...ssl }, onConnect)
    : connect({ host, port }, onConnect);
  // Every request that waits for the connection listens to it.
  return socket.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_MS).setMaxListeners(0);
};
