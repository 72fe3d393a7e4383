import type { SpaceUnits } from '@total-recall/domain';
import type { SpacePlace } from '@total-recall/ports';
import type { ConsolidatorDeps } from '../consolidator-deps.ts';
import type { SpaceTurns } from '../sweep/space-turns.ts';
import type { ConsolidationModel } from './consolidation-model.ts';

export interface ModelSweepDeps extends Pick<
  ConsolidatorDeps,
  'index' | 'keys' | 'sealer' | 'content' | 'reader' | 'clock' | 'takenIn' | 'observer'
> {
  readonly language: ConsolidationModel;
  readonly newId: (tenant: string) => string;
  readonly stateOf: (place: SpacePlace) => Promise<SpaceUnits>;
  /** The same, where it is in memory. */
  readonly heldState: (place: SpacePlace) => SpaceUnits | undefined;
  readonly erasures: () => number;
  /** Runs what appends to the ledger of a space while nobody else decides there. */
  readonly inTurn: SpaceTurns['run'];
}
