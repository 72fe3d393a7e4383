import type { Logger, Metrics } from '@total-recall/observability';
import type { Tracer } from '@total-recall/ports';
import type { TlsFiles } from '@total-recall/runtime';

/** How OpenSearch is reached. */
export interface OpenSearchSettings {
  /** One or more nodes: `https://host:9200`. */
  readonly urls: readonly string[];
  readonly username?: string;
  readonly password?: string;
  /** Of an `https` URL: files in place of the system's authorities, and a certificate of our own where the cluster wants one. */
  readonly tls?: TlsFiles;
  readonly logger?: Logger;
  readonly metrics?: Metrics;
  /** Requests become steps of what they are made for. */
  readonly tracer?: Tracer;
  /** How long one request may take; three times that for writes. 10 s. */
  readonly requestTimeoutMs?: number;
  /** How long a cluster that failed eight times in a row is left alone. 2 s. */
  readonly restMs?: number;
}
