import type { ErasureCounts, ErasureTargets } from '@total-recall/domain';
import type { CountsByKind } from '@total-recall/ports';
import type { HeldPart } from './held-records.ts';

/** What an erasure takes, found before anything goes. */
export interface ErasurePlan {
  readonly targets: ErasureTargets;
  readonly counts: ErasureCounts;
  /** Events that go, those of whole spaces only where a dry run asks. */
  readonly kinds: CountsByKind;
  /** What was named and stays, because holds keep it. */
  readonly held: HeldPart;
}
