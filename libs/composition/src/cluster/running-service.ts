import type { AppConfig, StopReport } from '@total-recall/runtime';
import type { ProcessObservers } from '../observe-process.ts';

/** What a service of the cluster is started with. */
export interface ServiceProcess extends ProcessObservers {
  readonly config: AppConfig;
  readonly version: string;
}

/** A service of the cluster that answers. */
export interface RunningService {
  /** Where it answers, by what it is: `service`, `operations`, `api`. */
  readonly addresses: Readonly<Record<string, string>>;
  /** Of the first start of a gateway alone; the key is nowhere else. */
  readonly apiKey?: string;
  stop(): Promise<StopReport>;
}
