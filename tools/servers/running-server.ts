/** Servers that a cluster needs. */
export const SERVER_NAMES = ['kafka', 's3', 'clickhouse', 'opensearch'] as const;
export type ServerName = (typeof SERVER_NAMES)[number];

export interface ServerOptions {
  /** Folder of data and logs, which the caller keeps or removes. */
  readonly dataFolder: string;
  /** Port to listen on; by default a free one. */
  readonly port?: number;
  /** True when the server may be fetched if it is not cached. */
  readonly mayFetch: boolean;
  /** True when the caller ends the server itself, so that Ctrl-C in a terminal does not reach it. */
  readonly detached?: boolean;
  /** True for a server of tests, which would spend more on compiling its code for speed than it gains by that. */
  readonly isShortLived?: boolean;
  /** Receives the names of slow steps. */
  readonly onStep: (text: string) => void;
}

/** A server that answers. */
export interface RunningServer {
  readonly name: ServerName;
  /** Address: a URL, or Kafka's list of brokers. */
  readonly url: string;
  /** Other settings that a client needs, such as keys of S3. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Resolves with the way it ended, wanted or not. */
  readonly exited: Promise<string>;
  stop(): Promise<void>;
}
