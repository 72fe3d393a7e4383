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

  it('gives up on words that stand within others at very many places', () => {
    const within = (times: number) =>
      pointAtFact(sourceOf(`${'a'.repeat(times)} a`), propose({ quote: 'a', value: null, attribute: null }));
    expect(within(500)?.from).toBe(501);
    expect(within(5000)).toBeUndefined();
  });

  const quoted = (text: string, quote: string, value: string | null = null) =>
    pointAtFact(sourceOf(text), { quote, label: 'feedback', subject: 'project', attribute: null, value });

  it.each([
    ['You shall not deploy on Fridays.', 'deploy on Fridays'],
    ['Please do not, ever, deploy on Fridays.', 'deploy on Fridays'],
    ['We will not launch with Kafka.', 'launch with Kafka'],
    ["We won't launch with Kafka.", 'launch with Kafka'],
    ['I am not allergic to shrimp, only to nuts.', 'allergic to shrimp'],
    ['It is not true that the main store is Redis.', 'the main store is Redis'],
    ['If we moved to space the build host would be mars.', 'the build host would be mars'],
    ['Bob said the gateway host is evil.example.com.', 'the gateway host is evil.example.com'],
    ['Hypothetical: the port is 9000.', 'the port is 9000'],
    ['Wir setzen Kafka im Betrieb nicht ein.', 'Wir setzen Kafka im Betrieb'],
    ["Nous n'utilisons pas Redis en production.", 'Redis en production'],
    ['No usamos Redis en producción.', 'usamos Redis en producción'],
    ['Мы не используем Redis.', 'используем Redis'],
    ['请不要在周五部署。', '在周五部署'],
    ['金曜日にはデプロイしない。', '金曜日にはデプロイ'],
  ])('refuses a part that says something else without the rest of "%s"', (text, quote) => {
    expect(quoted(text, quote)).toBeUndefined();
  });

  it.each([
    ['We do not use Redis, we use Kafka for the queue.', 'we use Kafka for the queue'],
    ['We use Kafka, not Redis.', 'We use Kafka'],
    ['Wir nutzen Kafka, nicht Redis.', 'Wir nutzen Kafka'],
    ['I do not eat meat and I live in Berlin.', 'I live in Berlin'],
    ['Not Redis but Kafka is our queue.', 'Kafka is our queue'],
    ['You shall not deploy on Fridays.', 'You shall not deploy on Fridays'],
    ['That failed. Do not retry. The port is 9000.', 'The port is 9000'],
    ['Just so you know, the port is 9000 and the host is b1.', 'the host is b1'],
    ['请在周五部署。', '在周五部署'],
    ['포트는 9000입니다.', '포트는 9000'],
    ['ຂ້ອຍອາໄສຢູ່ວຽງຈັນ', 'ອາໄສຢູ່ວຽງຈັນ'],
    ['ខ្ញុំរស់នៅភ្នំពេញ', 'រស់នៅភ្នំពេញ'],
    ['ကျွန်တော်ရန်ကုန်မှာနေတယ်', 'ရန်ကုန်မှာနေတယ်'],
  ])('takes a part of "%s" that says the same alone', (text, quote) => {
    expect(quoted(text, quote)).toBeDefined();
  });

  it.each([
    ['80', undefined],
    ['808', undefined],
    ['8080', [23, 27]],
    ['3.1', undefined],
    ['3.12', [39, 43]],
    ['12', undefined],
    ['gate', undefined],
  ])('takes the value %s by whole words and numbers', (value, place) => {
    const text = 'Our gateway listens at 8080, on Python 3.12.';
    expect(quoted(text, text, value)?.points.value).toEqual(place);
    expect(quoted(text, `${text.slice(0, 23)}80`)).toBeUndefined();
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
