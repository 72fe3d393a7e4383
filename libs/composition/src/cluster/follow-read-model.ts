import type { Logger } from '@total-recall/observability';
import { toTotalRecallError, type Component, type MarkWatcher, type Scheduler } from '@total-recall/runtime';
import type { Stores } from '../stores.ts';

export interface FollowReadModelDeps {
  readonly stores: Pick<Stores, 'readModel'>;
  /** Where marks are waited for. */
  readonly marks?: Pick<MarkWatcher, 'forget'>;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
  /** Lets go of what stands on the old generation, makes the step and takes it up again. Where absent, nothing does. */
  readonly around?: (goOver: () => void) => Promise<void>;
}

const LOOK_MS = 1_000;

/** Looks every second which generation of the read model is current, and goes over to it: after a rebuild, without a restart. */
export function followReadModel({ stores: { readModel }, marks, scheduler, logger, around }: FollowReadModelDeps): Component {
  let timer: { cancel(): void } | undefined;
  let told: string | undefined;
  const step = (): void => marks?.forget();
  const look = async (): Promise<void> => {
    try {
      const generation = await readModel?.follow?.({ step, ...(around && { around }) });
      if (generation !== undefined) logger.info({ generation }, 'another index generation is read from now on');
    } catch (error) {
      // A server that is away comes back; what else keeps it from going over someone has to mend, and is told once.
      const { code, message } = toTotalRecallError(error);
      const isNew = code !== 'unavailable' && message !== told;
      if (isNew) told = message;
      logger[isNew ? 'warn' : 'debug']({ err: error }, 'the index generation that is current could not be gone over to');
    }
  };
  return {
    name: 'read-model',
    start: async () => {
      timer = scheduler.every(LOOK_MS, look);
    },
    stop: async () => timer?.cancel(),
    health: () => ({ ready: true, detail: `ok; index generation ${readModel?.generation()}` }),
  };
}
