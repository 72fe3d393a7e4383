import { createMemoryControlStore } from '@total-recall/adapter-memory';
import type { Consolidator, EraseRequest, Eraser, Fact } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import { describe, expect, it } from 'vitest';
import { virtualTime } from '../../testing/virtual-time.ts';
import { cursorToken } from '../access/cursor-token.ts';
import { createDailyQuota, type DailyQuota } from '../access/daily-quota.ts';
import type { Caller } from '../gateway.ts';
import { factHandlers } from './fact-handlers.ts';

const EVENT = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const OTHER = '01ARZ3NDEKTSV4RRFFQ69G5FAW';
const ALONE = `${EVENT}.40`;
const ENTRY = '01BX5ZZKBKACTAV9WEVGEMMVRZ';
const CALLER: Caller = { tenant: 'acme', keyId: 'k', scopes: ['read', 'write'], quotas: {} };
const ERASER: Caller = { ...CALLER, scopes: ['write', 'erase'] };
const NONE = { query: {}, headers: {} } as const;
const FACT: Fact = {
  id: `${EVENT}.0`,
  label: 'project',
  subject: 'billing',
  text: 'Billing runs in eu-west-1.',
  evidence: [
    { eventId: EVENT, session: 's1', at: 1, text: 'Billing runs in eu-west-1.' },
    { eventId: EVENT, session: 's1', at: 1, text: 'It runs in eu-west-1.' },
  ],
  statements: 5,
  knownAt: 1,
  since: 1,
  status: { is: 'tombstoned', at: 2, withholds: true },
  byPerson: true,
};

const quotaOf = (): DailyQuota => createDailyQuota({ control: createMemoryControlStore(), ...virtualTime(), counter: 'this' }, 1_000);

/** Handlers over an eraser that the test writes, with what they audited and erased. */
function open(
  erase: () => Promise<object> = async () => ({ id: 'x', status: 'done', scope: { kind: 'events' }, counts: {}, eventIds: [] }),
) {
  const audited: string[] = [];
  const erased: EraseRequest[] = [];
  const forgotten: unknown[] = [];
  const undone: unknown[] = [];
  const handlers = factHandlers({
    consolidator: {
      forget: async (request) => (
        forgotten.push(request),
        {
          entryId: ENTRY,
          fact: FACT,
          alsoIn: [OTHER],
          evidenceLeft: 3,
          alsoWithheld: [FACT],
          statedThereAlone: { ids: [ALONE], left: 2 },
        }
      ),
      undo: async (request) => (undone.push(request), { entryId: ENTRY, restored: [FACT] }),
    } as Partial<Consolidator> as Consolidator,
    eraser: { erase: (request) => (erased.push(request), erase()) } as Eraser,
    quota: quotaOf(),
    clock: virtualTime().clock,
    auditAct: async (_caller, action, target) => void audited.push(`${action} ${target}`),
  });
  const forget = (body: { erase?: boolean; keepEvidence?: boolean }, caller: Caller) =>
    handlers.forgetFact({ ...NONE, params: { space: 'main', factId: FACT.id }, body: { ...body, reason: 'wrong' } }, caller);
  return { forget, audited, erased, forgotten, undone };
}

