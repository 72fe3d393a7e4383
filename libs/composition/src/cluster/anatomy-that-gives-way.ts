import type { Logger } from '@total-recall/observability';
import type { AnatomyStore } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';

/**
 * The same store, but records of windows and recalls that it has no room for are left out: while ClickHouse is away for long, agents get their answers without
 * being in the statistics. The store counts what is left out. What decides something, the demand side, is refused as before.
 */
export function anatomyThatGivesWay(store: AnatomyStore, logger: Logger): AnatomyStore {
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
