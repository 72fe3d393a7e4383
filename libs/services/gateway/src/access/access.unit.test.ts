import { createMemoryControlStore } from '@total-recall/adapter-memory';
import { createAuditChains, createUlidFactory, TotalRecallError } from '@total-recall/runtime';
import type { ApiKey, ControlStore } from '@total-recall/ports';
import { describe, expect, it } from 'vitest';
import { virtualTime } from '../../testing/virtual-time.ts';
import type { Admission, Caller } from '../gateway.ts';
import { createAdmission } from './admission.ts';
import { newApiKey, parseAuthorization, secretMatches } from './api-key-text.ts';
import { createAuditLog } from './audit-log.ts';
import { createAuthenticator, type Authenticator } from './authenticator.ts';
import { parseRange } from './byte-range.ts';
import { cursorToken, storeCursor } from './cursor-token.ts';
import { createDailyQuota } from './daily-quota.ts';
import { createOverloadPauses } from './overload-pauses.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { sampleRefusals } from './sample-refusals.ts';

describe('an API key', () => {
  it('is read back from the header it is sent in, and only its own secret matches', () => {
    const made = newApiKey(virtualTime().random);
    expect(made.text).toMatch(/^tr_[0-9a-z]{16}_[A-Za-z0-9_-]{43}$/);
    expect(parseAuthorization(`Bearer ${made.text}`)).toEqual({ keyId: made.keyId, secret: made.secret });
    expect(secretMatches(made.secret, made.secretHash)).toBe(true);
    expect(secretMatches(`${made.secret.slice(0, -1)}_`, made.secretHash)).toBe(false);
    expect(made.secretHash).not.toContain(made.secret);
  });

  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer x',
    'Basic YTpi',
    `Bearer tr_${'0'.repeat(16)}_short`,
    `Bearer  tr_${'0'.repeat(16)}_${'A'.repeat(43)} x`,
    `Bearer ${'x'.repeat(10_000)}`,
  ])('is not in header %#', (header) => {
    expect(parseAuthorization(header)).toBeUndefined();
  });
});

