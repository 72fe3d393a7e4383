import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { divideMemory, leastMemoryMiB, MEMORY_PARTS, MIB, sumOf, withLedger, type MemoryUser } from './divide-memory.ts';

const user: fc.Arbitrary<MemoryUser> = fc.record({
  embedder: fc.constantFrom('off', 'minilm', 'e5', 'http'),
  embedderThreads: fc.integer({ min: 1, max: 16 }),
  vectorCacheMiB: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 2_000 })),
});
const setting = fc.integer({ min: 0, max: 100_000 });

describe('the division of memory', () => {
  it('adds up to the setting, or to the least, and leaves no part but the model and the ledger empty', () => {
    fc.assert(
      fc.property(setting, user, (memoryMiB, of) => {
        const division = divideMemory(memoryMiB, of);
        expect(Object.keys(division).sort()).toEqual(MEMORY_PARTS.toSorted());
        expect(sumOf(division)).toBe(Math.max(memoryMiB, leastMemoryMiB(of)) * MIB);
        for (const part of MEMORY_PARTS) if (part !== 'model' && part !== 'ledger') expect(division[part]).toBeGreaterThan(0);
        expect(division.model > 0).toBe(of.embedder !== 'off');
      }),
    );
  });

  it('gives every part at least as much where the whole is larger', () => {
    fc.assert(
      fc.property(setting, fc.nat(10_000), user, (memoryMiB, more, of) => {
        const [small, large] = [divideMemory(memoryMiB, of), divideMemory(memoryMiB + more, of)];
        for (const part of MEMORY_PARTS) expect(large[part]).toBeGreaterThanOrEqual(small[part]);
      }),
    );
  });

  it('gives the ledger of a consolidator what a process without an index does not need, and takes nothing else', () => {
    fc.assert(
      fc.property(setting, user, (memoryMiB, of) => {
        const division = divideMemory(memoryMiB, of);
        const given = withLedger(division);
        expect(sumOf(given)).toBe(sumOf(division));
        expect(given.ledger).toBeGreaterThan(0);
        expect(given.postings + given.vectors + given.pages).toBe(0);
        for (const part of ['program', 'work', 'bodies', 'sessions', 'records'] as const) expect(given[part]).toBe(division[part]);
      }),
    );
  });

  it('gives vectors what somebody has set for them', () => {
    fc.assert(
      fc.property(setting, user, (memoryMiB, of) => {
        fc.pre(of.vectorCacheMiB > 0);
        const { vectors, tokens } = divideMemory(memoryMiB, of);
        expect(vectors + tokens).toBe(of.vectorCacheMiB * MIB);
      }),
    );
  });
});
