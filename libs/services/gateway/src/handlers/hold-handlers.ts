import { scopeOf } from '@total-recall/contracts';
import type { Hold } from '@total-recall/domain';
import type { Holds } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import type { Caller } from '../gateway.ts';
import { checkNamedScope, isWithin, targetOf } from './named-scope.ts';
import type { Handlers } from './handler.ts';
import { readsWordsOf } from './told-words.ts';

type HoldRoutes = 'placeHold' | 'listHolds' | 'getHold' | 'releaseHold';

interface HoldDeps {
  /** Absent without a ledger. */
  readonly eraser?: Holds;
  /** Writes an audit entry about an act of this caller. */
  readonly auditAct: (caller: Caller, action: string, target: string) => Promise<void>;
}

/**
 * Handles legal holds, which need a scope of their own. A key that is bound to spaces sets and sees holds only there, and
 * one that is bound to subjects places and releases holds of these alone.
 */
export function holdHandlers({ eraser: holds, auditAct }: HoldDeps): Handlers<HoldRoutes> {
  const present = (): Holds => {
    if (!holds) throw new TotalRecallError('not_implemented', 'This service has no legal holds yet; a service of one process has.');
    return holds;
  };
  const find = async (caller: Caller, id: string): Promise<Hold> => {
    const found = await holds?.hold(caller.tenant, id);
    if (!found || !isWithin(caller, spaceOf(found))) throw new TotalRecallError('not_found', 'There is no such hold here.');
    return found;
  };
  return {
    async placeHold({ body }, caller) {
      const scope = scopeOf(body)!;
      checkNamedScope(scope, body.tenant, caller);
      if (caller.subjects && scope.kind !== 'subject')
        throw new TotalRecallError('forbidden', 'The key is bound to subjects, and holds what is about these alone: name one.');
      const { name, reason } = body;
      // The request is audited first, so that it is on record even if placing the hold fails.
      await auditAct(caller, 'hold.request', targetOf(scope));
      const placed = await present().placeHold({
        tenant: caller.tenant,
        scope,
        name,
        actor: caller.keyId,
        ...(reason !== undefined && { reason }),
      });
      await auditAct(caller, 'hold.placed', placed.id);
      return { ...shown(placed, caller), underWay: [...placed.underWay] };
    },
    async listHolds({ query }, caller) {
      const { spaces } = caller;
      const asked = { limit: query.limit, released: query.released === 'true', ...(spaces && { spaces }) };
      const found = (await holds?.holds(caller.tenant, asked)) ?? [];
      return { holds: found.map((hold) => shown(hold, caller)) };
    },
    getHold: async ({ params }, caller) => shown(await find(caller, params.holdId), caller),
    async releaseHold({ params, body }, caller) {
      const { tenant, keyId: actor, subjects } = caller;
      const { id } = await find(caller, params.holdId);
      await auditAct(caller, 'hold.release', id);
      const release = { tenant, id, actor, ...(body.reason !== undefined && { reason: body.reason }), ...(subjects && { subjects }) };
      return shown((await present().releaseHold(release))!, caller);
    },
  };
}

function spaceOf({ scope }: Hold): string | undefined {
  return 'space' in scope ? scope.space : undefined;
}

function shown({ id, name, scope, at, actor, reason, released }: Hold, caller: Caller) {
  const isTold = readsWordsOf(caller, { actor });
  const space = 'space' in scope ? scope.space : undefined;
  return {
    id,
    name: isTold ? name : '',
    what: scope.kind,
    ...(space !== undefined && { space }),
    ...(scope.kind === 'session' && { session: scope.session }),
    ...(scope.kind === 'events' && { eventIds: [...scope.eventIds] }),
    at,
    actor,
    ...(isTold && reason !== undefined && { reason }),
    ...(released && { released: shownRelease(released, caller) }),
  };
}

function shownRelease({ reason, ...released }: NonNullable<Hold['released']>, caller: Caller) {
  return { ...released, ...(reason !== undefined && readsWordsOf(caller, released) && { reason }) };
}
