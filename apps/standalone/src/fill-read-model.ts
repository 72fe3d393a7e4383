import { createFillStatus, type Stores, type Wiring } from '@total-recall/composition';
import type { IngestService } from '@total-recall/ingest';
import type { Logger } from '@total-recall/observability';
import type { Component } from '@total-recall/runtime';
import type { UnfilledReadModel } from './open-read-model.ts';

export interface FillDeps {
  readonly unfilled: UnfilledReadModel;
  /** Ingest that writes the current read model. Partitions are taken and released here. */
  readonly serving: IngestService;
  /** Wires an ingest that fills the new read model, over these stores. */
  readonly wireFiller: (stores: Pick<Stores, 'index' | 'sessions'>) => Promise<Wiring>;
  readonly wiring: Pick<Wiring, 'stores' | 'clock' | 'scheduler' | 'forgetReadModel'>;
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
export function fillReadModel({ unfilled, serving, wireFiller, wiring, logger }: FillDeps): Component {
  const { stores, clock, scheduler } = wiring;
  const { log } = stores;
  const { former } = unfilled;
  const partitions = Array.from({ length: log.partitions }, (_, partition) => partition);
  const stopping = new AbortController();
  let said = 'is being filled';
  let filling: Promise<void> = Promise.resolve();

  async function fill(): Promise<void> {
    const filler = await wireFiller(unfilled);
    const ingest = filler.ingestWith({ roles: ['fill'] });
    const marks = (partition: number) => unfilled.index.marks(partition);
    const look = createFillStatus({ log, clock, marks, marksRead: marks, hasVectors: false });
    const fromMs = clock.monotonicMs();
    let saidMs = fromMs;
    let before: number | undefined;
    try {
      await ingest.start();
      while (!stopping.signal.aborted) {
        const { filled, records, isFull } = await look();
        before ??= filled;
        const seconds = (clock.monotonicMs() - fromMs) / 1_000;
        const leftSeconds = filled > before ? Math.ceil(((records - filled) * seconds) / (filled - before)) : undefined;
        said = `holds ${filled} of ${records} records${leftSeconds === undefined ? '' : `, about ${leftSeconds} s left`}`;
        if (isFull) {
          await ingest.stop();
          await switchOver();
          return logger.info({ records, seconds: Math.round(seconds * 10) / 10 }, 'the read model is filled and answers from now on');
        }
        if (clock.monotonicMs() - saidMs >= SAY_EVERY_MS) {
          saidMs = clock.monotonicMs();
          logger.info({ filled, records, ...(leftSeconds !== undefined && { leftSeconds }), former }, 'the read model is being filled');
        }
        const health = ingest.health();
        if (!health.ready) throw new Error(`the read model cannot be filled: ${health.detail}`);
        await scheduler.delay(LOOK_MS, stopping.signal).catch(() => undefined);
      }
    } finally {
      await ingest.stop();
      await filler.tokens.close();
    }
  }

  async function switchOver(): Promise<void> {
    await Promise.all(partitions.map((partition) => serving.release(partition, 'project')));
    unfilled.takeOver();
    wiring.forgetReadModel();
    for (const partition of partitions) {
      await serving.take(partition, 'embed');
      await serving.take(partition, 'project');
    }
    void scheduler.delay(REMOVE_AFTER_MS, stopping.signal).then(unfilled.removeFormer, unfilled.removeFormer);
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
      if (said === '') await unfilled.removeFormer();
    },
    health: () => (said === '' ? { ready: true } : { ready: true, detail: `the read model of this version ${said}; ${former} answers` }),
  };
}
