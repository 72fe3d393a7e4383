import type { Logger } from '@total-recall/observability';
import type { EventLog, Scheduler } from '@total-recall/ports';
import type { Component } from '@total-recall/runtime';
import type { IngestService } from '../create-ingest.ts';
import { fillGeneration, type FillDeps, type FillProgress, type GenerationFiller } from './fill-generation.ts';

/** A read model of this version that must be filled while one of an earlier version answers. */
export interface BesideFormer {
  readonly generation: string;
  /** Name of the read model that answers meanwhile. */
  readonly former: string;
  /** Makes the new read model answer from now on. The former must not be written any more. */
  takeOver(): void;
  /** Closes and removes the former read model, once no request uses it. May be called twice. */
  removeFormer(): Promise<void>;
  /** Returns true until the former read model is removed. Until then it answers again after a crash. */
  isFormerThere(): boolean;
}

export interface FillBesideDeps extends Pick<FillDeps, 'clock'> {
  readonly log: Pick<EventLog, 'partitions'>;
  readonly scheduler: Scheduler;
  readonly beside: BesideFormer;
  /** Ingest that writes the former read model. Its partitions are taken and released here. */
  readonly serving: Pick<IngestService, 'take' | 'release'>;
  /** Starts what fills the new read model. */
  readonly startFiller: () => Promise<GenerationFiller>;
  /** Forgets what caches keep of the former read model. */
  readonly forget: () => void;
  readonly logger: Logger;
}

const LOOK_MS = 200;
const SAY_EVERY_MS = 10_000;
/** Delay before the former read model is removed, in which requests that began on it end. */
const REMOVE_AFTER_MS = 60_000;

/**
 * Fills the read model of this version from the log while the earlier one answers and is written, then switches to it.
 * Vectors follow afterwards, as after any start. After a crash, the next start continues.
 */
export function fillBesideFormer({ beside, serving, startFiller, forget, logger, ...rest }: FillBesideDeps): Component {
  const { log, clock, scheduler } = rest;
  const { former, generation } = beside;
  const partitions = Array.from({ length: log.partitions }, (_, partition) => partition);
  const stopping = new AbortController();
  let said = 'is being filled';
  let saidMs = clock.monotonicMs();
  let filling: Promise<void> = Promise.resolve();

  function onProgress({ filled, records, leftSeconds }: FillProgress): void {
    said = `holds ${filled} of ${records} records${leftSeconds === undefined ? '' : `, about ${leftSeconds} s left`}`;
    if (clock.monotonicMs() - saidMs < SAY_EVERY_MS) return;
    saidMs = clock.monotonicMs();
    logger.info({ filled, records, ...(leftSeconds !== undefined && { leftSeconds }), former }, 'the read model is being filled');
  }

  async function fill(): Promise<void> {
    const filler = await startFiller();
    try {
      const deps = { clock, scheduler, noun: 'read model', lookMs: LOOK_MS };
      const filled = await fillGeneration(filler, deps, { generation, onProgress, signal: stopping.signal });
      if (!filled) return;
      await switchOver();
      const seconds = Math.round(filled.seconds * 10) / 10;
      logger.info({ records: filled.records, seconds }, 'the read model is filled and answers from now on');
    } finally {
      await filler.stop();
    }
  }

  async function switchOver(): Promise<void> {
    await Promise.all(partitions.map((partition) => serving.release(partition, 'project')));
    beside.takeOver();
    forget();
    for (const partition of partitions) {
      await serving.take(partition, 'embed');
      await serving.take(partition, 'project');
    }
    void scheduler
      .delay(REMOVE_AFTER_MS, stopping.signal)
      .then(beside.removeFormer, beside.removeFormer)
      .catch((error: unknown) =>
        logger.error({ err: error, former }, 'the read model of an earlier version could not be removed; a stop or the next start does it'),
      );
    said = '';
  }

  return {
    name: 'read-model',
    async start() {
      for (const partition of partitions) await serving.take(partition, 'project');
      logger.info({ former }, 'the read model of an earlier version answers while a new one is filled from the log');
      filling = fill().catch((error: unknown) => {
        said = 'could not be filled; the next start goes on with it';
        logger.error({ err: error, former }, 'the read model could not be filled; that of an earlier version goes on answering');
      });
    },
    async stop() {
      stopping.abort();
      await filling;
      if (said === '') await beside.removeFormer();
    },
    health: () => (said === '' ? { ready: true } : { ready: true, detail: `the read model of this version ${said}; ${former} answers` }),
  };
}
