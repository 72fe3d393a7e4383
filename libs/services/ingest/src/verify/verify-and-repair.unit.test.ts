import { createMemoryArtifactStore, createMemoryIndex } from '@total-recall/adapter-memory';
import { TotalRecallError } from '@total-recall/runtime';
import { describe, expect, it } from 'vitest';
import { verifyAndRepair, type RepairableMemory } from './verify-and-repair.ts';
import type { VerifyFinding, VerifyReport } from './verify-report.ts';

const HOUR_MS = 3_600_000;
const PLACE = { tenant: 't', space: 's', artifactId: `art_${'a'.repeat(32)}` };
const NO_VECTORS: VerifyFinding = { kind: 'vectors', fault: 'missing', remedy: 'make_vectors', model: 'm' };
const WRONG_EVENT: VerifyFinding = { kind: 'events', fault: 'differs', remedy: 'fill_anew' };
const LOST_RECORD: VerifyFinding = { kind: 'records', fault: 'missing', remedy: 'mend_log' };
const ORPHAN: VerifyFinding = { kind: 'artifacts', fault: 'unknown', remedy: 'remove', ...PLACE };

/** A memory of two partitions with an artifact that is two hours old. Its first verification finds `findings`. */
async function memoryWith(findings: readonly VerifyFinding[], makesVectorsAgain: boolean, untilFolded?: (held: string[]) => Promise<void>) {
  const [artifacts, index] = [createMemoryArtifactStore({ now: () => 0 }), createMemoryIndex()];
  const { vectors } = index;
  const [held, times]: [string[], number[]] = [[], []];
  await artifacts.put(PLACE, new Uint8Array([1]));
  for (const partition of [0, 1]) await vectors!.setProgress(partition, 'm', 7);
  const calls: string[] = [];
  const memory: RepairableMemory<string> = {
    async verify(onFinding) {
      const found = calls.includes('verify') ? [] : findings;
      calls.push('verify');
      for (const finding of found) onFinding(finding);
      return { ok: found.length === 0 } as VerifyReport;
    },
    async open() {
      calls.push('open');
      const eventsOfArtifact = async () => held;
      return {
        log: { partitions: 2 },
        artifacts,
        index: { vectors: vectors!, eventsOfArtifact },
        ...(untilFolded && { untilFolded: () => untilFolded(held) }),
        close: async () => void calls.push('close'),
      };
    },
    async refill() {
      calls.push('refill');
      return 'g-2';
    },
    makesVectorsAgain,
  };
  const verify = (repair: boolean, signal?: AbortSignal) =>
    verifyAndRepair(memory, { clock: { now: () => times.shift() ?? 2 * HOUR_MS }, repair, ...(signal && { signal }) });
  const progress = () => Promise.all([0, 1].map((partition) => vectors!.progress(partition, 'm')));
  return { held, times, verify, calls, progress, isStored: async () => (await artifacts.stat(PLACE)) !== undefined };
}

describe('a verification', () => {
  it('changes nothing unless it is to repair, or where it finds nothing', async () => {
    const asked = await memoryWith([WRONG_EVENT, ORPHAN], true);
    expect(await asked.verify(false)).toEqual({ report: { ok: false } });
    const whole = await memoryWith([], true);
    expect(await whole.verify(true)).toEqual({ report: { ok: true } });
    expect([asked.calls, whole.calls]).toEqual([['verify'], ['verify']]);
  });

  it('removes orphans and fills another read model, and reports what is there afterwards', async () => {
    const memory = await memoryWith([WRONG_EVENT, ORPHAN], true);
    const repaired = { vectorsAsked: [], artifactsRemoved: 1, unitsFolded: 0, refilled: 'g-2' };
    expect(await memory.verify(true)).toEqual({ report: { ok: true }, repaired });
    expect(memory.calls).toEqual(['verify', 'open', 'close', 'refill', 'verify']);
    expect(await memory.isStored()).toBe(false);
  });

  it('keeps an orphan to which an event refers since, and what was young when it began, however long it took', async () => {
    const again = await memoryWith([ORPHAN], true);
    again.held.push('an event');
    const young = await memoryWith([ORPHAN], true);
    young.times.push(HOUR_MS - 1);
    for (const memory of [again, young]) {
      expect((await memory.verify(true)).repaired).toMatchObject({ artifactsRemoved: 0 });
      expect(await memory.isStored()).toBe(true);
    }
  });

  it('puts an orphan back to which an event refers that is folded only after it was removed', async () => {
    let isRemoved = false;
    const sentAgain = await memoryWith([ORPHAN], true, async (held) => {
      // Once before anything is removed, and once behind it.
      if (isRemoved) held.push('an event');
      isRemoved = true;
    });
    expect((await sentAgain.verify(true)).repaired).toMatchObject({ artifactsRemoved: 0 });
    expect(await sentAgain.isStored()).toBe(true);
  });

  it('keeps an orphan while the fold is behind, and fills another read model all the same', async () => {
    const behind = await memoryWith([WRONG_EVENT, ORPHAN], true, () =>
      Promise.reject(new TotalRecallError('not_caught_up', 'Not folded.')),
    );
    expect((await behind.verify(true)).repaired).toMatchObject({ artifactsRemoved: 0, refilled: 'g-2' });
    expect(await behind.isStored()).toBe(true);
  });

  it('ends with any other failure of a look at the fold, with the orphan put back', async () => {
    const away = await memoryWith([WRONG_EVENT, ORPHAN], true, () => Promise.reject(new TotalRecallError('unavailable', 'Away.')));
    await expect(away.verify(true)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await away.isStored()).toBe(true);
  });

  it('asks the next start for vectors, or fills another read model where those that make them have gone on', async () => {
    const asked = await memoryWith([NO_VECTORS, NO_VECTORS], true);
    expect((await asked.verify(true)).repaired).toEqual({ vectorsAsked: ['m'], artifactsRemoved: 0, unitsFolded: 0 });
    expect(await asked.progress()).toEqual([-1, -1]);
    const running = await memoryWith([NO_VECTORS], false);
    expect((await running.verify(true)).repaired).toEqual({ vectorsAsked: [], artifactsRemoved: 0, unitsFolded: 0, refilled: 'g-2' });
    expect(await running.progress()).toEqual([7, 7]);
  });

  it('keeps the read model and the artifacts while the log lacks records', async () => {
    const memory = await memoryWith([LOST_RECORD, WRONG_EVENT, ORPHAN, NO_VECTORS], false);
    expect((await memory.verify(true)).repaired).toEqual({ vectorsAsked: [], artifactsRemoved: 0, unitsFolded: 0 });
    expect(memory.calls).not.toContain('refill');
    expect(await memory.isStored()).toBe(true);
  });

  it('ends with the reason of the signal in place of a second look', async () => {
    const memory = await memoryWith([WRONG_EVENT], true);
    const reason = new TotalRecallError('unavailable', 'Stopped.');
    await expect(memory.verify(true, AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(memory.calls.filter((call) => call === 'verify')).toHaveLength(1);
  });
});
