import { createKafkaLedgerFeed } from '@total-recall/adapter-kafka';
import { createClosedSessions, type ClosedSessions } from '@total-recall/ingest';
import type { LedgerFeed } from '@total-recall/ports';
import { createErasedArtifacts } from '@total-recall/retriever';
import { createOwedErasures, type OwedErasures } from '@total-recall/runtime';
import type { Wiring } from '../cores/wire-cores.ts';
import { kafkaSettings } from './connections.ts';
import type { ServiceBase } from './start-service.ts';

/** Follows the ledger for sessions that are closed to appends. */
export async function followClosedSessions(base: ServiceBase, { stores, clock, scheduler }: Wiring): Promise<ClosedSessions> {
  return createClosedSessions({
    feed: await openLedgerFeed(base),
    keys: stores.keys,
    clock,
    scheduler,
    onFailure: (error) => base.logger.warn({ err: error }, 'the ledger could not be read; appends look again before they are answered'),
  });
}

/** Follows the ledger for artifacts that erasures removed. */
export async function followErasedArtifacts(base: ServiceBase): Promise<ReturnType<typeof createErasedArtifacts>> {
  return createErasedArtifacts(await openLedgerFeed(base));
}

/** Follows the ledger for erasures that a restore reopened. No request is served until they are done. */
export async function followOwedErasures(base: ServiceBase): Promise<OwedErasures> {
  return createOwedErasures({
    feed: await openLedgerFeed(base),
    scheduler: base.scheduler,
    onFailure: (error) => base.logger.warn({ err: error }, 'whether erasures are owed could not be read; it is tried again'),
  });
}

function openLedgerFeed({ config, logger, keep }: ServiceBase): Promise<LedgerFeed> {
  return keep(createKafkaLedgerFeed({ ...kafkaSettings(config, logger), partitions: config.partitions }));
}
