import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMemoryTarget, type MemoryTarget } from '../testing/memory-target.ts';
import { generateTraces } from './generate-traces.ts';
import { runNeedles } from './run-needles.ts';
import { runReplay } from './run-replay.ts';

let memory: MemoryTarget;
beforeAll(async () => {
  memory = await createMemoryTarget();
});
afterAll(() => memory.close());

describe('needles', () => {
  it("finds all of the first paper's after five compactions that really happened", async () => {
    const result = await runNeedles(memory.target, { preset: '000', seed: 11, runName: 'needles' });
    expect(result.n).toBe(50);
    expect(result['recall@10'].mean).toBe(1);
    expect(result.hop2.mean).toBeGreaterThanOrEqual(0.98);
    expect(result.cycles.asked).toBe(5);
    expect(result.cycles.fewest).toBeGreaterThanOrEqual(5);
    // The same run shows what truncating the window would have kept: only the newest part.
    expect(result.truncation.mean).toBeLessThan(0.5);
    expect(Object.values(result.byType).reduce((sum, shares) => sum + shares.n, 0)).toBe(50);
    expect(memory.failures).toEqual([]);
  });
});

describe('replay', () => {
  it.each([8_192, 32_768])('keeps every promise over generated traces in a window of %i', async (windowTokens) => {
    const result = await runReplay(memory.target, generateTraces({ seed: 2, traces: 1, requests: 8 }), {
      windowTokens,
      runName: `replay-${windowTokens}`,
      limits: { exact: 15, others: 3 },
    });
    expect(result.files.flatMap((file) => file.violations.filter((line) => line.startsWith('I-')))).toEqual([]);
    expect([result.orphans, result.invariantViolations]).toEqual([0, 0]);
    expect(result.compactions).toBeGreaterThan(0);
    expect(result.tokensWindow).toBeLessThan(result.tokensIn);
    expect(result.probes.n).toBe(15);
    expect(result.probes.hop2!).toBeGreaterThanOrEqual(result.probes.hop1!);
    expect(result.probes.hop1!).toBeGreaterThan(0);
    expect(memory.failures).toEqual([]);
    expect(memory.violations).toEqual([]);
  });

  it('reads files, counts what it skipped, and says null where nothing was asked', async () => {
    const bytes = new TextEncoder().encode(
      '// a note\n{"role":"user","content":"Good morning"}\n{"role":"assistant","content":"Hello"}\n{"role":"us',
    );
    const result = await runReplay(
      memory.target,
      [
        { name: 'tiny.jsonl', read: () => bytes },
        { name: 'words.txt', read: () => new TextEncoder().encode('no session') },
      ],
      { windowTokens: 8_192, runName: 'tiny' },
    );
    expect(result).toMatchObject({ n: 2, sessions: 1, events: 2, compactions: 0, windowsOverBudget: 0, skippedLines: 3 });
    expect(result.probes).toMatchObject({ n: 0, hop1: null, hop2: null, falseRecall: null });
    expect(result.files.map((file) => file.format)).toEqual(['jsonl', 'unknown']);
  });
});
