import type { Tracer } from '@total-recall/ports';
import type { TlsFiles } from '@total-recall/runtime';

/** How ClickHouse is reached, over HTTP. */
export interface ClickhouseSettings {
  /** `http://host:8123` or https. */
  readonly url: string;
  readonly username?: string;
  readonly password?: string;
  /** Of an https address: files in place of the system's authorities, and a certificate of our own where the server wants one. */
  readonly tls?: TlsFiles;
  /** Of this deployment alone; made where it is not there. Letters, digits and underscores. */
  readonly database: string;
  /** How long one request may take, its answer included. 10 s. */
  readonly requestTimeoutMs?: number;
  /** Requests at a time; others wait. 10. */
  readonly maxConnections?: number;
  /** Statements become steps of what they are made for. */
  readonly tracer?: Tracer;
}
