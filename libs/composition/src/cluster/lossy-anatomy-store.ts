import type { Logger } from '@total-recall/observability';
import type { AnatomyStore } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';

/**
 * Wraps an anatomy store so that records of windows and recalls are dropped while it has no room for them. When
 * ClickHouse is away for long, agents still get their answers; only the statistics miss them. The store counts the
 * dropped records. Writes that decisions depend on (the demand side) are still refused.
 */
export function createLossyAnatomyStore(store: AnatomyStore, logger: Logger): AnatomyStore {
  const giveWay = async (append: Promise<void>): Promise<void> => {
    try {
      await append;
    } catch (error) {
      if (!(error instanceof TotalRecallError) || error.code !== 'unavailable') throw error;
      logger.warn({ code: error.code }, 'an answer goes without its record, as the analytics has no room');
    }
  };
  return {
    ...store,
    appendAnatomy: (records) => giveWay(store.appendAnatomy(records)),
    appendRetrievals: (records) => giveWay(store.appendRetrievals(records)),
  };
}
