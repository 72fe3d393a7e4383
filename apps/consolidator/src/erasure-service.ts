import type { Eraser, ErasureService, Holds, Retention } from '@total-recall/ports';
import { asNothingErased, TotalRecallError } from '@total-recall/runtime';
import { refuseOthers, type OwnerDeps } from './refuse-others.ts';

export interface ErasureServiceDeps {
  readonly eraser: Eraser & Holds & { owns(tenant: string): boolean };
  readonly retention: Pick<Retention, 'expired'>;
  readonly ownerOf: OwnerDeps['ownerOf'];
}

/** Creates the eraser for calls from other processes. It refuses tenants of other owners and names their address. */
export function createErasureService({ eraser, retention, ownerOf }: ErasureServiceDeps): ErasureService {
  const owners: OwnerDeps = { owns: (tenant) => eraser.owns(tenant), ownerOf };
  return {
    async erase(request) {
      const { tenant, scope } = request;
      const { space } = request as { readonly space?: string };
      if (space !== undefined && (scope as { readonly space?: string } | undefined)?.space !== space)
        throw new TotalRecallError('invalid_request', 'The call is to erase in another space than the one it was let in for.');
      await refuseOthers(owners, tenant).catch((error: unknown) => {
        throw asNothingErased(error);
      });
      return eraser.erase(request);
    },
    async erasure({ tenant, id }) {
      await refuseOthers(owners, tenant);
      const erasure = await eraser.erasure(tenant, id);
      return { ...(erasure && { erasure }) };
    },
    async erasures({ tenant, limit, spaces }) {
      await refuseOthers(owners, tenant);
      return eraser.erasures(tenant, limit, spaces);
    },
    async placeHold(request) {
      await refuseOthers(owners, request.tenant);
      return eraser.placeHold(request);
    },
    async releaseHold(request) {
      await refuseOthers(owners, request.tenant);
      const hold = await eraser.releaseHold(request);
      return { ...(hold && { hold }) };
    },
    async hold({ tenant, id }) {
      await refuseOthers(owners, tenant);
      const hold = await eraser.hold(tenant, id);
      return { ...(hold && { hold }) };
    },
    async holds({ tenant, ...query }) {
      await refuseOthers(owners, tenant);
      return eraser.holds(tenant, query);
    },
    async expired({ tenant, space }) {
      await refuseOthers(owners, tenant);
      return retention.expired(tenant, space);
    },
    certificateKey: () => eraser.certificateKey(),
  };
}
