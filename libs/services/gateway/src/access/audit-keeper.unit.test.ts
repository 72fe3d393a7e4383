import { createMemoryControlStore, createMemoryKeyStore } from '@total-recall/adapter-memory';
import type { AuditEntry, ControlStore } from '@total-recall/ports';
import { createAuditChains, createAuditKeeper, createServiceSigner, createUlidFactory, verifyAudit } from '@total-recall/runtime';
import { describe, expect, it } from 'vitest';
import { virtualTime } from '../../testing/virtual-time.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

function keptAudit() {
  const time = virtualTime();
  const control = createMemoryControlStore();
  const nextId = createUlidFactory(time);
  const signer = createServiceSigner({ keys: createMemoryKeyStore() }, 'audit-heads', 'test');
  const seen = { signed: 0, failures: 0 };
  const keeperOf = (writer: string, store: ControlStore = control) =>
    createAuditKeeper({
      ...time,
      control: store,
      nextId,
      signer,
      signsForAll: true,
      writer,
      observer: {
        onSigned: (ends) => (seen.signed += ends),
        onBreak: () => expect.fail('nothing was changed'),
        onLost: () => expect.fail('nothing was lost'),
        onFailure: () => (seen.failures += 1),
      },
    });
  const chains = createAuditChains({ control, ...time, nextId, writer: 'gateway', idleMs: 12 * HOUR_MS });
  const note = (): Promise<void> => {
    const entry: AuditEntry = {
      id: nextId('acme'),
      tenant: 'acme',
      at: time.clock.now(),
      keyId: 'k',
      action: 'read.recall',
      target: 't',
      outcome: 'allowed',
    };
    return chains.append([entry]);
  };
  const entries = async () => (await control.auditFrom({ tenant: 'acme', limit: 900 })).entries;
  const verified = async () => verifyAudit(await entries(), await control.auditHeads('acme'), await signer.publicKey());
  return { time, control, seen, keeperOf, note, entries, verified };
}

describe('the keeper of the audit', () => {
  it('signs what has grown while it owns the audit, and nothing before and after', async () => {
    const { time, seen, keeperOf, note, verified } = keptAudit();
    const keeper = keeperOf('one');
    await note();
    await time.advance(10_000);
    expect(await verified()).toMatchObject({ heads: 1, signed: 0 });
    await keeper.take();
    await time.advance(10_000);
    expect([await verified(), seen.signed]).toMatchObject([{ heads: 1, signed: 1, problems: [] }, 1]);
    await note();
    await time.advance(10_000);
    expect(await verified()).toMatchObject({ signed: 1, problems: [] });
    await keeper.release();
    await note();
    await time.advance(60_000);
    expect([await verified(), seen]).toMatchObject([
      { signed: 0, problems: [] },
      { signed: 2, failures: 0 },
    ]);
    await keeper.stop();
  });

  it('drops by age with a checkpoint that is signed before anything goes, and verifies day by day', async () => {
    const { time, control, keeperOf, note, entries, verified } = keptAudit();
    await control.putTenant({ id: 'acme', name: 'Acme', createdAt: 0 });
    await control.putPolicy({ at: 'tenant/acme', settings: { auditDays: 3 }, updatedAt: 0 });
    const keeper = keeperOf('one');
    let mostChains = 0;
    for (let day = 0; day < 12; day += 1) {
      // A pause that is longer than a chain may be idle.
      if (day % 2 === 0) for (let at = 0; at < 3; at += 1) await note();
      await time.advance(DAY_MS - 10_000);
      await keeper.take();
      await time.advance(10_000);
      const found = await verified();
      expect(found).toMatchObject({ problems: [] });
      expect(found.signed).toBe(found.heads);
      mostChains = Math.max(mostChains, found.chains.length);
      await keeper.release();
    }
    const left = await entries();
    expect(left.every(({ at }) => at > time.clock.now() - 5 * DAY_MS)).toBe(true);
    expect(left.some(({ action }) => action === 'audit.drop')).toBe(true);
    expect(mostChains).toBeGreaterThan(2);
    await keeper.stop();
  });

  it('tries a drop that fails again an hour later, with one entry about it, and drops what is old of other tenants', async () => {
    const { time, control, seen, keeperOf, note, entries } = keptAudit();
    for (const id of ['acme', 'beta']) {
      await control.putTenant({ id, name: id, createdAt: 0 });
      await control.putPolicy({ at: `tenant/${id}`, settings: { auditDays: 1 }, updatedAt: 0 });
    }
    await note();
    const old: AuditEntry = { ...(await entries())[0]!, id: 'old', tenant: 'beta' };
    await control.appendAudit([old]);
    await time.advance(3 * DAY_MS);
    let isDown = true;
    const failing: ControlStore = {
      ...control,
      ownAudit: async () => {
        const share = await control.ownAudit();
        const drop: typeof share.drop = async (old) => {
          await share.drop(old.filter(({ tenant }) => !isDown || tenant !== 'acme'));
          if (isDown) throw new Error('the broker refuses');
        };
        return { ...share, drop };
      },
    };
    const keeper = keeperOf('one', failing);
    await keeper.take();
    const about = async () => (await entries()).filter(({ action }) => action === 'audit.drop').length;
    // One round at a time, as `advance` sets the clock first.
    const advance = async (ms: number): Promise<void> => {
      for (let left = ms; left > 0; left -= 5_000) await time.advance(5_000);
    };
    await advance(HOUR_MS);
    expect([await about(), seen.failures]).toEqual([1, 1]);
    expect((await control.auditFrom({ tenant: 'beta', limit: 9 })).entries.map(({ action }) => action)).toEqual(['audit.drop']);
    await advance(2 * HOUR_MS);
    expect([await about(), seen.failures]).toEqual([1, 3]);
    isDown = false;
    await advance(HOUR_MS);
    expect((await entries()).map(({ action }) => action)).toEqual(['audit.drop']);
    await keeper.stop();
  });

  it('goes on after a failure, and takes the audit back from nobody at once', async () => {
    const { time, control, seen, keeperOf, note, verified } = keptAudit();
    const [former, owner] = [keeperOf('one'), keeperOf('two')];
    await former.take();
    await time.advance(5_000);
    await owner.take();
    await note();
    await time.advance(5_000);
    expect([await verified(), seen.failures]).toMatchObject([{ signed: 1 }, 0]);
    await note();
    await time.advance(5_000);
    // The former learns that it was followed. It claims again after a while only, if it is told of nothing by then.
    expect(seen.failures).toBe(1);
    await former.release();
    let isDown = true;
    const flaky: ControlStore = {
      ...control,
      ownAudit: () => (isDown ? Promise.reject(new Error('no broker answers')) : control.ownAudit()),
    };
    await owner.release();
    const late = keeperOf('three', flaky);
    await late.take();
    await note();
    await time.advance(5_000);
    expect(seen.failures).toBe(2);
    isDown = false;
    await time.advance(20_000);
    expect(await verified()).toMatchObject({ signed: 1, problems: [] });
  });
});
