import type { Eraser, ErasureService, Holds, Retention } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';

export interface ErasureServiceDeps {
  readonly eraser: Eraser & Holds & { owns(tenant: string): boolean };
  readonly retention: Pick<Retention, 'expired'>;
  /** Returns the address of the process that owns the tenant's partition of the ledger. */
  readonly ownerOf: (tenant: string) => Promise<string | undefined>;
}

/** Creates the eraser for calls from other processes. It refuses tenants of other owners and names their address. */
export function createErasureService({ eraser, retention, ownerOf }: ErasureServiceDeps): ErasureService {
  const refuseOthers = async (tenant: string): Promise<void> => {
    if (eraser.owns(tenant)) return;
    const servedBy = await ownerOf(tenant).catch(() => undefined);
    throw new TotalRecallError('unavailable', 'Another process has the erasures of this tenant at the moment. Try again.', {
      retryAfterMs: 1_000,
      ...(servedBy !== undefined && { details: { servedBy } }),
    });
  };
  return {
    async erase(request) {
      const { tenant, scope } = request;
      const { space } = request as { readonly space?: string };
      if (space !== undefined && (scope as { readonly space?: string } | undefined)?.space !== space)
        throw new TotalRecallError('invalid_request', 'The call is to erase in another space than the one it was let in for.');
      await refuseOthers(tenant);
      return eraser.erase(request);
    },
    async erasure({ tenant, id }) {
      await refuseOthers(tenant);
      const erasure = await eraser.erasure(tenant, id);
      return { ...(erasure && { erasure }) };
    },
    async erasures({ tenant, limit }) {
      await refuseOthers(tenant);
      return eraser.erasures(tenant, limit);
    },
    async placeHold(request) {
      await refuseOthers(request.tenant);
      return eraser.placeHold(request);
    },
    async releaseHold(request) {
      await refuseOthers(request.tenant);
      const hold = await eraser.releaseHold(request);
      return { ...(hold && { hold }) };
    },
    async hold({ tenant, id }) {
      await refuseOthers(tenant);
      const hold = await eraser.hold(tenant, id);
      return { ...(hold && { hold }) };
    },
    async holds({ tenant, ...query }) {
      await refuseOthers(tenant);
      return eraser.holds(tenant, query);
    },
    async expired({ tenant, space }) {
      await refuseOthers(tenant);
      return retention.expired(tenant, space);
    },
    certificateKey: () => eraser.certificateKey(),
  };
}
