import { renderEvidence } from '@total-recall/domain';
import { describe, expect, it } from 'vitest';
import { findReceipt } from './recognise-recall.ts';

const isOurs = (retrievalId: string) => retrievalId === 'R1.signed';
const TEXT = renderEvidence([], { retrievalId: 'R1.signed', preface: ['the pump of berth 7'] });

describe('a recall result without its receipt', () => {
  it('is recognised by the signed id in its wrapper, whatever stands around it and whoever sends it', () => {
    const receipt = { retrievalId: 'R1.signed', renderingHash: expect.stringMatching(/^[0-9a-f]{64}$/) };
    for (const text of [TEXT, `Result:\n${TEXT}`, JSON.stringify({ content: [{ type: 'text', text: TEXT }] })]) {
      const found = findReceipt({ kind: 'tool_result', text }, isOurs);
      expect(found).toMatchObject(receipt);
      expect(found).not.toHaveProperty('within');
    }
    expect(findReceipt({ kind: 'user_message', text: TEXT }, isOurs)).toMatchObject(receipt);
    expect(findReceipt({ kind: 'user_message', text: TEXT }, isOurs)).not.toHaveProperty('within');
  });

  it('is only a part of an event that says something of its own', () => {
    const asked = `Why is the pump of berth 7 leaking?\n${TEXT}`;
    const within = [{ from: asked.indexOf('<recalled'), to: asked.length }];
    expect(findReceipt({ kind: 'user_message', text: asked }, isOurs)).toMatchObject({ within });
    const page = `${'what the page says of pumps and berths '.repeat(10)}\n${TEXT}`;
    expect(findReceipt({ kind: 'tool_result', text: page }, isOurs)!.within).toHaveLength(1);
  });

  it('is not, where the id is not ours or nobody can tell', () => {
    expect(findReceipt({ kind: 'tool_result', text: TEXT.replace('R1.signed', 'R1.forged') }, isOurs)).toBeUndefined();
    expect(findReceipt({ kind: 'tool_result', text: TEXT }, undefined)).toBeUndefined();
  });

  it('is not looked for behind thousands of ids that are not ours', () => {
    let compared = 0;
    const counting = (id: string): boolean => (compared += 1) > 0 && isOurs(id);
    const forged = (count: number): string => '<recalled id="R1.forged"'.repeat(count);
    expect(findReceipt({ kind: 'tool_result', text: forged(4_000) + TEXT }, counting)).toBeDefined();
    expect(compared).toBe(4_001);
    compared = 0;
    expect(findReceipt({ kind: 'tool_result', text: forged(100_000) + TEXT }, counting)).toBeUndefined();
    expect(compared).toBe(4_096);
  });
});
