import { instrumentTokenCounter, type Logger, type Metrics } from '@total-recall/observability';
import type { Clock, Random, Scheduler } from '@total-recall/ports';
import { createTextAnalyser, readQueryTime } from '@total-recall/language';
import {
  createArtifactCodec,
  createContentReader,
  createMarkWatcher,
  createPolicyResolver,
  createRevisedBodies,
  createSealer,
  createTokenCounter,
  TotalRecallError,
  type CoreConfig,
  type MemoryDivision,
} from '@total-recall/runtime';
import type { Stores } from '../stores.ts';
import { createArtifactLosses } from './artifact-losses.ts';
import { policyDefaults, type PolicyConfig } from './policy-defaults.ts';

interface CorePartsDeps {
  readonly memory: MemoryDivision;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly random: Random;
  readonly scheduler: Scheduler;
}

const isDamaged = (error: unknown): boolean => error instanceof TotalRecallError && error.code === 'damaged';

/** Creates the parts that the cores of a process share. */
export function createCoreParts(
  stores: Stores,
  config: PolicyConfig & Pick<CoreConfig, 'tokenThreads'>,
  { memory, logger, metrics, clock, random, scheduler }: CorePartsDeps,
) {
  const { keys } = stores;
  const artifactLosses = createArtifactLosses({ store: stores.artifacts, index: stores.index, metrics, logger });
  const codec = createArtifactCodec({ store: stores.artifacts, keys, clock, random });
  const artifacts: typeof codec = {
    ...codec,
    read: (place, range) =>
      codec.read(place, range).catch((error: unknown) => {
        if (isDamaged(error)) artifactLosses.note({ ...place, reason: 'damaged' }, error);
        throw error;
      }),
  };
  return {
    log: stores.log,
    index: stores.index,
    sessions: stores.sessions,
    keys,
    anatomy: stores.anatomy,
    sealer: createSealer({ keys, revised: createRevisedBodies({ store: stores.artifacts, keys, opensUnreadable: true }) }),
    artifacts,
    artifactLosses,
    artifactStore: stores.artifacts,
    content: createContentReader({
      artifacts,
      // A character takes two bytes in texts with letters beyond Latin-1.
      cacheChars: memory.texts / 2,
      onMissing: (place, error) => {
        if (error === undefined) artifactLosses.note({ ...place, reason: 'absent' });
      },
    }),
    analyser: createTextAnalyser(),
    readTime: readQueryTime,
    tokens: instrumentTokenCounter(createTokenCounter({ threads: config.tokenThreads }), { metrics, clock }),
    policies: createPolicyResolver({
      control: stores.control,
      defaults: policyDefaults(config),
      onIgnored: ({ levels, problem }) => logger.error({ levels, problem }, 'a policy does not hold and is left out'),
    }),
    marks: createMarkWatcher({ index: stores.index, clock, scheduler }),
    clock,
    random,
    scheduler,
  };
}
