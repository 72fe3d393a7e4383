import type { StopReport } from '@total-recall/runtime';

/** A service of the cluster that answers. */
export interface RunningService {
  /** Where it answers, by what it is: `service`, `operations`, `api`. */
  readonly addresses: Readonly<Record<string, string>>;
  /** Of the first start of a gateway alone; the key is nowhere else. */
  readonly apiKey?: string;
  stop(): Promise<StopReport>;
}
