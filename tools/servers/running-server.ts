/** The servers that a cluster stands on. */
export const SERVER_NAMES = ['kafka', 's3', 'clickhouse', 'opensearch'] as const;
export type ServerName = (typeof SERVER_NAMES)[number];

export interface ServerOptions {
  /** Its data and logs; kept or removed by the caller. */
  readonly dataFolder: string;
  /** A free one where absent. */
  readonly port?: number;
  /** Whether it may be fetched where it is not in the cache. */
  readonly mayFetch: boolean;
  /** Whether Ctrl-C in a terminal leaves it alone: who started it ends it. */
  readonly detached?: boolean;
  /** Told what takes its time. */
  readonly onStep: (text: string) => void;
}

/** A server that answers. */
export interface RunningServer {
  readonly name: ServerName;
  /** Where it is to be reached: a URL, or Kafka's list of brokers. */
  readonly url: string;
  /** What else a client needs, by name: keys of S3. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Resolves with how it ended, wanted or not. */
  readonly exited: Promise<string>;
  stop(): Promise<void>;
}
