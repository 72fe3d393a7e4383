import { FACT_ID_PATTERN, UNIT_ID_PATTERN } from '@total-recall/contracts';
import { EVENT_ID_PATTERN } from '@total-recall/domain';
import type { Consolidator, Erasure, Eraser, Fact, FactDecision } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import { cursorToken, storeCursor } from '../access/cursor-token.ts';
import type { Caller } from '../gateway.ts';
import { cannotEraseError } from './cannot-erase-error.ts';
import { shownErasure } from './erasure-handlers.ts';
import type { Handlers } from './handler.ts';
import { targetOf } from './named-scope.ts';

type FactRoutes =
  | 'consolidate'
  | 'listFacts'
  | 'getProfile'
  | 'rememberFact'
  | 'correctFact'
  | 'forgetFact'
  | 'listLedger'
  | 'undoEntry'
  | 'getDigest'
  | 'listUnits'
  | 'getReflection'
  | 'reflect';

interface FactDeps {
  /** Absent where the service has no consolidation. */
  readonly consolidator?: Consolidator;
  readonly eraser?: Eraser;
  /** Writes an audit entry about an act of this caller. */
  readonly auditAct: (caller: Caller, action: string, target: string) => Promise<void>;
}

/**
 * Handles what is known: facts, the decisions about them, and their undoing. Acts of persons are audited first, so that
 * they are on record even where they fail.
 */
export function factHandlers(deps: FactDeps): Handlers<FactRoutes> {
  const { auditAct } = deps;
  const present = (): Consolidator => {
    if (!deps.consolidator)
      throw new TotalRecallError('not_implemented', 'This service keeps no facts: the gateway knows no consolidator that does.');
    return deps.consolidator;
  };
  return {
    consolidate: ({ params }, { tenant }) => present().consolidate({ tenant, ...params }),
    async listFacts({ params, query }, { tenant }) {
      const { cursor, history, ...asked } = query;
      const after = cursorOf(cursor, FACT_ID_PATTERN);
      const { facts, next } = await present().facts({ tenant, ...params, ...asked, history: history === 'true', after });
      return { facts, cursor: next && cursorToken(next) };
    },
    getProfile: ({ params, query }, { tenant }) => present().profile({ tenant, ...params, ...query }),
    async rememberFact({ params, body: { reason, ...fact } }, caller) {
      await auditAct(caller, 'fact.remember', params.space);
      return present().remember({ ...actOf(caller, params, reason), fact });
    },
    async correctFact({ params, body: { reason, ...said } }, caller) {
      await auditAct(caller, 'fact.correct', `${params.space}/${params.factId}`);
      return present().correct({ ...actOf(caller, params, reason), factId: params.factId, ...said });
    },
    async forgetFact({ params, body: { reason, keepEvidence, erase } }, caller) {
      if (erase) requireEraser(deps, caller);
      await auditAct(caller, 'fact.forget', `${params.space}/${params.factId}`);
      const act = actOf(caller, params, reason);
      const forgotten = await present().forget({ ...act, factId: params.factId, keepEvidence });
      if (!erase) return { ...forgotten, evidence: keepEvidence ? 'kept' : 'withheld', ...(!keepEvidence && unlisted(forgotten.fact)) };
      const erasure = await eraseEvidence(deps, caller, { ...forgotten, space: params.space, reason });
      return { entryId: forgotten.entryId, evidence: 'erased', ...unlisted(forgotten.fact), erasure: shownErasure(erasure) };
    },
    async listLedger({ params, query }, { tenant }) {
      const before = cursorOf(query.cursor, EVENT_ID_PATTERN);
      const page = await present().ledger({ tenant, ...params, limit: query.limit, before });
      return { entries: page.entries, cursor: page.before && cursorToken(page.before) };
    },
    async undoEntry({ params, body }, caller) {
      await auditAct(caller, 'ledger.undo', `${params.space}/${params.entryId}`);
      const allowsSettings = caller.scopes.includes('admin');
      return present().undo({ ...actOf(caller, params, body.reason), entryId: params.entryId, allowsSettings });
    },
    async listUnits({ params, query }, { tenant }) {
      const { query: words, cursor, ...asked } = query;
      const after = cursorOf(cursor, UNIT_ID_PATTERN);
      const { units, surface, next } = await present().units({ tenant, ...params, ...asked, text: words, after });
      return { units, surface, cursor: next && cursorToken(next) };
    },
    getReflection: ({ params, query }, { tenant }) => present().reflection({ tenant, ...params, ...query }),
    async reflect({ params, body: { reason, from } }, caller) {
      await auditAct(caller, 'policy.reflect', params.space);
      return present().reflect({ ...actOf(caller, params, reason), ...(from !== undefined && { from }) });
    },
    getDigest: ({ params }, { tenant }) => present().digest({ tenant, ...params }),
  };
}

function actOf({ tenant, keyId }: Caller, { space }: { readonly space: string }, reason: string | undefined) {
  return { tenant, space, actor: keyId, reason };
}

function requireEraser({ eraser }: FactDeps, { scopes }: Caller): void {
  if (!scopes.includes('erase')) throw new TotalRecallError('forbidden', 'body.erase: this needs a key with the scope erase, too.');
  if (!eraser) throw cannotEraseError();
}

interface Forgotten extends FactDecision {
  readonly space: string;
  readonly reason?: string;
}

/**
 * Erases the events that state a forgotten fact. The request is audited first, as every erasure is. Where it fails, the
 * forgetting is undone, so that the call can be made again.
 */
async function eraseEvidence(deps: FactDeps, caller: Caller, { fact, entryId, space, reason }: Forgotten): Promise<Erasure> {
  const { eraser, consolidator, auditAct } = deps;
  const scope = { kind: 'events', space, eventIds: [...new Set(fact.evidence.map(({ eventId }) => eventId))] } as const;
  await auditAct(caller, 'erasure.request', targetOf(scope));
  try {
    const done = await eraser!.erase({ tenant: caller.tenant, scope, actor: caller.keyId, reason });
    if (done.status === 'done') await auditAct(caller, 'erasure.done', done.id);
    return done;
  } catch (error) {
    // Fails where the erasure had begun all the same: then the entry went with the evidence.
    await consolidator!.undo({ ...actOf(caller, { space }, 'its evidence was not erased'), entryId }).catch(() => undefined);
    throw error;
  }
}

/** Sentences that state a fact beyond those that it lists. */
function unlisted({ statements, evidence }: Fact): { evidenceLeft?: number } {
  const left = statements - evidence.length;
  return left > 0 ? { evidenceLeft: left } : {};
}

/** Decodes a cursor that holds an id. Errors: `invalid_cursor` where it holds anything else. */
function cursorOf(token: string | undefined, pattern: RegExp): string | undefined {
  const id = storeCursor(token);
  if (id === undefined || pattern.test(id)) return id;
  throw new TotalRecallError('invalid_cursor', 'The cursor is not one that a list of this kind gave. Begin again without one.');
}
