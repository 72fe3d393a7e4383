import type { Logger, Metrics } from '@total-recall/observability';
import type { Tracer } from '@total-recall/ports';
import type { TlsFiles } from '@total-recall/runtime';

/** Settings of the connection to OpenSearch. */
export interface OpenSearchSettings {
  /** Addresses of one or more nodes, such as `https://host:9200`. */
  readonly urls: readonly string[];
  readonly username?: string;
  readonly password?: string;
  /**
   * TLS files for an `https` URL: authorities that replace the system's, and a client certificate if the cluster wants
   * one.
   */
  readonly tls?: TlsFiles;
  readonly logger?: Logger;
  readonly metrics?: Metrics;
  /** Tracer in which each request becomes a step of the current trace. */
  readonly tracer?: Tracer;
  /** Longest time for one request; writes may take three times as long. Default: 10 s. */
  readonly requestTimeoutMs?: number;
  /** Time for which a cluster is left alone after eight failures in a row. Default: 2 s. */
  readonly restMs?: number;
}
