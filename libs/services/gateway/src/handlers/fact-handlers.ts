import { FACT_ID_PATTERN, UNIT_ID_PATTERN, type ReplyOf } from '@total-recall/contracts';
import { EVENT_ID_PATTERN, kindOfSentence, type NamedKind } from '@total-recall/domain';
import type { Clock, Consolidator, Erasure, Eraser, FactDecision, ForgottenFact, NewFact, PersonsAct } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import { charged } from '../access/charge-appended.ts';
import { cursorToken, storeCursor } from '../access/cursor-token.ts';
import type { DailyQuota } from '../access/daily-quota.ts';
import type { Caller } from '../gateway.ts';
import { requireOwnFact } from '../access/named-subjects.ts';
import { cannotEraseError } from './cannot-erase-error.ts';
import { auditEnd, shownErasure } from './erasure-handlers.ts';
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
  readonly quota: DailyQuota;
  readonly clock: Clock;
  /** Writes an audit entry about an act of this caller. */
  readonly auditAct: (caller: Caller, action: string, target: string) => Promise<void>;
}

/**
 * Handles what is known: facts, the decisions about them, and their undoing. Acts of persons are audited first, so that
 * they are on record even where they fail.
 */
export function factHandlers(deps: FactDeps): Handlers<FactRoutes> {
  const { auditAct } = deps;
  const present = (): Consolidator => consolidatorOf(deps);
  return {
    consolidate: ({ params }, { tenant }) => present().consolidate({ tenant, ...params }),
    async listFacts({ params, query }, { tenant }) {
      const { cursor, history, ...asked } = query;
      const after = cursorOf(cursor, FACT_ID_PATTERN);
      const { facts, next } = await present().facts({ tenant, ...params, ...asked, history: history === 'true', after });
      return { facts, cursor: next && cursorToken(next) };
    },
    getProfile: ({ params, query }, { tenant }) => present().profile({ tenant, ...params, ...query }),
    async rememberFact({ params, body: { reason, decidedBy, ...fact }, headers }, caller) {
      await auditAct(caller, 'fact.remember', params.space);
      const act = { ...actOf(caller, params, { reason, decidedBy }, headers), fact: ownFact(caller, fact, deps.clock.now()) };
      return written(deps, caller, () => present().remember(act));
    },
    async correctFact({ params, body: { reason, decidedBy, ...said }, headers }, caller) {
      await auditAct(caller, 'fact.correct', `${params.space}/${params.factId}`);
      const correction = { ...actOf(caller, params, { reason, decidedBy }, headers), factId: params.factId, ...said };
      return written(deps, caller, () => present().correct(correction));
    },
    async forgetFact({ params, body: { reason, decidedBy, keepEvidence, erase }, headers }, caller) {
      if (erase) requireEraser(deps, caller);
      await auditAct(caller, 'fact.forget', `${params.space}/${params.factId}`);
      const act = actOf(caller, params, { reason, decidedBy }, headers);
      if (erase) return forgetForGood(deps, present(), caller, { ...act, factId: params.factId });
      const {
        alsoIn: _alsoIn,
        statedThereAlone: _kept,
        ...forgotten
      } = await present().forget({ ...act, factId: params.factId, keepEvidence });
      return { ...forgotten, evidence: keepEvidence ? 'kept' : 'withheld' };
    },
    async listLedger({ params, query }, { tenant }) {
      const before = cursorOf(query.cursor, EVENT_ID_PATTERN);
      const { limit, subject, says } = query;
      const about = subject === undefined ? {} : { subject };
      const page = await present().ledger({ tenant, ...params, ...about, limit, before, says: says === 'true' });
      return { entries: page.entries, cursor: page.before && cursorToken(page.before) };
    },
    async undoEntry({ params, body, headers }, caller) {
      await auditAct(caller, 'ledger.undo', `${params.space}/${params.entryId}`);
      const allowsSettings = caller.scopes.includes('admin');
      return present().undo({ ...actOf(caller, params, body, headers), entryId: params.entryId, allowsSettings });
    },
    async listUnits({ params, query }, { tenant }) {
      const { query: words, cursor, speculative, ...asked } = query;
      const after = cursorOf(cursor, UNIT_ID_PATTERN);
      const { units, surface, next } = await present().units({
        tenant,
        ...params,
        ...asked,
        speculative: speculative === 'true',
        text: words,
        after,
      });
      return { units, surface, cursor: next && cursorToken(next) };
    },
    getReflection: ({ params, query }, { tenant }) => present().reflection({ tenant, ...params, ...query }),
    async reflect({ params, body: { reason, from }, headers }, caller) {
      await auditAct(caller, 'policy.reflect', params.space);
      return present().reflect({ ...actOf(caller, params, { reason }, headers), ...(from !== undefined && { from }) });
    },
    getDigest: ({ params, query }, { tenant }) => present().digest({ tenant, ...params, ...query }),
  };
}

interface Keyed {
  readonly 'idempotency-key'?: string | undefined;
}

interface Deciding {
  readonly reason?: string | undefined;
  readonly decidedBy?: 'person' | 'agent' | undefined;
}

