import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMemoryTarget, type MemoryTarget } from '../../testing/memory-target.ts';
import type { AblationTarget } from '../ablation/run-ablation.ts';
import { judgeGate, passesGate } from './judge-gate.ts';
import { measureGate } from './measure-gate.ts';

let memory: MemoryTarget;
beforeAll(async () => {
  memory = await createMemoryTarget();
});
afterAll(() => memory.close());

/** Wraps a target so that its three best hits come last. */
function worse(target: AblationTarget): AblationTarget {
  const spoil =
    (recall: AblationTarget['retriever']['recall']): AblationTarget['retriever']['recall'] =>
    async (request) => {
      const answer = await recall(request);
      return { ...answer, hits: [...answer.hits.slice(3), ...answer.hits.slice(0, 3)] };
    };
  return { ...target, recallUnder: (variant) => spoil(target.recallUnder(variant)) };
}

describe('the regression gate', () => {
  it('accepts the same service again, and bites where the best hits stand last', async () => {
    const options = { seed: 5, parts: ['ablation'] } as const;
    const accepted = await measureGate(memory.target, { ...options, runName: 'accepted' });
    const again = judgeGate(accepted, await measureGate(memory.target, { ...options, runName: 'again' }));
    expect(passesGate(again)).toBe(true);
    const spoilt = judgeGate(accepted, await measureGate(worse(memory.target), { ...options, runName: 'spoilt' }));
    expect(spoilt.map(({ verdict }) => verdict)).toEqual(['worse', 'worse']);
    expect(passesGate(spoilt)).toBe(false);
    expect(memory.failures).toEqual([]);
  });
});
