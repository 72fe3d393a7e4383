import { createMemoryControlStore, createMemoryLedger } from '@total-recall/adapter-memory';
import type { LedgerAct, NewLedgerEntry } from '@total-recall/domain';
import { createSystemRandom, hashHex, ledgerEntries } from '@total-recall/runtime';
import { describe, expect, it } from 'vitest';
import { restoreCopies, type CopiedPart, type RestoreTarget, type TopicCopy } from './restore-copies.ts';

const HOUR_MS = 3_600_000;
const COPIED_AT = 10 * HOUR_MS;
const REQUEST: LedgerAct = {
  type: 'ErasureRequested',
  scope: { kind: 'session', space: 's', session: 'x' },
  targets: { events: [], sessions: [{ space: 's', session: 'x' }], spaces: [], artifacts: [] },
  counts: { events: 1, quoting: 0, sessions: 1, spaces: 0, artifacts: 0 },
};

interface Part extends CopiedPart {
  readonly text: string;
}

/** A copy with these texts by topic; the events come before the ledger, as a cluster is copied. */
function copyOf(name: string, texts: Readonly<Record<string, string>>): TopicCopy<Part> {
  const parts = Object.entries(texts).map(([topic, text]) => ({
    topic,
    partition: 0,
    records: 1,
    bytes: text.length,
    sha256: hashHex(text),
    text,
  }));
  const hashOf = async ({ text }: Part, bytes: number) => hashHex(text.slice(0, bytes));
  return { name, startedAt: new Date(COPIED_AT).toISOString(), logPartitions: 1, parts, hashOf };
}

/** A target whose ledger holds three erasures once it is written: done long before the copy, shortly before it, and open. */
function emptyTarget(partitions = 1) {
  const ledger = createMemoryLedger();
  const control = createMemoryControlStore();
  const written: string[] = [];
  const entry = (id: string, at: number, act: LedgerAct): NewLedgerEntry => ({ id, tenant: 't', at, actor: 'key', act });
  const target: RestoreTarget<Part> = {
    partitions,
    prepareEmpty: async () => void written.push('prepared'),
    async write({ name }, { topic }) {
      written.push(`${name} ${topic}`);
      if (topic !== 'ledger') return;
      const share = await ledger.own(0);
      await share.append(0, [
        ...['early', 'late', 'open'].map((id) => entry(id, 1, REQUEST)),
        entry('e1', COPIED_AT - 2 * HOUR_MS, { type: 'ErasureCompleted', erasureId: 'early' }),
        entry('e2', COPIED_AT - 1, { type: 'ErasureCompleted', erasureId: 'late' }),
      ]);
    },
    async openLedger() {
      written.push('reopening');
      return { ...ledger, close: async () => undefined };
    },
    async openControl() {
      written.push('pausing');
      return { ...control, close: async () => undefined };
    },
  };
  return { target, written, ledger, control };
}

const OPTIONS = { clock: { now: () => COPIED_AT, monotonicMs: () => 0 }, random: createSystemRandom() };
const FULL = { events: 'log', identity: 'id', keys: 'k', ledger: 'one' };

describe('a restore of copies', () => {
  it('writes the ledger first and reopens what the rest may not have seen, before the rest is written', async () => {
    const { target, written, ledger, control } = emptyTarget();
    expect(await restoreCopies(copyOf('a', FULL), target, OPTIONS)).toBe(2);
    expect(written).toEqual(['prepared', 'a identity', 'a ledger', 'reopening', 'pausing', 'a events', 'a keys']);
    // Holds that were placed after the copy are not in its ledger.
    expect(await control.retentionPause()).toEqual({ since: COPIED_AT });
    const reopened = (await ledgerEntries(ledger, 0)).flatMap(({ act }) => (act.type === 'ErasureReopened' ? [act.erasureId] : []));
    expect(reopened).toEqual(['late', 'open']);
  });

  it('takes the ledger of a later copy that goes on from its own', async () => {
    const { target, written, control } = emptyTarget();
    const later = copyOf('b', { identity: 'id', ledger: 'one and more' });
    await restoreCopies(copyOf('a', FULL), target, { ...OPTIONS, later });
    expect(written).toEqual(['prepared', 'b identity', 'b ledger', 'reopening', 'a events', 'a keys']);
    expect(await control.retentionPause()).toBeUndefined();
  });

  it.each([
    ['is older', { identity: 'id', ledger: 'on' }],
    ['begins with something else', { identity: 'id', ledger: 'other things' }],
    ['is of another cluster', { identity: 'xx', ledger: 'one' }],
    ['is not there', { identity: 'id' }],
  ])('refuses a ledger that %s, and writes nothing', async (_, texts) => {
    const { target, written } = emptyTarget();
    const restoring = restoreCopies(copyOf('a', FULL), target, { ...OPTIONS, later: copyOf('b', texts) });
    await expect(restoring).rejects.toMatchObject({ code: 'invalid_request', message: expect.stringContaining('b is older') });
    expect(written).toEqual([]);
  });

  const CONTROL = { control: 'c', audit: 'h', 'audit-entries': 'e' };
  const WHOLE = { ...FULL, ...CONTROL };

  it('takes control and audit of a later copy of the cluster', async () => {
    const { target, written } = emptyTarget();
    const laterControl = copyOf('b', { identity: 'id and more', ...CONTROL });
    await restoreCopies(copyOf('a', WHOLE), target, { ...OPTIONS, laterControl });
    expect(written.slice(4)).toEqual(['b control', 'b audit', 'b audit-entries', 'pausing', 'a events', 'a keys']);
  });

  it.each([
    ['of another cluster', { identity: 'xx', ...CONTROL }, COPIED_AT],
    ['without its audit', { identity: 'id', control: 'c' }, COPIED_AT],
    ['of an earlier copy', { identity: 'id', ...CONTROL }, COPIED_AT - 1],
  ])('refuses a control %s, and writes nothing', async (_, texts, at) => {
    const { target, written } = emptyTarget();
    const laterControl = { ...copyOf('b', texts), startedAt: new Date(at).toISOString() };
    const restoring = restoreCopies(copyOf('a', WHOLE), target, { ...OPTIONS, laterControl });
    await expect(restoring).rejects.toMatchObject({ code: 'invalid_request', message: expect.stringContaining('The control in b') });
    expect(written).toEqual([]);
  });

  it('refuses a copy of a ledger alone, and one of another number of partitions', async () => {
    const { target, written } = emptyTarget(2);
    const alone = restoreCopies(copyOf('a', { identity: 'id', ledger: 'one' }), target, OPTIONS);
    await expect(alone).rejects.toMatchObject({ code: 'invalid_request', message: expect.stringContaining('a ledger alone') });
    await expect(restoreCopies(copyOf('a', FULL), target, OPTIONS)).rejects.toMatchObject({
      message: expect.stringContaining('TOTAL_RECALL_PARTITIONS=1'),
    });
    expect(written).toEqual([]);
  });
});
