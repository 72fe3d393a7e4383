import { scopeOf } from '@total-recall/contracts';
import type { Erasure, Eraser, ExpiredInSpace, Retention } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import type { Caller } from '../gateway.ts';
import { cannotEraseError } from './cannot-erase-error.ts';
import type { Handlers } from './handler.ts';
import { noRetention } from './no-retention.ts';
import { checkNamedScope, isWithin, targetOf } from './named-scope.ts';
import { readsWordsOf } from './told-words.ts';

type ErasureRoutes = 'erase' | 'listErasures' | 'getErasure' | 'getCertificateKey' | 'getExpired';

interface ErasureDeps {
  readonly eraser?: Eraser;
  readonly retention?: Pick<Retention, 'expired'>;
  /** Writes an audit entry about an act of this caller. */
  readonly auditAct: (caller: Caller, action: string, target: string) => Promise<void>;
}

/** Handles erasures, which need a scope of their own. A key that is bound to spaces erases and sees only there. */
export function erasureHandlers({ eraser, retention, auditAct }: ErasureDeps): Handlers<ErasureRoutes> {
  const present = (): Eraser => {
    if (!eraser) throw cannotEraseError();
    return eraser;
  };
  return {
    async erase({ body }, caller) {
      const scope = scopeOf(body)!;
      checkNamedScope(scope, body.tenant, caller);
      if (caller.subjects && scope.kind !== 'subject')
        throw new TotalRecallError('forbidden', 'The key is bound to subjects, and erases what is about these alone: name one.');
      const { reason, dryRun, exceptHeld } = body;
      const asked = {
        tenant: caller.tenant,
        scope,
        actor: caller.keyId,
        ...(reason !== undefined && { reason }),
        ...(dryRun && { dryRun }),
        ...(exceptHeld && { exceptHeld }),
      };
      // The request is audited first, so that it is on record even if the erasure fails.
      await auditAct(caller, dryRun ? 'erasure.plan' : 'erasure.request', targetOf(scope));
      const done = await present().erase(asked);
      await auditEnd(auditAct, caller, done);
      return shownErasure(done);
    },
    async listErasures({ query }, caller) {
      const found = (await eraser?.erasures(caller.tenant, query.limit, caller.spaces)) ?? [];
      return { erasures: found.map((erasure) => shownErasure(toldTo(caller, erasure))).filter(({ space }) => isWithin(caller, space)) };
    },
    async getErasure({ params }, caller) {
      const found = await eraser?.erasure(caller.tenant, params.erasureId);
      if (!found || !isWithin(caller, shownErasure(found).space)) throw new TotalRecallError('not_found', 'There is no such erasure here.');
      return shownErasure(toldTo(caller, found));
    },
    async getExpired({ query: { space } }, caller) {
      if (space !== undefined && !isWithin(caller, space)) throw new TotalRecallError('forbidden', 'The key is bound to other spaces.');
      if (!retention) throw noRetention();
      const found = await retention.expired(caller.tenant, space);
      return {
        spaces: found.filter((one) => isWithin(caller, one.space)).map((one) => shownExpired(caller.subjects ? withoutNames(one) : one)),
      };
    },
    getCertificateKey: async () => ({ algorithm: 'Ed25519', publicKey: await present().certificateKey() }),
  };
}

/**
 * Audits the end of an erasure: `erasure.done`, or `erasure.incomplete` where something was left that could not be erased or
 * judged. One that is still running has no end yet.
 */
export async function auditEnd(auditAct: ErasureDeps['auditAct'], caller: Caller, { id, status }: Erasure): Promise<void> {
  if (status === 'done' || status === 'incomplete') await auditAct(caller, `erasure.${status}`, id);
}

/** Leaves out of another key's erasure what its words may tell: its reason, the names of holds, and the certificate that has them. */
function toldTo(caller: Caller, erasure: Erasure): Erasure {
  if (readsWordsOf(caller, erasure)) return erasure;
  const { reason: _reason, certificate: _certificate, ...rest } = withoutNames(erasure);
  return rest;
}

function withoutNames<T extends Pick<Erasure | ExpiredInSpace, 'held'>>(found: T): T {
  return found.held ? { ...found, held: { ...found.held, holds: found.held.holds.map((hold) => ({ ...hold, name: '' })) } } : found;
}

/** Converts an erasure to its wire form. */
export function shownErasure({ scope, counts, eventIds, kinds, held, undone, unread, ...erasure }: Erasure) {
  return {
    ...erasure,
    what: scope.kind,
    ...('space' in scope && scope.space !== undefined && { space: scope.space }),
    ...(scope.kind === 'session' && { session: scope.session }),
    counts: { ...counts },
    eventIds: [...eventIds],
    ...(kinds && { kinds: { ...kinds } }),
    ...(held && { held: shownHeld(held) }),
    ...(undone && { undone: undone.map((place) => ({ ...place })) }),
    ...(unread && { unread: shownUnread(unread) }),
  };
}

function shownUnread({ events, places }: NonNullable<Erasure['unread']>) {
  return { events, places: places.map(({ eventIds, ...place }) => ({ ...place, eventIds: [...eventIds] })) };
}

function shownHeld({ events, holds, kinds, eventIds }: NonNullable<Erasure['held']>) {
  return {
    events,
    holds: holds.map((hold) => ({ ...hold })),
    ...(kinds && { kinds: { ...kinds } }),
    ...(eventIds && { eventIds: [...eventIds] }),
  };
}

/** Copies the lists, because the contract's types are mutable. */
function shownExpired({ rules, held, ...found }: ExpiredInSpace) {
  const copied = (of: ExpiredInSpace['rules']['tenant']) =>
    of.map(({ kinds, maxAgeDays }) => ({ maxAgeDays, ...(kinds && { kinds: [...kinds] }) }));
  return {
    ...found,
    counts: { ...found.counts },
    kinds: { ...found.kinds },
    sessions: [...found.sessions],
    eventIds: [...found.eventIds],
    waiting: [...found.waiting],
    rules: { tenant: copied(rules.tenant), space: copied(rules.space) },
    ...(held && { held: { ...shownHeld(held), kinds: { ...held.kinds }, eventIds: [...held.eventIds] } }),
  };
}
