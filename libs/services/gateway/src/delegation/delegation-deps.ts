import type { Ingest, Retriever } from '@total-recall/ports';
import type { DailyQuota } from '../access/daily-quota.ts';

export interface DelegationDeps {
  readonly ingest: Pick<Ingest, 'append'>;
  readonly retriever: Pick<Retriever, 'session' | 'event' | 'events' | 'artifact'>;
  readonly quota: DailyQuota;
}

/** Events looked up at a time. */
export const LOOKED_UP_AT_ONCE = 8;