describe('a fact that is forgotten', () => {
  it('is withdrawn with its evidence or alone, by the key that asked, and the act is audited', async () => {
    const { forget, audited, erased, forgotten } = open();
    expect(await forget({}, CALLER)).toEqual({ entryId: ENTRY, fact: FACT, evidence: 'withheld', evidenceLeft: 3, alsoWithheld: [FACT] });
    expect(await forget({ keepEvidence: true }, CALLER)).toMatchObject({ entryId: ENTRY, fact: FACT, evidence: 'kept' });
    expect(forgotten[0]).toEqual({ tenant: 'acme', space: 'main', actor: 'k', reason: 'wrong', factId: FACT.id });
    expect(audited).toEqual(Array.from({ length: 2 }, () => `fact.forget main/${FACT.id}`));
    expect(erased).toEqual([]);
  });

  it('has each event that states it erased once, and its text in no answer', async () => {
    const { forget, audited, erased } = open();
    const answer = await forget({ erase: true }, ERASER);
    expect(answer).toMatchObject({ entryId: ENTRY, evidence: 'erased', evidenceLeft: 3, erasure: { id: 'x', what: 'events' } });
    expect(answer).toMatchObject({ alsoErased: [ALONE], alsoErasedLeft: 2 });
    expect(JSON.stringify(answer)).not.toContain('eu-west-1');
    expect(erased).toMatchObject([{ tenant: 'acme', actor: 'k', scope: { kind: 'events', space: 'main', eventIds: [EVENT, OTHER] } }]);
    expect(audited.map((entry) => entry.split(' ')[0])).toEqual(['fact.forget', 'erasure.request', 'erasure.done']);
  });

  it('has an entry of the audit where its erasure ends incomplete, and none while it runs', async () => {
    for (const [status, entry] of [
      ['incomplete', ['erasure.incomplete x']],
      ['running', []],
    ] as const) {
      const { forget, audited } = open(async () => ({ id: 'x', status, scope: { kind: 'events' }, counts: {}, eventIds: [] }));
      expect(await forget({ erase: true }, ERASER)).toMatchObject({ erasure: { status } });
      expect(audited.slice(2)).toEqual(entry);
    }
  });

  it('is erased by no key without that scope, and nothing is forgotten then', async () => {
    const { forget, audited, forgotten } = open();
    await expect(forget({ erase: true }, CALLER)).rejects.toMatchObject({ code: 'forbidden' });
    expect([audited, forgotten]).toEqual([[], []]);
  });

  it('is not forgotten where it is to be erased by a service that cannot erase', async () => {
    const forgotten: unknown[] = [];
    const { forgetFact } = factHandlers({
      consolidator: {
        forget: async (request) => (forgotten.push(request), { entryId: ENTRY, fact: FACT }),
      } as Partial<Consolidator> as Consolidator,
      quota: quotaOf(),
      clock: virtualTime().clock,
      auditAct: async (_caller, action) => void forgotten.push(action),
    });
    const call = { ...NONE, params: { space: 'main', factId: FACT.id }, body: { erase: true } };
    await expect(forgetFact(call, ERASER)).rejects.toMatchObject({ code: 'not_implemented' });
    expect(forgotten).toEqual([]);
  });

  it('is not erased a second time by a repeat, which says that it was', async () => {
    const keys: unknown[] = [];
    const gone = new TotalRecallError('erased', 'It was.', { details: { entryId: ENTRY } });
    const forget = async ({ idempotencyKey }: { idempotencyKey?: string }) => {
      keys.push(idempotencyKey);
      throw gone;
    };
    const { forgetFact } = factHandlers({
      consolidator: { forget } as unknown as Consolidator,
      eraser: { erase: () => Promise.reject(new Error('erased again')) } as unknown as Eraser,
      quota: quotaOf(),
      clock: virtualTime().clock,
      auditAct: async () => undefined,
    });
    const call = { query: {}, headers: { 'idempotency-key': 'k' }, params: { space: 'main', factId: FACT.id } };
    expect(await forgetFact({ ...call, body: { erase: true } }, ERASER)).toEqual({ entryId: ENTRY, evidence: 'erased', duplicate: true });
    await expect(forgetFact({ ...call, body: {} }, ERASER)).rejects.toBe(gone);
    expect(keys).toEqual(['erase k', 'k']);
  });

  it('stands again where a hold keeps its evidence', async () => {
    const { forget, undone } = open(() => Promise.reject(new TotalRecallError('held', 'Case 7 keeps it.', { details: { holds: ['h'] } })));
    const refused = expect(forget({ erase: true }, ERASER)).rejects;
    await refused.toMatchObject({ code: 'held', details: { holds: ['h'] } });
    expect(undone).toMatchObject([{ tenant: 'acme', space: 'main', actor: 'k', entryId: ENTRY }]);
  });
});

