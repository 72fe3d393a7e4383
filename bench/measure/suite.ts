import type { FilledStore, Layout } from '../service/fill-store.ts';
import type { BenchEmbedder, OpenService } from '../service/open-service.ts';
import type { ServeProcess } from '../service/serve-process.ts';
import type { FigureTable } from './figures.ts';

export interface BenchOptions {
  readonly quick: boolean;
  readonly seed: number;
  readonly layouts: readonly Layout[];
  note(text: string): void;
}

/** A suite that makes its own data. */
export type Suite = (options: BenchOptions) => Promise<FigureTable[]>;

/** A store for suites: filled, with nothing left to index. */
export interface StoreUnderTest {
  readonly dataDir: string;
  readonly filled: FilledStore;
  readonly title: string;
  /** Opens the service, or returns the open one. Without an argument it has no vectors. */
  open(embedder?: BenchEmbedder): Promise<OpenService>;
  /** Closes the service, so that another process may open the folder, or the next `open` starts with cold caches. */
  close(): Promise<void>;
  /** Starts the built service on the same folder in its own process. Also returns the key of its first start. */
  serve(embedder?: BenchEmbedder): Promise<ServeProcess & { readonly apiKey: string }>;
}

/** A suite that measures each filled store in turn. */
export type StoreSuite = (store: StoreUnderTest, options: BenchOptions) => Promise<FigureTable>;
