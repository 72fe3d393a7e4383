import { describe, expect, it } from 'vitest';
import { factsIn } from '../../testing/stated-facts.ts';
import { readFacts } from './read-facts.ts';

const CONSTRAINTS = [
  'Receipts must never be deleted.',
  'Passwords should never be logged.',
  'The archive folder must stay untouched.',
  'The billing tables are off limits.',
  'Fees are given in yen.',
  'Weights are in kilograms.',
  'Payouts over 500 dollars require approval by a lead.',
  'Prefer pure functions.',
  'Use only relative paths.',
  'Stay neutral and factual.',
  'Write in the passive voice.',
  'Address guests by their last name.',
  'Escalate safety questions to a human.',
  'No third-party packages.',
];

describe('a plain constraint', () => {
  it.each(CONSTRAINTS)('is a rule for later, in whatever words it is told: %s', (text) =>
    expect(factsIn(text)).toEqual([expect.objectContaining({ label: 'feedback', kind: 'constraint', value: text.slice(0, -1) })]),
  );

  it('is read beside others of one text', () => {
    const text = `You are the clerk of a small hotel. ${CONSTRAINTS.join(' ')}`;
    expect(factsIn(text).map(({ value }) => value)).toEqual(CONSTRAINTS.map((one) => one.slice(0, -1)));
  });

  it.each([
    'Children must not be left alone.',
    'I must not be disturbed.',
    'He must not be called.',
    'The chart must not be published yet.',
    'This chart must not be edited.',
    'The chart must never be changed, Tove says.',
    'Guns should never be used.',
    'Prices are in the brochure.',
    'Prices are in free fall.',
    'Dates are in July.',
    'The lease requires approval by the bank.',
    'Drugs need approval by the ministry.',
    'Marriage requires consent.',
    'The beach must stay private.',
    'Prefer this one.',
    'Use only this one.',
    'Stay calm.',
    'Escalate this to a human.',
    'No external calls today.',
    'Tove said the vault is off limits.',
  ])('is told from what is said of people, of the moment and of the world: %s', (text) => expect(factsIn(text)).toEqual([]));

  it.each(['system_note', 'persona'] as const)('is read of no %s, which may be an importer, a program or one agent alone', (kind) => {
    const source = { eventId: 'e1', session: 's', ordinal: 1, kind, occurredAt: 0, text: CONSTRAINTS.join(' ') };
    expect(readFacts(source)).toEqual([]);
    expect(readFacts({ ...source, kind: 'constraint' })).toHaveLength(CONSTRAINTS.length);
  });
});
