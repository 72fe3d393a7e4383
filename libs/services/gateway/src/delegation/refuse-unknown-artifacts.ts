import type { SessionAddress } from '@total-recall/domain';
import { inParallel } from '@total-recall/runtime';
import { LOOKED_UP_AT_ONCE, type DelegationDeps } from './delegation-deps.ts';
import { saidOfField } from './said-of-field.ts';

/** Refuses artifacts that the space does not have, or has no more. Errors: `not_found`, `erased`. */
export async function refuseUnknownArtifacts(
  { retriever }: Pick<DelegationDeps, 'retriever'>,
  { tenant, space }: SessionAddress,
  artifactIds: readonly string[],
): Promise<void> {
  await inParallel(artifactIds, LOOKED_UP_AT_ONCE, (artifactId) =>
    saidOfField(artifactId, () => retriever.artifact({ tenant, space, artifactId, range: { from: 0, to: 1 } })),
  );
}
