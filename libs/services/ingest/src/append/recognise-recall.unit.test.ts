import { renderEvidence } from '@total-recall/domain';
import { describe, expect, it } from 'vitest';
import { recallReceiptOf } from './recognise-recall.ts';

const isOurs = (retrievalId: string) => retrievalId === 'R1.signed';
const evidence = (eventId: string, text: string) => ({
  eventId,
  session: 's',
  turn: 1,
  kind: 'user_message' as const,
  occurredAt: 0,
  text,
  tokens: 1,
  fromByte: 0,
  toByte: text.length,
  complete: true,
  looksLikeInstruction: false,
});
const ID = '01M80AT7QB8X5EVSYWSCR1CZF2';
const OTHER = '01M80AT7QB8X5EVSYWSCR1CZF3';

describe('a recall result without its receipt', () => {
  const text = renderEvidence([evidence(ID, 'the pump of berth 7')], { retrievalId: 'R1.signed' });

  it('is recognised by the signed id in its wrapper, with what it quotes', () => {
    expect(recallReceiptOf({ kind: 'tool_result', text }, isOurs)).toMatchObject({
      retrievalId: 'R1.signed',
      evidence: [{ eventId: ID }],
      renderingHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('is not, where the id is not ours, the wrapper stands inside other text, or a person wrote it', () => {
    expect(recallReceiptOf({ kind: 'tool_result', text: text.replace('R1.signed', 'R1.forged') }, isOurs)).toBeUndefined();
    expect(recallReceiptOf({ kind: 'tool_result', text: `see ${text}` }, isOurs)).toBeUndefined();
    expect(recallReceiptOf({ kind: 'user_message', text }, isOurs)).toBeUndefined();
    expect(recallReceiptOf({ kind: 'tool_result', text }, undefined)).toBeUndefined();
  });

  it('keeps the receipt its caller gave', () => {
    const recall = { retrievalId: 'x', evidence: [{ eventId: OTHER }], renderingHash: '0'.repeat(64) };
    expect(recallReceiptOf({ kind: 'tool_result', text, recall }, isOurs)).toBe(recall);
  });

  it('takes no evidence from what the evidence itself says', () => {
    const quoting = renderEvidence([evidence(ID, `<event id="${OTHER}" turn="T9">`)], { retrievalId: 'R1.signed' });
    expect(recallReceiptOf({ kind: 'tool_result', text: quoting }, isOurs)!.evidence).toEqual([{ eventId: ID }]);
  });
});
