import type { Eraser, ErasureService, Holds } from '@total-recall/ports';

/** A name that no tenant can have: the key of certificates is the same for all. */
const NOBODY = '_service';

/** The eraser of another process, and its holds. A call about one space is made with a token for that alone. */
export function remoteEraser(service: ErasureService): Eraser & Holds {
  return {
    erase: (request) => {
      const { scope } = request;
      return service.erase({ ...request, ...('space' in scope && scope.space !== undefined && { space: scope.space }) });
    },
    erasure: async (tenant, id) => (await service.erasure({ tenant, id })).erasure,
    erasures: (tenant, limit) => service.erasures({ tenant, limit }),
    owes: () => false,
    placeHold: (request) => service.placeHold(request),
    releaseHold: async (request) => (await service.releaseHold(request)).hold,
    hold: async (tenant, id) => (await service.hold({ tenant, id })).hold,
    holds: (tenant, options) => service.holds({ tenant, ...options }),
    certificateKey: () => service.certificateKey({ tenant: NOBODY }),
  };
}
