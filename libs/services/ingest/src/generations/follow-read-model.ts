import type { Logger } from '@total-recall/observability';
import type { FollowedReadModel } from '@total-recall/ports';
import { toTotalRecallError, type Component, type MarkWatcher, type Scheduler } from '@total-recall/runtime';
import type { SwitchWhenFilled } from './switch-when-filled.ts';

export interface FollowReadModelDeps {
  readonly stores: { readonly readModel?: FollowedReadModel };
  /** Cache of marks, cleared when the generation changes. */
  readonly marks?: Pick<MarkWatcher, 'forget'>;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
  /**
   * Pauses everything that uses the old generation, calls `switchOver`, then resumes. Without it,
   * `switchOver` is called directly.
   */
  readonly around?: (switchOver: () => void) => Promise<void>;
  /** Set where this process fills a generation of its own, which it makes current. */
  readonly switching?: SwitchWhenFilled;
}

const LOOK_MS = 1_000;

/**
 * Polls the current generation of the read model once a second and switches to it, so that a rebuild needs no restart.
 */
export function followReadModel({ stores: { readModel }, marks, scheduler, logger, around, switching }: FollowReadModelDeps): Component {
  let timer: { cancel(): void } | undefined;
  let told: string | undefined;
  const step = (): void => marks?.forget();
  const tried = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      // A server that is away comes back. Any other error needs an operator, so it is logged once as a warning.
      const { code, message } = toTotalRecallError(error);
      const isNew = code !== 'unavailable' && message !== told;
      if (isNew) told = message;
      logger[isNew ? 'warn' : 'debug']({ err: error }, 'the index generation that is current could not be looked at or gone over to');
    }
  };
  const look = (): Promise<void> =>
    tried(async () => {
      const generation = await readModel?.follow?.({ step, ...(around && { around }) });
      if (generation !== undefined) logger.info({ generation }, 'another index generation is read from now on');
      await switching?.look();
    });
  return {
    name: 'read-model',
    start: async () => {
      if (switching) await tried(() => switching.look());
      timer = scheduler.every(LOOK_MS, look);
    },
    stop: async () => timer?.cancel(),
    health: () => ({ ready: true, detail: `ok; ${switching?.describe() ?? `index generation ${readModel?.generation()}`}` }),
  };
}
