import { createKafkaLedger, createKafkaLedgerFeed } from '@total-recall/adapter-kafka';
import { createClosedSessions, type ClosedSessions } from '@total-recall/ingest';
import type { Logger } from '@total-recall/observability';
import type { LedgerFeed } from '@total-recall/ports';
import { createErasedArtifacts } from '@total-recall/retriever';
import {
  createErasureNews,
  createOwedErasures,
  createPastUnits,
  type ErasureNews,
  type OwedErasures,
  type PastUnits,
  type TopicsConfig,
} from '@total-recall/runtime';
import type { Wiring } from '../cores/wiring.ts';
import type { ProcessParts } from '../open-process.ts';
import { kafkaSettings } from './connections.ts';

/** Follows the ledger for sessions that are closed to appends. */
export function followClosedSessions(
  feed: LedgerFeed,
  { stores, clock, scheduler }: Pick<Wiring, 'stores' | 'clock' | 'scheduler'>,
  logger: Logger,
): ClosedSessions {
  return createClosedSessions({
    feed,
    keys: stores.keys,
    clock,
    scheduler,
    onFailure: (error) => logger.warn({ err: error }, 'the ledger could not be read; appends look again before they are answered'),
  });
}

/** Follows the ledger for artifacts that erasures removed. */
export function followErasedArtifacts(feed: LedgerFeed): ReturnType<typeof createErasedArtifacts> {
  return createErasedArtifacts(feed);
}

/** Follows the ledger for erasures that a restore reopened. No request is served until they are done. */
export function followOwedErasures(feed: LedgerFeed, { scheduler, logger }: Pick<ProcessParts, 'scheduler' | 'logger'>): OwedErasures {
  return createOwedErasures({
    feed,
    scheduler,
    onFailure: (error) => logger.warn({ err: error }, 'whether erasures are owed could not be read; it is tried again'),
  });
}

/** Follows the ledger for erasures, so that what this process holds of erased texts goes. It takes a feed of its own. */
export function followErasures(feed: LedgerFeed, { scheduler, logger }: Pick<ProcessParts, 'scheduler' | 'logger'>): ErasureNews {
  return createErasureNews({
    feed,
    scheduler,
    onFailure: (error) => logger.warn({ err: error }, 'the ledger could not be read for erasures; it is tried again'),
  });
}

/** Units of earlier times that are kept in memory. */
const PAST_UNITS = 20_000;

/**
 * Opens the units of spaces as of any entry of the ledger, for a process that owns none of it. A partition of the ledger is
 * read, and held in memory, from its first use on.
 */
export async function openPastUnits(
  config: TopicsConfig,
  logger: Logger,
): Promise<{ readonly past: PastUnits; heldBytes(): number; close(): Promise<void> }> {
  const ledger = await createKafkaLedger({ ...kafkaSettings(config, logger), partitions: config.partitions });
  return { past: createPastUnits({ ledger }, PAST_UNITS), heldBytes: () => ledger.heldBytes(), close: () => ledger.close() };
}

/** Opens the ledger for reading. */
export function openLedgerFeed(config: TopicsConfig, logger: Logger): Promise<LedgerFeed> {
  return createKafkaLedgerFeed({ ...kafkaSettings(config, logger), partitions: config.partitions });
}