describe('authentication', () => {
  async function world(more: Partial<ApiKey> = {}) {
    const time = virtualTime();
    const control = createMemoryControlStore();
    const made = newApiKey(time.random);
    const key: ApiKey = { id: made.keyId, tenant: 'acme', name: 'k', secretHash: made.secretHash, scopes: ['read'], createdAt: 0, ...more };
    await control.putTenant({ id: 'acme', name: 'Acme', createdAt: 0, quotas: { eventsPerDay: 5 } });
    await control.putApiKey(key);
    let reads = 0;
    const counted: ControlStore = { ...control, apiKey: (id) => ((reads += 1), control.apiKey(id)) };
    const refused: string[] = [];
    const unknown: string[] = [];
    const authenticator = createAuthenticator(
      {
        control: counted,
        clock: time.clock,
        onRefused: ({ tenant }, error) => void refused.push(`${tenant}: ${error.code}`),
        onUnknown: (address) => void unknown.push(`unknown from ${address}`),
        onLimited: (address) => void unknown.push(`too many from ${address}`),
      },
      { keyCacheMs: 1_000, quotas: { requestsPerSecond: 9, burst: 9 }, unknownKeys: { perSecond: 5, burst: 100 } },
    );
    return { time, control, key, made, authenticator, refused, unknown, header: `Bearer ${made.text}`, reads: () => reads };
  }

  it('keeps nothing of a key that was looked up while it was to be forgotten', async () => {
    const { control, key, authenticator, header } = await world();
    const asked = control.tenant;
    const looking = Promise.withResolvers<void>();
    const going = Promise.withResolvers<void>();
    const slow: ControlStore['tenant'] = async (id) => {
      const found = await asked(id);
      looking.resolve();
      await going.promise;
      return found;
    };
    const during = createAuthenticator(
      { control: { ...control, tenant: slow }, clock: virtualTime().clock, onRefused: () => undefined },
      { keyCacheMs: 1_000, quotas: { requestsPerSecond: 9, burst: 9 }, unknownKeys: { perSecond: 5, burst: 100 } },
    );
    const first = during.authenticate(header);
    await looking.promise;
    await control.putApiKey({ ...key, revokedAt: 1 });
    during.forget(key.id);
    going.resolve();
    await first;
    await expect(during.authenticate(header)).rejects.toMatchObject({ code: 'key_revoked' });
    await expect(authenticator.authenticate(header)).rejects.toMatchObject({ code: 'key_revoked' });
  });

  it('knows the caller from the key alone, and looks again once the cache is old', async () => {
    const { authenticator, header, time, reads } = await world({ spaces: ['a'] });
    expect(await authenticator.authenticate(header)).toMatchObject({
      tenant: 'acme',
      scopes: ['read'],
      spaces: ['a'],
      quotas: { eventsPerDay: 5, requestsPerSecond: 9 },
    });
    await authenticator.authenticate(header);
    expect(reads()).toBe(1);
    await time.advance(1_001);
    await authenticator.authenticate(header);
    expect(reads()).toBe(2);
  });

  it('gives the keys of a tenant four times the rate of one together, or what the tenant has of its own', async () => {
    const { authenticator, header, control, time } = await world();
    const { enter } = createAdmission(
      { authenticator, clock: time.clock, noteRefused: () => undefined },
      { quotas: { requestsPerSecond: 9, burst: 9 } },
    );
    const second = newApiKey(time.random);
    await control.putApiKey({
      id: second.keyId,
      tenant: 'acme',
      name: 'k2',
      secretHash: second.secretHash,
      scopes: ['read'],
      createdAt: 0,
    });
    const take = async (authorization: string) =>
      enter(authorization).then(
        () => 'in',
        (error: Error) => error.message,
      );
    const many = (authorization: string) => Promise.all(Array.from({ length: 12 }, () => take(authorization)));
    const one = await many(header);
    expect(one.filter((answer) => answer === 'in')).toHaveLength(9);
    expect(one.at(-1)).toMatch(/^At most 9 requests a second of a key/);
    expect((await many(`Bearer ${second.text}`)).filter((answer) => answer === 'in')).toHaveLength(9);
    await control.putTenant({ id: 'acme', name: 'Acme', createdAt: 0, quotas: { requestsPerSecond: 9, burst: 9 } });
    await time.advance(10_000);
    expect((await many(header)).filter((answer) => answer === 'in')).toHaveLength(9);
    expect((await many(`Bearer ${second.text}`))[0]).toMatch(/^At most 9 requests a second of all keys of a tenant/);
  });

  it('refuses a wrong secret, also right after the right one', async () => {
    const { authenticator, header, made, refused } = await world();
    await authenticator.authenticate(header);
    const wrong = `Bearer tr_${made.keyId}_${'A'.repeat(43)}`;
    await expect(authenticator.authenticate(wrong)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(refused).toEqual(['acme: unauthenticated']);
  });

  it('asks no store for more unknown keys of an address than it may try, and still knows those that were valid', async () => {
    const { authenticator, header, reads, time, refused, unknown: told } = await world();
    await authenticator.authenticate(header, '8.8.8.8');
    const before = reads();
    const unknown = (at: number) => `Bearer tr_${String(at).padStart(16, '0')}_${'A'.repeat(43)}`;
    const attempts = await Promise.all(
      Array.from({ length: 150 }, (_, at) =>
        authenticator.authenticate(unknown(at), '8.8.8.8').then(
          () => 'in',
          (error: { code: string }) => error.code,
        ),
      ),
    );
    expect(attempts.filter((code) => code === 'unauthenticated')).toHaveLength(100);
    expect(attempts.filter((code) => code === 'rate_limited')).toHaveLength(50);
    expect(reads() - before).toBe(100);
    await expect(authenticator.authenticate(unknown(0), '8.8.4.4')).rejects.toMatchObject({ code: 'unauthenticated' });
    expect([...new Set(told)].sort()).toEqual(['too many from 8.8.8.8', 'unknown from 8.8.4.4', 'unknown from 8.8.8.8']);
    expect([told.length, refused.length]).toEqual([151, 0]);
    await time.advance(1_001);
    expect(await authenticator.authenticate(header, '8.8.8.8')).toMatchObject({ tenant: 'acme' });
  });

  it('notes one refusal a minute of a key, and how many were left out', async () => {
    const time = virtualTime();
    const noted: string[] = [];
    const note = sampleRefusals(time.clock, (_key, action, target, code) => void noted.push(`${action} ${target} ${code}`));
    const key = { tenant: 'acme', id: 'k' };
    for (let at = 0; at < 5; at += 1) note(key, 'authenticate', 'k', 'unauthenticated');
    note(key, 'recall', 'main', 'forbidden');
    await time.advance(60_000);
    note(key, 'authenticate', 'k', 'unauthenticated');
    expect(noted).toEqual(['authenticate k unauthenticated', 'recall main forbidden', 'authenticate k (4 more before) unauthenticated']);
  });

  it('refuses an expired key even while it is cached', async () => {
    const { authenticator, header, time, key } = await world({ expiresAt: Date.UTC(2026, 0, 1, 12, 0, 0, 500) });
    await authenticator.authenticate(header);
    await time.advance(500);
    expect(time.clock.now()).toBe(key.expiresAt);
    await expect(authenticator.authenticate(header)).rejects.toMatchObject({ code: 'key_expired' });
  });

  it('refuses a revoked key as soon as it is forgotten', async () => {
    const { authenticator, header, control, key } = await world();
    await authenticator.authenticate(header);
    await control.putApiKey({ ...key, revokedAt: 1 });
    authenticator.forget(key.id);
    await expect(authenticator.authenticate(header)).rejects.toMatchObject({ code: 'key_revoked' });
  });

  it('refuses keys of a tenant that is disabled or gone', async () => {
    const { authenticator, header, control } = await world();
    await control.putTenant({ id: 'acme', name: 'Acme', createdAt: 0, disabled: true });
    await expect(authenticator.authenticate(header)).rejects.toMatchObject({ code: 'unauthenticated' });
  });
});

describe('a key that is bound to spaces', () => {
  const admitted = (caller: Partial<Caller>, routeId: 'appendEvents' | 'putTenantPolicy' | 'listTenants', space?: string) => {
    const noted: string[] = [];
    const { clock } = virtualTime();
    const noteRefused = (_key: object, action: string, target: string) => void noted.push(`${action} ${target}`);
    // Nobody enters here: the caller is known already.
    const { admit } = createAdmission(
      { authenticator: {} as Authenticator, clock, noteRefused },
      { quotas: { requestsPerSecond: 9, burst: 9 } },
    );
    const known: Caller = { tenant: 'acme', keyId: 'k', scopes: ['write', 'admin'], quotas: {}, spaces: ['a'], ...caller };
    try {
      admit({ routeId, caller: known, params: space === undefined ? {} : { space } });
      return 'admitted';
    } catch {
      return noted;
    }
  };

  it('is let into these, into no other, and not to what concerns the whole tenant', () => {
    expect(admitted({}, 'appendEvents', 'a')).toBe('admitted');
    expect(admitted({}, 'appendEvents', 'b')).toEqual(['appendEvents b']);
    expect(admitted({ scopes: ['read'] }, 'appendEvents', 'a')).toEqual(['appendEvents a']);
    expect(admitted({}, 'putTenantPolicy')).toHaveLength(1);
    expect(admitted({ spaces: undefined }, 'putTenantPolicy')).toBe('admitted');
    expect(admitted({ spaces: undefined }, 'listTenants')).toHaveLength(1);
  });
});

describe('work that was refused as too much', () => {
  const overloaded = (retryAfterMs: number) => new TotalRecallError('overloaded', 'Too much.', { retryAfterMs });
  const recallOf = (tenant: string, space: string) => ({
    routeId: 'recall' as const,
    caller: { tenant, keyId: 'k', scopes: [], quotas: {} },
    params: { space },
  });
  const recall = recallOf('acme', 'a');
  const paused = (pauses: ReturnType<typeof createOverloadPauses>, asked: Admission) => {
    try {
      pauses.check(asked);
      return 0;
    } catch (error) {
      expect(error).toMatchObject({ code: 'overloaded' });
      return (error as TotalRecallError).retryAfterMs;
    }
  };

  it('is refused for a part of the time to wait, and nothing else of the tenant', async () => {
    const { clock, advance } = virtualTime();
    const pauses = createOverloadPauses(clock);
    expect(paused(pauses, recall)).toBe(0);
    await expect(pauses.watch(recall, () => Promise.reject(overloaded(8_000)))).rejects.toMatchObject({ retryAfterMs: 8_000 });
    expect(paused(pauses, recall)).toBe(2_000);
    expect(paused(pauses, { ...recall, routeId: 'assembleWindow' })).toBe(0);
    expect(paused(pauses, recallOf('acme', 'b'))).toBe(0);
    expect(paused(pauses, recallOf('other', 'a'))).toBe(0);
    await advance(1_999.5);
    expect(paused(pauses, recall)).toBe(1);
    await advance(0.5);
    expect(paused(pauses, recall)).toBe(0);
  });

  it('is not paused for another error, nor for an answer', async () => {
    const pauses = createOverloadPauses(virtualTime().clock);
    const limited = new TotalRecallError('rate_limited', 'Too fast.', { retryAfterMs: 8_000 });
    await expect(pauses.watch(recall, () => Promise.reject(limited))).rejects.toBe(limited);
    expect(await pauses.watch(recall, async () => 'an answer')).toBe('an answer');
    expect(paused(pauses, recall)).toBe(0);
  });
});

describe('the quota of a day', () => {
  it('counts whole appends only, gives back what was not used, and begins again at midnight', async () => {
    const time = virtualTime(Date.UTC(2026, 0, 1, 23, 59, 0));
    const control = createMemoryControlStore();
    const quota = createDailyQuota({ ...time, control, counter: 'one' }, 1_000);
    const giveBack = await quota.charge('a', 8, 10);
    await expect(quota.charge('a', 3, 10)).rejects.toMatchObject({ code: 'quota_exceeded', retryAfterMs: 60_000 });
    await quota.charge('b', 10, 10);
    await expect(quota.charge('b', 11, 10)).rejects.toMatchObject({ code: 'batch_too_large', details: { eventsPerDay: 10 } });
    await expect(quota.charge('c', 1, 0)).rejects.toMatchObject({ code: 'quota_exceeded' });
    giveBack(1);
    await quota.charge('a', 3, 10);
    await time.advance(60_000);
    await quota.charge('a', 10, 10);
    giveBack(1);
    await expect(quota.charge('a', 1, 10)).rejects.toMatchObject({ code: 'quota_exceeded' });
  });

  it('gives back what one append did not use, and nothing of those that came in between', async () => {
    const time = virtualTime();
    const quota = createDailyQuota({ ...time, control: createMemoryControlStore(), counter: 'one' }, 1_000);
    const giveBack = await quota.charge('a', 4, 10);
    await quota.charge('a', 5, 10);
    giveBack(2);
    await expect(quota.charge('a', 4, 10)).rejects.toMatchObject({ details: { used: 7 } });
    await quota.charge('a', 3, 10);
  });

  it('is counted on by the next process of the name, but for what a killed one counted since it wrote last', async () => {
    const time = virtualTime();
    const control = createMemoryControlStore();
    const first = createDailyQuota({ ...time, control, counter: 'one' }, 1_000);
    await first.charge('a', 4, 10);
    await time.advance(1_000);
    await first.charge('a', 2, 10);
    const killed = createDailyQuota({ ...time, control, counter: 'one' }, 1_000);
    await expect(killed.charge('a', 7, 10)).rejects.toMatchObject({ details: { used: 4 } });
    await first.stop();
    const stopped = createDailyQuota({ ...time, control, counter: 'one' }, 1_000);
    await expect(stopped.charge('a', 5, 10)).rejects.toMatchObject({ details: { used: 6 } });
    await stopped.charge('a', 4, 10);
  });

  it('is shared by processes of different names, and keeps no day that is over', async () => {
    const time = virtualTime();
    const control = createMemoryControlStore();
    const [one, two] = ['one', 'two'].map((counter) => createDailyQuota({ ...time, control, counter }, 1_000));
    await one!.charge('a', 6, 10);
    await time.advance(1_000);
    await two!.charge('a', 3, 10);
    await expect(two!.charge('a', 2, 10)).rejects.toMatchObject({ details: { used: 9 } });
    await time.advance(1_000);
    await expect(one!.charge('a', 2, 10)).rejects.toMatchObject({ details: { used: 9 } });
    const today = Math.floor(time.clock.now() / 86_400_000);
    expect(await control.usage(today, 'a')).toHaveLength(2);
    await time.advance(86_400_000);
    expect(await control.usage(today, 'a')).toEqual([]);
    await one!.charge('a', 10, 10);
  });

  it('keeps no day that is over where events come before anything is written, and where it failed to forget', async () => {
    const time = virtualTime();
    const control = createMemoryControlStore();
    let failures = 0;
    const forgetUsage: ControlStore['forgetUsage'] = (before) =>
      (failures -= 1) >= 0 ? Promise.reject(new Error('disk full')) : control.forgetUsage(before);
    const quota = createDailyQuota({ ...time, control: { ...control, forgetUsage }, counter: 'one' }, 172_800_000);
    const dayOf = (): number => Math.floor(time.clock.now() / 86_400_000);
    await quota.charge('a', 6, 10);
    await quota.flush();
    const first = dayOf();
    await time.advance(86_400_000);
    await quota.charge('a', 4, 10);
    failures = 1;
    await expect(quota.flush()).rejects.toThrow('disk full');
    expect(await control.usage(dayOf(), 'a')).toMatchObject([{ events: 4 }]);
    await quota.flush();
    expect([await control.usage(first, 'a'), await control.usage(dayOf(), 'a')]).toMatchObject([[], [{ events: 4 }]]);
  });

  it('counts on after a write that failed', async () => {
    const time = virtualTime();
    const control = createMemoryControlStore();
    let fail = true;
    const flaky: ControlStore = {
      ...control,
      putUsage: (rows) => (fail ? Promise.reject(new Error('disk full')) : control.putUsage(rows)),
    };
    const quota = createDailyQuota({ ...time, control: flaky, counter: 'one' }, 1_000);
    await quota.charge('a', 4, 10);
    await expect(quota.flush()).rejects.toThrow('disk full');
    fail = false;
    await quota.flush();
    expect(await control.usage(Math.floor(time.clock.now() / 86_400_000), 'a')).toMatchObject([{ events: 4 }]);
  });
});

describe('rates', () => {
  it('are a burst, then the refill, for each key by itself', async () => {
    const time = virtualTime();
    const limiter = createRateLimiter(time.clock);
    const take = (key: string) => limiter.take(key, { perSecond: 2, burst: 3 });
    expect([take('a'), take('a'), take('a'), take('a'), take('b')]).toEqual([0, 0, 0, 500, 0]);
    await time.advance(499);
    expect(take('a')).toBe(1);
    await time.advance(1);
    expect([take('a'), take('a')]).toEqual([0, 500]);
    await time.advance(86_400_000);
    expect([take('a'), take('a'), take('a'), take('a')]).toEqual([0, 0, 0, 500]);
  });
});

describe('the audit log', () => {
  it('writes refusals in batches, in order, and tells what it had to drop', async () => {
    const time = virtualTime();
    const control = createMemoryControlStore();
    let fail = false;
    let dropped = 0;
    const writing: ControlStore = {
      ...control,
      appendAudit: async (entries) => (fail ? Promise.reject(new Error('disk full')) : control.appendAudit(entries)),
    };
    const chains = createAuditChains({ control: writing, clock: time.clock, nextId: createUlidFactory(time), writer: 'one' });
    const audit = createAuditLog({ chains, scheduler: time.scheduler, onDropped: (entries) => (dropped += entries) }, 1_000);
    const note = (id: string) => audit.note({ id, tenant: 'a', at: 0, keyId: 'k', action: 'x', target: 'y', outcome: 'refused' });
    note('01');
    note('02');
    expect(await control.audit({ tenant: 'a', limit: 10 })).toEqual([]);
    await time.advance(1_000);
    expect((await control.audit({ tenant: 'a', limit: 10 })).map((entry) => entry.id)).toEqual(['02', '01']);
    fail = true;
    note('03');
    await time.advance(1_000);
    expect(dropped).toBe(1);
    fail = false;
    note('04');
    await audit.stop();
    expect((await control.audit({ tenant: 'a', limit: 10 })).map((entry) => entry.id)).toEqual(['04', '02', '01']);
  });
});

describe('ranges and cursors', () => {
  it.each([
    ['bytes=0-0', { from: 0, to: 1 }],
    ['bytes=5-', { from: 5 }],
    ['bytes=-5', { last: 5 }],
    ['bytes=-', undefined],
    ['bytes=9-1', undefined],
    ['bytes=0-1,4-5', undefined],
    ['bytes=a-b', undefined],
    ['items=0-1', undefined],
    [undefined, undefined],
  ])('reads %s', (header, range) => {
    expect(parseRange(header)).toEqual(range);
  });

  it('gives back the cursor of the store, and knows what is none', () => {
    const cursor = '17/séssion {"x":1}';
    expect(storeCursor(cursorToken(cursor))).toBe(cursor);
    expect(storeCursor(undefined)).toBeUndefined();
    expect(() => storeCursor('a')).toThrow(expect.objectContaining({ code: 'invalid_cursor' }));
    expect(() => storeCursor('_____')).toThrow(expect.objectContaining({ code: 'invalid_cursor' }));
  });
});
