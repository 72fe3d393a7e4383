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

/** A store as the suites over stores find it: filled, settled and quiet. */
export interface StoreUnderTest {
  readonly dataDir: string;
  readonly filled: FilledStore;
  readonly title: string;
  /** Opens the service, without vectors unless asked for, or gives the one that is open. */
  open(embedder?: BenchEmbedder): Promise<OpenService>;
  /** Closes the service, so that another process may open the folder or the next `open` finds cold caches. */
  close(): Promise<void>;
  /** The built service over the same folder, in a process of its own, and the key that its first start made. */
  serve(embedder?: BenchEmbedder): Promise<ServeProcess & { readonly apiKey: string }>;
}

/** A suite that measures over each filled store in turn. */
export type StoreSuite = (store: StoreUnderTest, options: BenchOptions) => Promise<FigureTable>;