describe('a fact that is written', () => {
  const body = { label: 'project', subject: 'billing', text: 'Billing runs in eu-west-1.' } as const;
  const limited: Caller = { ...CALLER, quotas: { eventsPerDay: 2 } };
  /** Handlers over a consolidator that answers a key it knows as a repeat, and refuses what it is told to. */
  const openWriting = () => {
    const known = new Set<string>();
    let refused = false;
    const write = async ({ idempotencyKey }: { idempotencyKey?: string }) => {
      if (refused) throw new TotalRecallError('fact_not_current', 'It was replaced.');
      const duplicate = idempotencyKey !== undefined && known.has(idempotencyKey);
      if (idempotencyKey !== undefined) known.add(idempotencyKey);
      return { entryId: ENTRY, fact: FACT, ...(duplicate && { duplicate }) };
    };
    const consolidator = { remember: write, correct: write } as Partial<Consolidator> as Consolidator;
    const handlers = factHandlers({ consolidator, quota: quotaOf(), clock: virtualTime().clock, auditAct: async () => undefined });
    const headers = (key?: string) => (key === undefined ? {} : { 'idempotency-key': key });
    return {
      remember: async (key?: string) =>
        handlers.rememberFact({ query: {}, headers: headers(key), params: { space: 'main' }, body }, limited),
      correct: async (key?: string) =>
        handlers.correctFact(
          { query: {}, headers: headers(key), params: { space: 'main', factId: FACT.id }, body: { text: 'x' } },
          limited,
        ),
      refuse: (is: boolean) => void (refused = is),
    };
  };

  it('counts as an event of the day, remembered or corrected', async () => {
    const { remember, correct } = openWriting();
    await remember();
    await correct();
    await expect(remember()).rejects.toMatchObject({ code: 'quota_exceeded' });
    await expect(correct()).rejects.toMatchObject({ code: 'quota_exceeded' });
  });

  it('is not counted where a repeat finds it, or where it is refused', async () => {
    const { remember, correct, refuse } = openWriting();
    for (const _time of [1, 2, 3]) await remember('k');
    refuse(true);
    await expect(correct()).rejects.toMatchObject({ code: 'fact_not_current' });
    refuse(false);
    await correct('c');
    await expect(remember()).rejects.toMatchObject({ code: 'quota_exceeded' });
  });
});

it('a service that keeps no facts says so to every call', async () => {
  const handlers = factHandlers({ quota: quotaOf(), clock: virtualTime().clock, auditAct: async () => undefined });
  const params = { space: 'main' };
  const query = { history: 'false', limit: 50 } as const;
  const calls = [
    () => handlers.consolidate({ ...NONE, params, body: undefined }, CALLER),
    () => handlers.listFacts({ ...NONE, params, query, body: undefined }, CALLER),
    () => handlers.getDigest({ ...NONE, params, body: undefined }, CALLER),
    () => handlers.undoEntry({ ...NONE, params: { ...params, entryId: ENTRY }, body: {} }, CALLER),
  ];
  for (const call of calls) await expect((async () => call())()).rejects.toMatchObject({ code: 'not_implemented' });
});

it('a cursor that another list gave is refused', async () => {
  const asked: unknown[] = [];
  const consolidator = {
    facts: async (query) => (asked.push(query.after), { facts: [], next: FACT.id }),
    ledger: async (query) => (asked.push(query.before), { entries: [], before: ENTRY }),
  } as Partial<Consolidator> as Consolidator;
  const handlers = factHandlers({ consolidator, quota: quotaOf(), clock: virtualTime().clock, auditAct: async () => undefined });
  const listed = (cursor?: string) =>
    handlers.listFacts({ ...NONE, params: { space: 'main' }, query: { history: 'false', limit: 1, cursor }, body: undefined }, CALLER);
  const decided = (cursor?: string) =>
    handlers.listLedger({ ...NONE, params: { space: 'main' }, query: { limit: 1, cursor, says: 'false' }, body: undefined }, CALLER);
  const [facts, entries] = [await listed(), await decided()];
  expect([facts.cursor, entries.cursor]).toEqual([cursorToken(FACT.id), cursorToken(ENTRY)]);
  await Promise.all([listed(facts.cursor), decided(entries.cursor)]);
  expect(asked).toEqual([undefined, undefined, FACT.id, ENTRY]);
  await expect(listed(entries.cursor)).rejects.toMatchObject({ code: 'invalid_cursor' });
  await expect(decided(facts.cursor)).rejects.toMatchObject({ code: 'invalid_cursor' });
});
