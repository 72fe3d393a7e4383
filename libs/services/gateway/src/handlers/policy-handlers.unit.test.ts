import { createMemoryControlStore } from '@total-recall/adapter-memory';
import type { PolicySettings } from '@total-recall/domain';
import type { GuardedUse, Ingest, Retention, Retriever, SessionSummary } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import { expect, describe, it } from 'vitest';
import { virtualTime } from '../../testing/virtual-time.ts';
import type { Caller } from '../gateway.ts';
import { policyHandlers } from './policy-handlers.ts';

const CALLER: Caller = { tenant: 'acme', keyId: 'k', scopes: ['admin'], quotas: {} };
const EMPTY = { query: {}, headers: {} } as const;

type SessionView = Awaited<ReturnType<Retriever['session']>>;

function world(
  policyDefaults?: PolicySettings,
  retention?: Retention,
  missing = new TotalRecallError('not_found', 'none'),
  guarded?: GuardedUse,
) {
  const control = createMemoryControlStore();
  const acts: string[] = [];
  const handlers = policyHandlers({
    control,
    clock: virtualTime().clock,
    // Ingest is only asked for a session's effective policy, which is shown unchanged.
    ingest: { policy: async () => undefined } as unknown as Ingest,
    retriever: {
      spaces: async () => ({ spaces: guarded ? [{ space: 'a', sessions: 1, events: 1, lastAt: 0 }] : [] }),
      sessions: async () => ({ sessions: guarded ? [{ session: 'run-1' } as SessionSummary] : [] }),
      // A check reads only what the session keeps whole.
      session: async () => (guarded ? ({ guarded } as SessionView) : Promise.reject(missing)),
    },
    families: ['o200k', 'claude'],
    policyDefaults,
    ...(retention && { retention }),
    auditAct: async (_caller, action, target) => void acts.push(`${action} ${target}`),
  });
  return {
    control,
    acts,
    tenant: (body: PolicySettings, caller = CALLER) => handlers.putTenantPolicy({ ...EMPTY, params: {}, body }, caller),
    space: (space: string, body: PolicySettings, caller = CALLER) => handlers.putSpacePolicy({ ...EMPTY, params: { space }, body }, caller),
    session: (space: string, session: string, body: PolicySettings, caller = CALLER) =>
      handlers.putSessionPolicy({ ...EMPTY, params: { space, session }, body }, caller),
  };
}

