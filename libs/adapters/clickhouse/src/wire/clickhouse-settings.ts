import type { Tracer } from '@total-recall/ports';
import type { TlsFiles } from '@total-recall/runtime';

/** Settings of the connection to ClickHouse over HTTP. */
export interface ClickhouseSettings {
  /** Address, such as `http://host:8123`, or https. */
  readonly url: string;
  readonly username?: string;
  readonly password?: string;
  /**
   * TLS files for an https address: authorities that replace the system's, and a client certificate if the server wants
   * one.
   */
  readonly tls?: TlsFiles;
  /** Database used by this deployment alone, created if missing. Letters, digits and underscores. */
  readonly database: string;
  /** Longest time for one request including its answer. Default: 10 s. */
  readonly requestTimeoutMs?: number;
  /** Most requests at a time; others wait. Default: 10. */
  readonly maxConnections?: number;
  /** Tracer in which each statement becomes a step of the current trace. */
  readonly tracer?: Tracer;
}