function actOf(
  { tenant, keyId, subjects }: Caller,
  { space }: { readonly space: string },
  { reason, decidedBy }: Deciding,
  headers: Keyed,
): PersonsAct {
  const key = headers['idempotency-key'];
  return {
    tenant,
    space,
    actor: keyId,
    reason,
    ...(decidedBy === 'agent' && { byAgent: true }),
    ...(key !== undefined && { idempotencyKey: key }),
    ...(subjects && { subjects }),
  };
}

function consolidatorOf({ consolidator }: FactDeps): Consolidator {
  if (!consolidator)
    throw new TotalRecallError('not_implemented', 'This service keeps no facts: the gateway knows no consolidator that does.');
  return consolidator;
}

/** Returns a fact by hand with its sort and subject. Errors: `forbidden` where the caller is not bound to that subject. */
function ownFact(caller: Caller, fact: Omit<NewFact, 'label' | 'subject'> & NamedKind, at: number): NewFact {
  const whole = { ...fact, ...kindOfSentence(fact.text, fact, at) };
  requireOwnFact(caller, whole.subject);
  return whole;
}

/** Charges the event that a fact is written as, but for a repeat, which writes none. */
function written({ quota }: FactDeps, caller: Caller, write: () => Promise<FactDecision>): Promise<FactDecision> {
  return charged(quota, caller, 1, async () => {
    const result = await write();
    return { result, kept: result.duplicate ? 0 : 1 };
  });
}

/** Forgets a fact and has the events that state it erased. A repeat finishes what the first call began. */
async function forgetForGood(
  deps: FactDeps,
  consolidator: Consolidator,
  caller: Caller,
  { idempotencyKey, ...act }: PersonsAct & { readonly factId: string },
): Promise<ReplyOf<'forgetFact'>> {
  // A key with a blank is none that a caller can send: forgetting with and without erasing are two things.
  const key = idempotencyKey === undefined ? {} : { idempotencyKey: `erase ${idempotencyKey}` };
  try {
    // No answer says again what is erased, so facts that go with it are named by their ids alone.
    const {
      fact,
      alsoIn,
      alsoWithheld: _gone,
      statedThereAlone,
      ...forgotten
    } = await consolidator.forget({ ...act, ...key, erases: true });
    const eventIds = [...fact.evidence.map(({ eventId }) => eventId), ...(alsoIn ?? [])];
    const erasure = await eraseEvidence(deps, caller, { eventIds, ...forgotten, space: act.space, reason: act.reason });
    return { ...forgotten, evidence: 'erased', ...alsoErased(statedThereAlone), erasure: shownErasure(erasure) };
  } catch (error) {
    const entryId = error instanceof TotalRecallError && error.code === 'erased' ? error.details?.['entryId'] : undefined;
    if (typeof entryId !== 'string') throw error;
    return { entryId, evidence: 'erased', duplicate: true };
  }
}

function alsoErased(alone: ForgottenFact['statedThereAlone']): Pick<ReplyOf<'forgetFact'>, 'alsoErased' | 'alsoErasedLeft'> {
  if (alone === undefined) return {};
  return { alsoErased: [...alone.ids], ...(alone.left > 0 && { alsoErasedLeft: alone.left }) };
}

function requireEraser({ eraser }: FactDeps, { scopes }: Caller): void {
  if (!scopes.includes('erase')) throw new TotalRecallError('forbidden', 'body.erase: this needs a key with the scope erase, too.');
  if (!eraser) throw cannotEraseError();
}

interface Forgotten {
  readonly entryId: string;
  readonly eventIds: readonly string[];
  readonly space: string;
  readonly reason?: string;
}

/**
 * Erases the events that state a forgotten fact. The request is audited first, as every erasure is. Where it fails, the
 * forgetting is undone, so that the call can be made again.
 */
async function eraseEvidence(deps: FactDeps, caller: Caller, { eventIds, entryId, space, reason }: Forgotten): Promise<Erasure> {
  const { eraser, consolidator, auditAct } = deps;
  const scope = { kind: 'events', space, eventIds: [...new Set(eventIds)] } as const;
  await auditAct(caller, 'erasure.request', targetOf(scope));
  try {
    const done = await eraser!.erase({ tenant: caller.tenant, scope, actor: caller.keyId, reason });
    await auditEnd(auditAct, caller, done);
    return done;
  } catch (error) {
    // Fails where the erasure had begun all the same: then the entry went with the evidence.
    await consolidator!
      .undo({ ...actOf(caller, { space }, { reason: 'its evidence was not erased' }, {}), entryId })
      .catch(() => undefined);
    throw error;
  }
}

/** Decodes a cursor that holds an id. Errors: `invalid_cursor` where it holds anything else. */
function cursorOf(token: string | undefined, pattern: RegExp): string | undefined {
  const id = storeCursor(token);
  if (id === undefined || pattern.test(id)) return id;
  throw new TotalRecallError('invalid_cursor', 'The cursor is not one that a list of this kind gave. Begin again without one.');
}
