import { scopeOf } from '@total-recall/contracts';
import type { Erasure, Eraser } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import type { Caller } from '../gateway.ts';
import type { Handlers } from './handler.ts';

type ErasureRoutes = 'erase' | 'listErasures' | 'getErasure' | 'getCertificateKey';

interface ErasureDeps {
  readonly eraser?: Eraser;
  /** Writes an entry about an act of this caller. */
  readonly auditAct: (caller: Caller, action: string, target: string) => Promise<void>;
}

/** Erasures, by keys that have the scope for it. A key that is bound to spaces erases in these and hears of these. */
export function erasureHandlers({ eraser, auditAct }: ErasureDeps): Handlers<ErasureRoutes> {
  const present = (): Eraser => {
    if (!eraser) throw new TotalRecallError('not_implemented', 'This service cannot erase yet; a service of one process can.');
    return eraser;
  };
  return {
    async erase({ body }, caller) {
      const scope = scopeOf(body)!;
      if (scope.kind === 'tenant' && body.tenant !== caller.tenant)
        throw new TotalRecallError('forbidden', 'body.tenant: name your own tenant, to say that everything of it is to go.');
      if (!isWithin(caller, scope.kind === 'tenant' ? undefined : scope.space))
        throw new TotalRecallError('forbidden', 'The key is bound to other spaces.');
      const { reason, dryRun } = body;
      const asked = {
        tenant: caller.tenant,
        scope,
        actor: caller.keyId,
        ...(reason !== undefined && { reason }),
        ...(dryRun && { dryRun }),
      };
      // Who asked is known even where it fails half-way.
      await auditAct(caller, dryRun ? 'erasure.plan' : 'erasure.request', targetOf(scope));
      const done = await present().erase(asked);
      if (!dryRun) await auditAct(caller, 'erasure.done', done.id);
      return shownErasure(done);
    },
    async listErasures({ query }, caller) {
      const found = (await eraser?.erasures(caller.tenant, query.limit)) ?? [];
      return { erasures: found.map(shownErasure).filter(({ space }) => isWithin(caller, space)) };
    },
    async getErasure({ params }, caller) {
      const found = await eraser?.erasure(caller.tenant, params.erasureId);
      if (!found || !isWithin(caller, shownErasure(found).space)) throw new TotalRecallError('not_found', 'There is no such erasure here.');
      return shownErasure(found);
    },
    getCertificateKey: async () => ({ algorithm: 'Ed25519', publicKey: await present().certificateKey() }),
  };
}

function isWithin({ spaces }: Caller, space: string | undefined): boolean {
  return spaces === undefined || (space !== undefined && spaces.includes(space));
}

/** Names of places, never of a person. */
function targetOf(scope: NonNullable<ReturnType<typeof scopeOf>>): string {
  switch (scope.kind) {
    case 'tenant':
      return 'tenant';
    case 'subject':
      return scope.space === undefined ? 'subject' : `subject in ${scope.space}`;
    case 'session':
      return `${scope.space}/${scope.session}`;
    case 'events':
      return `${scope.space}: ${scope.eventIds.length} events`;
    case 'space':
      return scope.space;
  }
}

/** An erasure as it goes over the wire. */
export function shownErasure({ scope, counts, eventIds, ...erasure }: Erasure) {
  return {
    ...erasure,
    what: scope.kind,
    ...('space' in scope && scope.space !== undefined && { space: scope.space }),
    ...(scope.kind === 'session' && { session: scope.session }),
    counts: { ...counts },
    eventIds: [...eventIds],
  };
}
