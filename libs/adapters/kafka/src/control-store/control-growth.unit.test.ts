import type { ApiKey } from '@total-recall/ports';
import { describe, expect, it } from 'vitest';
import { backupNotes } from './backup-notes.ts';
import { encodeClaim } from './held-audit.ts';
import { revokeInOrder, type RevocationClaim } from './revoke-in-order.ts';

const MINUTE = 60_000;

/** Compacts a topic: the last record of each key stays, without removals. */
function compactedTopic<T>(kind: string) {
  const held = new Map<string, T>();
  const apply = (id: string, value: Buffer | null): void =>
    value === null ? void held.delete(id) : void held.set(id, JSON.parse(value.toString()) as T);
  return { held, apply, remove: async (keys: readonly string[]) => keys.forEach((key) => apply(key.slice(kind.length + 1), null)) };
}

describe('what stays in the control topic once it is compacted', () => {
  it('is one claim of the audit, however often it was claimed and signed', () => {
    const keys = Array.from({ length: 500 }, (_, at) => encodeClaim({ epoch: at, owner: `o${at}`, next: at }).key!.toString());
    expect(new Set(keys).size).toBe(1);
  });

  it('is no claim of a revocation, not even of a process that was killed, once another one came', async () => {
    const { held: claims, apply } = compactedTopic<RevocationClaim>('revoking');
    const keys = new Map<string, ApiKey>();
    const write = async (_: string, id: string, value: Buffer | null) => apply(id, value);
    for (let at = 0; at < 50; at += 1) apply(`gone${at}/x`, Buffer.from(JSON.stringify({ id: `gone${at}`, tenant: 't', revokedAt: at })));
    apply('now/x', Buffer.from(JSON.stringify({ id: 'now', tenant: 't', revokedAt: MINUTE })));
    const revoke = revokeInOrder({ keys, claims }, write, async () => undefined);
    expect(await revoke({ id: 'k', tenant: 't' } as ApiKey, 2 * MINUTE - 1, async () => true)).toBe(false);
    expect([...claims.keys()]).toEqual(['now/x']);
    await revoke({ id: 'k', tenant: 't' } as ApiKey, 2 * MINUTE, async () => true);
    expect(claims.size).toBe(0);
  });

  it('is at most 10,000 notes of backups, the newest ones', async () => {
    const { held, apply, remove } = compactedTopic<unknown>('backup');
    const put = async (_: string, id: string, value: unknown) => apply(id, Buffer.from(JSON.stringify(value)));
    const notes = backupNotes(held, { put, remove, answer: async (read) => read() });
    const timeOf = (at: number): string => new Date(Date.UTC(2026, 0, 1) + at * MINUTE).toISOString();
    for (let at = 0; at < 10_000; at += 1) await put('backup', timeOf(at), { startedAt: timeOf(at) });
    for (let at = 10_000; at < 10_003; at += 1) await notes.note(timeOf(at));
    expect(await notes.known()).toEqual({ count: 10_000, first: timeOf(3), last: timeOf(10_002) });
  });
});
