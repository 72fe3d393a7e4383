import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FactSource } from '../fact/stated-fact.ts';
import { FACT_LABELS, type UnitEvidence } from '../unit/unit.ts';
import { pointAtFact, readPointed, type ProposedFact } from './point-at-fact.ts';

const sourceOf = (text: string): FactSource => ({
  eventId: 'E',
  session: 'run-1',
  ordinal: 1,
  kind: 'user_message',
  occurredAt: 5,
  text,
});
const propose = (changes: Partial<ProposedFact>): ProposedFact => ({
  quote: 'I live in Paris',
  label: 'user',
  subject: 'user',
  attribute: 'home',
  value: 'Paris',
  ...changes,
});
const TEXT = 'Yes, I live in Paris. Ana lives in Rome.';
const words = fc.constantFrom(
  'user',
  'project',
  'home',
  'Paris',
  'Ana',
  'in',
  ' ',
  'I live in Paris',
  'Ana lives in Rome',
  'Oslo',
  '{"a":1}',
);

describe('pointAtFact', () => {
  it('finds the words of a fact where they stand', () => {
    expect(pointAtFact(sourceOf(TEXT), propose({}))).toEqual({
      from: 5,
      to: 20,
      points: { subject: 'user', attribute: 'home', value: [15, 20] },
    });
    const ana = propose({ quote: 'Ana lives in Rome', subject: 'Ana', attribute: 'lives', value: 'Rome' });
    expect(pointAtFact(sourceOf(TEXT), ana)?.points).toEqual({ subject: [22, 25], attribute: [26, 31], value: [35, 39] });
  });

  it.each<[string, Partial<ProposedFact>]>([
    ['a quote in other words', { quote: 'I live at Paris' }],
    ['a quote in another case', { quote: 'i live in paris' }],
    ['a quote without letters', { quote: ', ' }],
    ['a value of another sentence', { value: 'Rome' }],
    ['a value that stands nowhere', { value: 'Oslo' }],
    ['an attribute that stands nowhere', { attribute: 'favourite city' }],
    ['a subject that stands nowhere', { subject: 'Boris' }],
    ['a subject without a word', { subject: '.' }],
    ['a blank value', { value: ' ' }],
  ])('refuses %s', (_name, changes) => {
    expect(pointAtFact(sourceOf(TEXT), propose(changes))).toBeUndefined();
  });

  it('keeps no word that does not stand in the event, whatever is proposed', () => {
    const proposed = fc.record({
      quote: fc.oneof(words, fc.string()),
      label: fc.constantFrom(...FACT_LABELS),
      subject: fc.oneof(words, fc.string()),
      attribute: fc.option(fc.oneof(words, fc.string())),
      value: fc.option(fc.oneof(words, fc.string())),
    });
    const texts = fc.oneof(
      fc.constant(TEXT),
      fc.array(words).map((some) => some.join(' ')),
      fc.string(),
    );
    fc.assert(
      fc.property(texts, proposed, (text, one) => {
        const pointed = pointAtFact(sourceOf(text), one);
        if (!pointed) return;
        expect(text.slice(pointed.from, pointed.to)).toBe(one.quote);
        const { subject, attribute, value } = pointed.points;
        if (typeof subject === 'object') expect(text.slice(...subject)).toBe(one.subject);
        if (typeof attribute === 'object') expect(one.quote).toContain(text.slice(...attribute));
        if (value) expect(one.quote).toContain(text.slice(...value));
        const evidence = { eventId: 'E', session: 'run-1', at: 5, ...pointed };
        const stated = readPointed(sourceOf(text), one.label, evidence)!;
        expect(stated).toMatchObject({ label: one.label, from: pointed.from, to: pointed.to });
        if (value) expect(stated.value).toBe(one.value);
      }),
    );
  });
});

describe('readPointed', () => {
  it('says nothing of evidence without pointers, or of a text that has become shorter', () => {
    const evidence: UnitEvidence = { eventId: 'E', session: 'run-1', from: 5, to: 20, at: 5 };
    expect(readPointed(sourceOf(TEXT), 'user', evidence)).toBeUndefined();
    expect(readPointed(sourceOf('Yes.'), 'user', { ...evidence, points: { subject: 'user' } })).toBeUndefined();
  });
});
