import { createMemoryControlStore, createMemoryKeyStore } from '@total-recall/adapter-memory';
import type { AuditEntry, AuditHead } from '@total-recall/ports';
import { createAuditChains, createServiceSigner, linkEntry, verifyAudit } from '@total-recall/runtime';
import fc from 'fast-check';
import { expect, it } from 'vitest';

let ids = 0;
const nextId = (): string => `id${(ids += 1)}`;
const entry = (tenant: string, target: string): AuditEntry => ({
  id: nextId(),
  tenant,
  at: 1_000 + ids,
  keyId: 'k',
  action: 'read.recall',
  target,
  outcome: 'allowed',
  code: undefined as never,
  read: { ids: [target] },
});
/** Name of a chain: a hash of its writer and its tenant. */
const CHAIN = expect.stringMatching(/^[0-9a-f]{16}$/) as string;
const clock = { now: () => 5_000 + ids, monotonicMs: () => 0 };

/** Writes entries by several writers, in turn and at once, and returns what a tenant has, with its signed heads. */
async function written(writers: readonly string[], targets: readonly string[]) {
  const control = createMemoryControlStore();
  const signer = createServiceSigner({ keys: createMemoryKeyStore() }, 'audit-heads', 'test');
  const chains = writers.map((writer) => createAuditChains({ control, clock, nextId, writer, signer }));
  const batches = targets.map((target, at) => [entry('acme', target), ...(at % 3 === 0 ? [entry('other', 'x')] : [])]);
  await Promise.all(batches.map((batch, at) => chains[at % chains.length]!.append(batch)));
  const { entries } = await control.auditFrom({ tenant: 'acme', limit: 1_000 });
  return { control, signer, entries, heads: await control.auditHeads('acme'), publicKey: await signer.publicKey() };
}

const logs = fc.record({
  writers: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 }),
  targets: fc.array(fc.string({ minLength: 1, maxLength: 9 }), { minLength: 1, maxLength: 30 }),
  pick: fc.nat(),
});
const whats = (entries: Iterable<AuditEntry>, heads: readonly AuditHead[], publicKey?: string) =>
  verifyAudit(entries, heads, publicKey).problems.map(({ what, chain, number }) => ({ what, chain, number }));
const asStored = (entries: readonly AuditEntry[]): AuditEntry[] => JSON.parse(JSON.stringify(entries)) as AuditEntry[];

it('what was written verifies, as it is and as it comes back from JSON', () =>
  fc.assert(
    fc.asyncProperty(logs, async ({ writers, targets }) => {
      const { entries, heads, publicKey } = await written(writers, targets);
      expect(verifyAudit(entries, heads, publicKey)).toMatchObject({ entries: targets.length, signed: heads.length, problems: [] });
      expect(whats(asStored(entries), heads, publicKey)).toEqual([]);
    }),
  ));

it('an entry that is changed is named, with its hash made anew or not', () =>
  fc.assert(
    fc.asyncProperty(logs, fc.boolean(), async ({ writers, targets, pick }, isHashed) => {
      const { entries, heads } = await written(writers, targets);
      const at = pick % entries.length;
      const { link, ...body } = entries[at]!;
      const before = link!.number === 1 ? undefined : { chain: link!.chain, number: link!.number - 1, hash: link!.previous };
      const forged = { ...body, target: `${body.target}!` };
      const changed = entries.with(at, isHashed ? linkEntry(forged, link!.chain, before, link!.after) : { ...forged, link: link! });
      expect(whats(changed, heads)).toContainEqual({ what: 'changed', chain: link!.chain, number: link!.number });
    }),
  ));

it('an entry that is taken out is named, the last of a chain too', () =>
  fc.assert(
    fc.asyncProperty(logs, async ({ writers, targets, pick }) => {
      const { entries, heads } = await written(writers, targets);
      const at = pick % entries.length;
      const { chain, number } = entries[at]!.link!;
      expect(whats(entries.toSpliced(at, 1), heads)).toContainEqual({ what: 'removed', chain, number });
    }),
  ));

it('an entry that is put in is named, in the chain or in none', () =>
  fc.assert(
    fc.asyncProperty(logs, fc.boolean(), async ({ writers, targets, pick }, isLinked) => {
      const { entries, heads } = await written(writers, targets);
      const at = pick % entries.length;
      const { chain, number, hash } = entries[at]!.link!;
      const put = isLinked ? linkEntry(entry('acme', 'put'), chain, { chain, number, hash }) : entry('acme', 'put');
      const found = whats(entries.toSpliced(at + 1, 0, put), heads);
      const isLast = !entries.slice(at + 1).some(({ link }) => link!.chain === chain);
      if (!isLinked) expect(found).toContainEqual({ what: 'inserted', chain: '', number: 0 });
      // Past the head the entry looks like one that was written after the head was read, so nothing else is found.
      else if (!isLast) expect(found).toContainEqual({ what: 'inserted', chain, number: number + 1 });
    }),
  ));

it('a tail that is cut with its end is told by an end that was kept, and a forged end by its signature', async () => {
  const { entries, heads, publicKey } = await written(['a'], ['1', '2', '3', '4']);
  const cut = entries.slice(0, 2);
  const forged = heads.map((head) => ({ ...head, number: 2, hash: cut[1]!.link!.hash }));
  expect(whats(cut, forged, publicKey)).toEqual([{ what: 'head', chain: CHAIN, number: 2 }]);
  const unsigned = forged.map(({ signature: _signature, publicKey: _key, ...head }) => head);
  expect(whats(cut, [...unsigned, ...heads])).toEqual([{ what: 'removed', chain: CHAIN, number: 3 }]);
  expect(whats(entries, heads, Buffer.alloc(32, 1).toString('base64url'))).toMatchObject([{ what: 'head' }]);
});

it('goes on in the chain of its name after a start, and in a new one after a failure, that names the end of the former', async () => {
  const { control, signer } = await written(['a'], ['1', '2']);
  let fail = false;
  const flaky = {
    ...control,
    appendAudit: async (...given: Parameters<typeof control.appendAudit>) =>
      fail ? Promise.reject(new Error('disk full')) : control.appendAudit(...given),
  };
  const again = createAuditChains({ control: flaky, clock, nextId, writer: 'a', signer });
  await again.append([entry('acme', '3')]);
  fail = true;
  await expect(again.append([entry('acme', 'lost')])).rejects.toThrow('disk full');
  fail = false;
  await again.append([entry('acme', '4')]);
  const { entries } = await control.auditFrom({ tenant: 'acme', limit: 9 });
  expect(entries.map(({ link }) => link!.number)).toEqual([1, 2, 3, 1]);
  expect(entries[3]!.link!.after).toMatchObject({ chain: CHAIN, number: 3 });
  expect(whats(entries, await control.auditHeads('acme'))).toEqual([]);
  // The former chain is cut; its checkpoint in the later chain shows it.
  expect(whats(entries.toSpliced(2, 1), [])).toContainEqual({ what: 'removed', chain: CHAIN, number: 3 });
});
