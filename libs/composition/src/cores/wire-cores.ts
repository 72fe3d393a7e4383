import { createIngest } from '@total-recall/ingest';
import { instrumentArtifactStore, instrumentEventLog, NO_TRACER, traceEventLog, type Logger } from '@total-recall/observability';
import type { Random, Retention, TokenCounter } from '@total-recall/ports';
import { createRetriever } from '@total-recall/retriever';
import {
  createLedgerOwner,
  createPositionSealer,
  createUnitReader,
  createWorkGate,
  memoryOf,
  cacheSessions,
  TotalRecallError,
  type Component,
  type CoreConfig,
  type LedgerOwner,
  type MemoryDivision,
  type WorkGate,
} from '@total-recall/runtime';
import { archiveHourly } from './archive-hourly.ts';
import { ingestConfigOf, ingestDepsOf, retrieverDepsOf, type SharedDeps } from './core-deps.ts';
import { createCoreParts } from './core-parts.ts';
import { openConsolidator } from './open-consolidator.ts';
import { openEraser, openPartitionEraser } from './open-eraser.ts';
import { observeWork } from './observe.ts';
import { openEmbedder, type OpenedEmbedder } from '../model/open-embedder.ts';
import type { Stores } from '../stores.ts';
import { CHAR_BYTES, countHeld, entriesIn } from '../memory/count-held.ts';
import { createRetrievalSigner } from './retrieval-signer.ts';
import { sweepOnTimer, type SweepTimer } from './sweep-on-timer.ts';
import type { CoreFactories, Wiring, WiringOptions } from './wiring.ts';
import { workGateOf } from './work-gate-of.ts';

/** Pause of the demand role on a cluster, where each of its writes is up to four inserts on a server of all processes. */
const DEMAND_PAUSE_MS = 1_000;

const DAY_MS = 86_400_000;
/**
 * Place of the key that signs retrieval ids. The key that seals positions is derived from it. No
 * tenant can have this name.
 */
const SIGNING = { tenant: '_service', space: 'retrieval-ids' } as const;

/** Wires the cores over open stores, which stay the caller's to close. */
export async function wireCores(opened: Stores, config: CoreConfig, options: WiringOptions): Promise<Wiring> {
  const { logger, metrics, clock, random, scheduler, tracing: tracer = NO_TRACER } = options;
  const memory = memoryOf(config);
  const sessions = options.isOnlyWriter ? cacheSessions(opened.sessions, entriesIn(memory.sessions)) : undefined;
  const stores = observeStores({ ...opened, sessions: sessions ?? opened.sessions }, options);
  const parts = createCoreParts(stores, config, { memory, logger, metrics, clock, random, scheduler });
  const { tokens, marks, analyser } = parts;
  const { signer, positions } = await createSigners(stores, random);
  const embedder = embedderOf(config, memory, options);
  if (options.held) countHeld(options.held, { sessions, content: parts.content, embedder });
  stores.keys.onDestroyed(() => {
    parts.content.forget();
    embedder?.forget();
  });
  const vectors = embedder && stores.index.vectors && { index: stores.index.vectors, embedder };
  const units = stores.units && createUnitReader(stores.units, clock);
  const shared: SharedDeps = { stores, parts, tracer, signer, ...(units && { units }), ...(vectors && { vectors }) };
  const ledgerOwner = stores.ledger && createLedgerOwner(stores.ledger);
  return {
    ...coreFactories(shared, { config, options, memory, ledgerOwner }),
    stores,
    ...(ledgerOwner && { ledgerOwner }),
    positions,
    metrics,
    tokens,
    marks,
    clock,
    random,
    scheduler,
    analyser,
    ...(embedder && { embedder }),
    artifactLosses: parts.artifactLosses,
    foundation: [tokenizer(tokens, config.tokenFamily, logger), ...(embedder ? [embedder] : []), parts.artifactLosses],
    forgetReadModel: () => {
      marks.forget();
      sessions?.forget();
    },
    archiver: archiveHourly(stores.artifacts, scheduler, () => clock.now() - config.artifactHotDays * DAY_MS),
  };
}

interface FactorySettings {
  readonly config: CoreConfig;
  readonly options: WiringOptions;
  readonly memory: MemoryDivision;
  readonly ledgerOwner: LedgerOwner | undefined;
}

