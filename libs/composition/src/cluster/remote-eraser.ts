import type { Eraser, ErasureService, Holds, Retention } from '@total-recall/ports';

/** Tenant name for calls that concern no tenant: the certificate key is one for all. No tenant can have this name. */
const NOBODY = '_service';

/** Calls the eraser and the holds of another process. A call about one space carries a token for that space only. */
export function remoteEraser(service: ErasureService): Eraser & Holds {
  return {
    erase: (request) => {
      const { scope } = request;
      return service.erase({ ...request, ...('space' in scope && scope.space !== undefined && { space: scope.space }) });
    },
    erasure: async (tenant, id) => (await service.erasure({ tenant, id })).erasure,
    erasures: (tenant, limit, spaces) => service.erasures({ tenant, limit, ...(spaces && { spaces }) }),
    owes: () => false,
    placeHold: (request) => service.placeHold(request),
    releaseHold: async (request) => (await service.releaseHold(request)).hold,
    hold: async (tenant, id) => (await service.hold({ tenant, id })).hold,
    holds: (tenant, options) => service.holds({ tenant, ...options }),
    certificateKey: () => service.certificateKey({ tenant: NOBODY }),
  };
}

/** Asks another process what retention would erase. */
export function remoteRetention(service: ErasureService): Pick<Retention, 'expired'> {
  return { expired: (tenant, space) => service.expired({ tenant, ...(space !== undefined && { space }) }) };
}