describe('writing a policy', () => {
  it('is refused where it does not hold over the defaults of the process', async () => {
    await expect(world().space('a', { headroomTokens: 8_000 })).resolves.toMatchObject({ level: 'space' });
    const { space, acts } = world({ windowTokens: 8_000 });
    await expect(space('a', { headroomTokens: 8_000 })).rejects.toMatchObject({ code: 'invalid_policy' });
    await expect(space('a', { windowTokens: 64_000, headroomTokens: 8_000 })).resolves.toMatchObject({ level: 'space' });
    expect(acts).toEqual(['policy.set space/acme/a']);
  });

  it('is refused where it does not hold over the levels above', async () => {
    const { tenant, space, session } = world();
    await tenant({ windowTokens: 8_000 });
    await expect(space('a', { headroomTokens: 8_000 })).rejects.toMatchObject({ code: 'invalid_policy' });
    await space('b', { windowTokens: 64_000 });
    await expect(session('b', 'run-1', { headroomTokens: 8_000 })).resolves.toMatchObject({ level: 'session' });
    await expect(session('b', 'run-2', { headroomTokens: 64_000 })).rejects.toMatchObject({ code: 'invalid_policy' });
  });

  it('needs an admin to weaken how secrets are treated, and a writer may strengthen it or leave it', async () => {
    const writer: Caller = { ...CALLER, scopes: ['read', 'write'] };
    const refused = {
      code: 'forbidden',
      message: expect.stringMatching(/^body\.redaction: .* needs a key with the scope admin/) as string,
    };
    const { tenant, space, session, control } = world({ redaction: 'mark' });
    const redactionOf = async (name: string) => (await control.policies([`session/acme/a/${name}`]))[0]?.settings.redaction;
    await expect(session('a', 'x', { redaction: 'off' }, writer)).rejects.toMatchObject(refused);
    await session('a', 'x', { redaction: 'mark' }, writer);
    await session('a', 'x', { redaction: 'mask' }, writer);
    for (const weaker of [{ redaction: 'mark' as const }, {}])
      await expect(session('a', 'x', weaker, writer)).rejects.toMatchObject(refused);
    await tenant({ redaction: 'mask' });
    await expect(session('a', 'y', { redaction: 'mark' }, writer)).rejects.toMatchObject(refused);
    await session('a', 'y', { tailTurns: 2 }, writer);
    await space('a', { redaction: 'off' });
    await session('a', 'z', { redaction: 'off' }, writer);
    await space('a', { redaction: 'mask' });
    await session('a', 'x', { redaction: 'off' });
    await session('a', 'x', { redaction: 'off', tailTurns: 2 }, writer);
    expect([await redactionOf('x'), await redactionOf('y')]).toEqual(['off', undefined]);
  });

  it('is refused where it breaks a level below, which is named', async () => {
    const { tenant, space, session, control } = world();
    await session('a', 'fine', { tailTurns: 2 });
    await session('a', 'tight', { headroomTokens: 8_000 });
    await expect(tenant({ windowTokens: 8_000 })).rejects.toMatchObject({
      code: 'invalid_policy',
      message: expect.stringContaining('the policy of the session a/tight would no longer hold'),
      details: { level: 'session', at: 'a/tight' },
    });
    await expect(space('a', { windowTokens: 8_000 })).rejects.toMatchObject({ details: { at: 'a/tight' } });
    expect(await control.policies(['tenant/acme', 'space/acme/a'])).toEqual([undefined, undefined]);
    await expect(space('b', { windowTokens: 8_000 })).resolves.toMatchObject({ level: 'space' });
    // The space's policy gives its session enough room again.
    await space('a', { windowTokens: 64_000 });
    await expect(tenant({ windowTokens: 8_000 })).resolves.toMatchObject({ level: 'tenant' });
    await space('c', {});
    await control.putPolicy({ at: 'space/acme/c', settings: { triggerRatio: 0.4, targetRatio: 0.35 }, updatedAt: 0 });
    await expect(tenant({ windowTokens: 8_000, targetRatio: 0.6, triggerRatio: 0.9 })).resolves.toMatchObject({ level: 'tenant' });
    await control.putPolicy({ at: 'space/acme/c', settings: { triggerRatio: 0.7 }, updatedAt: 0 });
    await expect(tenant({ windowTokens: 8_000, targetRatio: 0.8, triggerRatio: 0.9 })).rejects.toMatchObject({
      message: expect.stringContaining('space c'),
    });
  });

  it('is not held up by a level below that does not hold anyway, nor by another tenant', async () => {
    const { tenant, control } = world();
    await control.putPolicy({ at: 'session/acme/a/broken', settings: { windowTokens: 4_000, headroomTokens: 8_000 }, updatedAt: 0 });
    await control.putPolicy({ at: 'session/other/a/tight', settings: { headroomTokens: 8_000 }, updatedAt: 0 });
    await expect(tenant({ windowTokens: 200_000 })).resolves.toMatchObject({ level: 'tenant' });
    await expect(tenant({ windowTokens: 8_000 })).resolves.toMatchObject({ level: 'tenant' });
  });

  it('is refused where it cannot be said what a session guards', async () => {
    const away = new TotalRecallError('unavailable', 'The retriever is away.');
    const { session, control } = world(undefined, undefined, away);
    await expect(session('a', 'run-1', { windowTokens: 8_000 })).rejects.toBe(away);
    expect(await control.policies(['session/acme/a/run-1'])).toEqual([undefined]);
  });

  describe('is refused where windows could no longer be assembled', () => {
    const GUARDED: GuardedUse = { tokens: 0, budgetTokens: 0, parts: [], family: 'o200k' };
    const card = (tokens: number): GuardedUse => ({ ...GUARDED, task: { id: 'e7', kind: 'task_state', tokens } });
    const rules = (tokens: number): GuardedUse => ({ ...GUARDED, tokens, parts: [{ id: 'e1', kind: 'knowledge', tokens }] });
    const put = (guarded: GuardedUse, settings: PolicySettings, before: PolicySettings = { windowTokens: 32_000 }) =>
      world(before, undefined, undefined, guarded).session('a', 'run-1', settings);

    it.each<[string, GuardedUse, PolicySettings, PolicySettings, object]>([
      ['a card in another family', card(445), { windowTokens: 32_000 }, { family: 'claude' }, { tokens: 601, budgetTokens: 600 }],
      ['a card above its budget', card(445), { windowTokens: 32_000 }, { taskTokens: 444 }, { tokens: 445, budgetTokens: 444 }],
      ['a card in a smaller window', card(700), { windowTokens: 128_000 }, { windowTokens: 8_000 }, { tokens: 700, budgetTokens: 500 }],
      ['rules in another family', rules(17_900), { windowTokens: 32_000 }, { family: 'claude' }, { tokens: 24_165 }],
    ])('%s', async (_name, guarded, before, settings, details) => {
      const { id, kind } = guarded.task ?? guarded.parts[0]!;
      await expect(put(guarded, settings, before)).rejects.toMatchObject({
        code: 'guarded_over_budget',
        message: expect.stringMatching(guarded.task ? /taskTokens/ : /pinned: false/),
        details: { ...details, session: 'run-1', parts: [{ id, kind }] },
      });
    });

    it('in a session below, though the level of the change has more room than before', async () => {
      const { tenant, space, session, control } = world(undefined, undefined, undefined, rules(3_000));
      await space('a', { windowTokens: 8_000 });
      // Less than a window of the default size has for its system block, and more than one of 8,000 tokens has.
      await expect(tenant({ systemTokens: 3_000 })).rejects.toMatchObject({ code: 'guarded_over_budget', details: { session: 'run-1' } });
      expect(await control.policies(['tenant/acme'])).toEqual([undefined]);
      await space('a', {});
      await session('a', 'run-1', { windowTokens: 8_000 });
      await expect(tenant({ systemTokens: 3_000 })).rejects.toMatchObject({ code: 'guarded_over_budget' });
      await expect(space('a', { systemTokens: 3_000 })).rejects.toMatchObject({ code: 'guarded_over_budget' });
      await session('a', 'run-1', {});
      await expect(tenant({ systemTokens: 3_000 })).resolves.toMatchObject({ level: 'tenant' });
    });

    it('and taken where all fits, or where it did not fit before and is no worse', async () => {
      await expect(put(card(444), { family: 'claude' })).resolves.toBeDefined();
      await expect(put(card(445), { taskTokens: 445 })).resolves.toBeDefined();
      await expect(put(card(900), { taskTokens: 700 })).resolves.toBeDefined();
      await expect(put({ ...card(600), family: 'claude' }, { family: 'claude' })).resolves.toBeDefined();
    });
  });

  it.each<[string, PolicySettings]>([
    ['auditReads', { auditReads: 0 }],
    ['consolidateEvents', { consolidateEvents: 9 }],
    ['consolidateMinutes', { consolidateMinutes: 9 }],
    ['reflection', { reflection: 'apply' }],
    ['auditDays', { auditDays: 9 }],
  ])('is refused for a session with %s, which its writers could set', async (field, settings) => {
    const { session, space, tenant, control } = world();
    await expect(session('a', 'run-1', settings)).rejects.toMatchObject({
      code: 'invalid_policy',
      message: expect.stringContaining(`body.${field}`),
    });
    if (field === 'auditDays') await expect(space('a', settings)).rejects.toMatchObject({ code: 'invalid_policy' });
    else await expect(space('a', settings)).resolves.toMatchObject({ level: 'space' });
    await expect(tenant(settings)).resolves.toMatchObject({ level: 'tenant' });
    expect(await control.policies(['session/acme/a/run-1'])).toEqual([undefined]);
  });

  it('is refused past the bound of a tenant, where it is a new one', async () => {
    const { session, tenant, control } = world();
    for (let at = 0; at < 10_000; at++) await control.putPolicy({ at: `session/acme/a/s${at}`, settings: {}, updatedAt: 0 });
    await expect(session('a', 'one-more', {})).rejects.toMatchObject({ code: 'limit_reached' });
    await expect(session('a', 's7', { tailTurns: 3 })).resolves.toMatchObject({ level: 'session' });
    await expect(tenant({ windowTokens: 8_000 })).resolves.toMatchObject({ level: 'tenant' });
  });

  it('has rules of retention only from a key that may erase, not for a session, and where somebody keeps them', async () => {
    const eraser: Caller = { ...CALLER, scopes: ['admin', 'erase'] };
    const rules: PolicySettings = { retention: [{ maxAgeDays: 90 }] };
    const alone = world();
    await expect(alone.tenant(rules, eraser)).rejects.toMatchObject({ code: 'not_implemented' });
    await expect(alone.tenant({ retention: [] }, eraser)).resolves.toMatchObject({ level: 'tenant' });
    const { tenant, space, session } = world(undefined, { expired: async () => [], sweep: async () => 0 });
    await expect(session('a', 'run-1', rules)).rejects.toMatchObject({ code: 'invalid_policy' });
    await expect(tenant(rules)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(tenant(rules, eraser)).resolves.toMatchObject({ settings: rules });
    await expect(tenant({ ...rules, tailTurns: 2 })).resolves.toMatchObject({ settings: rules });
    await expect(tenant({ tailTurns: 2 })).rejects.toMatchObject({ code: 'forbidden' });
    const bound: Caller = { ...eraser, subjects: ['anna'] };
    await expect(space('a', rules, bound)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(space('a', rules, eraser)).resolves.toMatchObject({ settings: rules });
    await expect(space('a', {}, bound)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(space('a', { ...rules, tailTurns: 2 }, bound)).resolves.toMatchObject({ settings: rules });
  });
});
