import { describe, expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { checkInput } from '../wire/check-input.ts';
import { newDelegation, newReport } from './delegation.ts';

const LONG = 'x'.repeat(LIMITS.delegationTextLength);
/** As many of the longest texts as have no more characters than all texts together may have. */
const FITTING = Math.floor(LIMITS.delegationTotalLength / LIMITS.delegationTextLength);
const detailOf = (schema: Parameters<typeof checkInput>[0], input: unknown) => {
  const checked = checkInput(schema, input, 'body');
  return checked.kind === 'refused' ? `${checked.code} ${checked.detail}` : checked.kind;
};

describe('a packet and a report', () => {
  it('have texts that are bounded one by one and in all, as lists answer with many of them', () => {
    const packet = (texts: number) => ({ subtaskId: 'look', objective: LONG, constraints: Array.from({ length: texts - 1 }, () => LONG) });
    expect(detailOf(newDelegation, packet(FITTING))).toBe('valid');
    expect(detailOf(newDelegation, packet(FITTING + 1))).toMatch(/^invalid_request body.objective: the texts have more than/);
    const finding = { text: LONG, provenance: ['e1'] };
    const report = (texts: number) => ({ status: 'done', summary: LONG, keyFindings: Array.from({ length: texts - 1 }, () => finding) });
    expect(detailOf(newReport, report(FITTING))).toBe('valid');
    expect(detailOf(newReport, report(FITTING + 1))).toMatch(/^invalid_request body.keyFindings: the texts have more than/);
  });

  it('say something, and name events that show a finding', () => {
    expect(detailOf(newDelegation, { subtaskId: 'look', objective: ' \u200b' })).toMatch(/^invalid_request body.objective: is blank/);
    expect(detailOf(newDelegation, { subtaskId: 'look' })).toBe('invalid_request body.objective: is missing');
    expect(detailOf(newReport, { status: 'done', summary: 'It is so.', keyFindings: [{ text: 'So.', provenance: [] }] })).toMatch(
      /^invalid_request body.keyFindings\[0\].provenance/,
    );
  });
});
