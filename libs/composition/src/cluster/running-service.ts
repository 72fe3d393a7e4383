import type { StopReport, TopicsConfig } from '@total-recall/runtime';
import type { ProcessObservers } from '../observe-process.ts';

/** Inputs of a service's start. */
export interface ServiceProcess<Config = TopicsConfig> extends ProcessObservers {
  readonly config: Config;
  readonly version: string;
}

/** A cluster service that answers requests. */
export interface RunningService {
  /** Addresses by port: `service`, `operations`, `api`. */
  readonly addresses: Readonly<Record<string, string>>;
  /** Set only by the first start of a gateway. The key is stored nowhere else. */
  readonly apiKey?: string;
  stop(): Promise<StopReport>;
}
