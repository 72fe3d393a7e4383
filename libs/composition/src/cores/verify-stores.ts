import { DEFAULT_INGEST_CONFIG, verifyMemory, type VerifyOptions, type VerifyReport } from '@total-recall/ingest';
import { createTextAnalyser } from '@total-recall/language';
import {
  createArtifactCodec,
  createRevisedBodies,
  createSealer,
  createSystemClock,
  createSystemRandom,
  type CoreConfig,
} from '@total-recall/runtime';
import { configuredVectors } from '../model/open-embedder.ts';
import type { Stores } from '../stores.ts';

export type VerifyStoresOptions = Omit<VerifyOptions, 'embedWithout' | 'embedParts' | 'embedResultParts' | 'model'>;

/**
 * Compares everything in the stores with their log, and units with the ledger. Pass the settings of the service: they
 * decide which passages must have vectors, and with others it would report vectors as missing that cannot exist.
 */
export function verifyStores(
  stores: Pick<Stores, 'log' | 'index' | 'sessions' | 'keys' | 'artifacts' | 'ledger' | 'units'>,
  config: CoreConfig,
  options: VerifyStoresOptions,
): Promise<VerifyReport> {
  const { log, index, sessions, keys, ledger, units } = stores;
  const revised = createRevisedBodies({ store: stores.artifacts, keys, opensUnreadable: true });
  const clock = createSystemClock();
  const deps = {
    log,
    index,
    sessions,
    sealer: createSealer({ keys, revised }),
    revised,
    clock,
    artifacts: createArtifactCodec({ store: stores.artifacts, keys, clock, random: createSystemRandom() }),
    artifactStore: stores.artifacts,
    analyser: createTextAnalyser(),
    ...(ledger && units && { decided: { ledger, units } }),
  };
  const { embedParts } = DEFAULT_INGEST_CONFIG;
  const { embedWithout, embedResultParts } = config;
  const model = configuredVectors(config);
  return verifyMemory(deps, { ...options, embedParts, embedResultParts, embedWithout, ...(model !== null && { model }) });
}
