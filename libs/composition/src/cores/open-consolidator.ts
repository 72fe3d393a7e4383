import { createConsolidator, RULE_READER, type ConsolidatorService } from '@total-recall/consolidator';
import type { OwningEraser } from '@total-recall/ingest';
import type { Logger, Metrics } from '@total-recall/observability';
import type { Ingest } from '@total-recall/ports';
import { createDemandReader } from '@total-recall/retriever';
import { createBackgroundPace, loopBusyMs, type CoreConfig, type LedgerOwner, type WorkGate } from '@total-recall/runtime';
import type { Stores } from '../stores.ts';
import type { createCoreParts } from './core-parts.ts';
import { openLanguageModel } from '../model/open-language-model.ts';
import { observeConsolidator } from './observe.ts';

export interface OpenConsolidatorOptions {
  readonly stores: Stores;
  readonly parts: ReturnType<typeof createCoreParts>;
  /** Shares the process among tenants. */
  readonly gate: WorkGate;
  /** Claims partitions of the ledger for it and for the eraser. */
  readonly owner: LedgerOwner;
  /** Appends what persons write. */
  readonly ingest: Pick<Ingest, 'append'>;
  /** The eraser of the same process, where there is one. */
  readonly eraser?: Pick<OwningEraser, 'takenIn'>;
  readonly metrics: Metrics;
  readonly logger: Logger;
}

/** Creates the consolidator of the service; undefined without a ledger or a store of units. */
export function openConsolidator(
  { stores, parts, gate, owner, ingest, eraser, metrics, logger }: OpenConsolidatorOptions,
  config: CoreConfig,
): ConsolidatorService | undefined {
  const { ledger, units, control } = stores;
  if (!ledger || !units) return undefined;
  return createConsolidator(
    {
      ...parts,
      gate,
      ledger,
      units,
      control,
      owner,
      ingest,
      recalls: createDemandReader({ anatomy: stores.anatomy, clock: parts.clock }),
      ...(eraser && { takenIn: (place) => eraser.takenIn(place) }),
      reader: RULE_READER,
      pace: createBackgroundPace({ ...parts, busyMs: loopBusyMs }),
      ...(config.llm !== 'off' && { language: openLanguageModel(config, { metrics, logger, ...parts }) }),
      observer: observeConsolidator(metrics, logger),
    },
    {
      sweepMinutes: config.consolidateMinutes,
      sweepEvents: config.consolidateEvents,
      catchUpMs: config.catchUpMs,
      speculativeLinks: config.speculativeLinks,
    },
  );
}