function coreFactories(shared: SharedDeps, { config, options, memory, ledgerOwner }: FactorySettings): CoreFactories {
  const { stores, parts } = shared;
  const { logger, metrics, isOnlyWriter } = options;
  const gate = gateOf(config, options);
  const ingestDeps = ingestDepsOf(shared, options);
  const ingestConfig = { ...ingestConfigOf(config, memory), ...(!isOnlyWriter && { demandPauseMs: DEMAND_PAUSE_MS }) };
  const retrieverDeps = retrieverDepsOf(shared, gate, options);
  const retrieverConfig = {
    foldTimeoutMs: config.catchUpMs,
    coverTimeoutMs: config.catchUpMs,
    contentCacheChars: memory.contents / CHAR_BYTES,
  };
  return {
    ingestWith: (settings, own) => createIngest({ ...ingestDeps, ...own }, { ...ingestConfig, ...settings }),
    retrieverWith: (settings, { wasErased, units, past } = {}) => {
      const reader = units ?? shared.units;
      const known = { ...(wasErased && { wasErased }), ...(reader && { units: past ? { ...reader, at: past.at } : reader }) };
      return createRetriever({ ...retrieverDeps, ...known }, { ...retrieverConfig, ...settings });
    },
    partitionEraserOver: (ingest) => openPartitionEraser({ stores, parts, ingest }),
    eraserOver: (partitions, more) =>
      openEraser({
        ...more,
        ...(ledgerOwner && { owner: ledgerOwner }),
        stores,
        parts,
        partitions,
        workGate: gate,
        logger,
        foldTimeoutMs: config.catchUpMs,
        version: options.version ?? 'unknown',
        mode: isOnlyWriter ? 'one_process' : 'cluster',
      }),
    consolidatorOver: (ingest, eraser) =>
      ledgerOwner &&
      openConsolidator({ stores, parts, gate, owner: ledgerOwner, ingest, ...(eraser && { eraser }), metrics, logger }, config),
    sweepingOver: (retention) => sweepRetention(retention, config, options),
  };
}

/** Creates the work gate: one for the whole process, so that a tenant has no more of it for asking different things at once. */
function gateOf(config: CoreConfig, { clock, scheduler, metrics, isOnlyWriter }: WiringOptions): WorkGate {
  const deps = { clock, scheduler, observer: observeWork(metrics) };
  return createWorkGate(deps, workGateOf(config, isOnlyWriter ? 'alone' : 'cluster'));
}

/** Opens the embedder that the settings name; undefined where vectors are off. */
function embedderOf(config: CoreConfig, { embeddings }: MemoryDivision, options: WiringOptions): OpenedEmbedder | undefined {
  const { logger, metrics, random, scheduler, onModelProgress, wrapEmbedder } = options;
  return openEmbedder(config, {
    rememberedBytes: embeddings,
    scheduler,
    random,
    logger,
    metrics,
    ...(onModelProgress && { onModelProgress }),
    ...(wrapEmbedder && { wrapEmbedder }),
  });
}

/** Creates the signers of retrieval ids and of positions, whose key only this service has. */
async function createSigners({ keys, log }: Stores, random: Random) {
  const { key } = await keys.spaceKey(SIGNING.tenant, SIGNING.space);
  return { signer: createRetrievalSigner(key), positions: createPositionSealer({ key, generation: log.generation, random }) };
}

function sweepRetention(retention: Retention, config: CoreConfig, { scheduler, random, logger }: WiringOptions): SweepTimer {
  return sweepOnTimer(
    retention,
    { scheduler, random },
    {
      hours: config.retentionHours,
      onSwept: (events) => logger.info({ events }, 'what was past its age is erased'),
      onFailed: (error, { pauseMs }) =>
        logger.error({ err: error, pauseMs }, 'not all that is past its age could be erased; it is tried again'),
    },
  );
}

/** Wraps the stores with metrics and traces. */
function observeStores(opened: Stores, options: WiringOptions): Stores {
  const { metrics, clock, tracing: tracer = NO_TRACER } = options;
  return {
    ...opened,
    log: traceEventLog(instrumentEventLog(opened.log, { metrics, clock }), { tracer, keepsTraces: opened.keepsTraces ?? false }),
    artifacts: instrumentArtifactStore(opened.artifacts, { metrics }),
  };
}

/** Loads the tokenizer in the background at the start, so that the first append need not wait for it. */
function tokenizer(tokens: TokenCounter, family: string, logger: Logger): Component {
  return {
    name: 'tokenizer',
    start: async () =>
      void tokens.count(family, ['warm']).catch((error: unknown) => {
        // Stopped before it was loaded: not worth a warning.
        if (!(error instanceof TotalRecallError && error.code === 'closed'))
          logger.warn({ err: error }, 'the tokenizer could not be loaded');
      }),
    stop: () => tokens.close(),
  };
}
