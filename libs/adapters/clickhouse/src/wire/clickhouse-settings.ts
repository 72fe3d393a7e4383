/** How ClickHouse is reached, over HTTP. */
export interface ClickhouseSettings {
  /** `http://host:8123` or https. */
  readonly url: string;
  readonly username?: string;
  readonly password?: string;
  /** Of this deployment alone; made where it is not there. Letters, digits and underscores. */
  readonly database: string;
  /** How long one request may take, its answer included. 10 s. */
  readonly requestTimeoutMs?: number;
  /** Requests at a time; others wait. 10. */
  readonly maxConnections?: number;
}
