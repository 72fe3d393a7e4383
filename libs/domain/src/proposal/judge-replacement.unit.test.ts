import { describe, expect, it } from 'vitest';
import type { FactSource, StatedFact } from '../fact/stated-fact.ts';
import { replacementProblem, type StatedUnit } from './judge-replacement.ts';

interface Sketch {
  readonly says: string;
  readonly value: string;
  readonly at: number;
  readonly attribute?: string;
  readonly unit?: Partial<StatedUnit['unit']>;
  readonly source?: Partial<FactSource>;
}

function stated({ says, value, at, attribute, unit, source }: Sketch): StatedUnit {
  const id = `E${at}.0`;
  const event: FactSource = {
    eventId: `E${at}`,
    session: 'run-1',
    ordinal: at,
    kind: 'user_message',
    occurredAt: at,
    text: says,
    ...source,
  };
  const fact: StatedFact = {
    label: 'user',
    subject: 'user',
    value,
    from: 0,
    to: says.length,
    kind: 'value',
    ...(attribute && { attribute }),
  };
  return {
    stated: fact,
    source: event,
    unit: {
      id,
      label: 'user',
      key: 'k',
      subject: 's',
      evidence: [{ eventId: event.eventId, session: event.session, from: 0, to: says.length, at }],
      knownAt: at,
      byPerson: false,
      status: { is: 'current' },
      ...unit,
    },
  };
}

const rent = (changes: Partial<Sketch> = {}) => stated({ says: 'I pay 900 for my rent', value: '900', at: 1, ...changes });
const later = (changes: Partial<Sketch> = {}) => stated({ says: 'The rent went up to 950', value: '950', at: 2, ...changes });

describe('replacementProblem', () => {
  it('allows a later statement about the same thing', () => {
    expect(replacementProblem(rent(), later())).toBeUndefined();
    const home = { attribute: 'home' };
    expect(
      replacementProblem(
        rent({ says: 'Paris it is', value: 'Paris', ...home }),
        later({ says: 'We moved to Bonn', value: 'Bonn', ...home }),
      ),
    ).toBeUndefined();
  });

  it.each<[string, StatedUnit, StatedUnit, string]>([
    ['an older statement', rent({ at: 3 }), later(), 'APPLICABLE_FAIL'],
    [
      'one that was said again since',
      rent({ unit: { evidence: [1, 9].map((at) => ({ eventId: `E${at}`, session: 'run-1', from: 0, to: 4, at })) } }),
      later(),
      'APPLICABLE_FAIL',
    ],
    ['a decision of a person', rent({ unit: { byPerson: true } }), later(), 'APPLICABLE_FAIL'],
    ['what does not hold', rent({ unit: { status: { is: 'tombstoned', at: 5, withholds: true } } }), later(), 'APPLICABLE_FAIL'],
    ["another's fact", rent({ unit: { audience: 'a' } }), later({ unit: { audience: 'b' } }), 'VISIBILITY_FAIL'],
    ['a private fact by a public one', rent({ unit: { audience: 'a' } }), later(), 'VISIBILITY_FAIL'],
    ['what was announced for a day to come', rent({ unit: { validFrom: 99 } }), later(), 'APPLICABLE_FAIL'],
    ['another subject', rent(), later({ unit: { subject: 'other' } }), 'NORM_FILTER'],
    ['another label', rent(), later({ unit: { label: 'project' } }), 'NORM_FILTER'],
    ["a person's words by an agent's", rent(), later({ source: { kind: 'agent_message' } }), 'NORM_FILTER'],
    ["a person's words by another's", rent({ source: { agent: 'Ana' } }), later({ source: { agent: 'Ben' } }), 'NORM_FILTER'],
    ['another thing', rent(), later({ says: 'My shoes cost 950' }), 'NORM_FILTER'],
    [
      'a thing of another name that shares a word',
      rent({ says: 'The gateway host is b1', value: 'b1', attribute: 'gateway host' }),
      later({ says: 'The build host is b2', value: 'b2', attribute: 'build host' }),
      'NORM_FILTER',
    ],
    ['another known attribute', rent({ attribute: 'home' }), later({ attribute: 'employer' }), 'NORM_FILTER'],
    ['only equal values', rent({ value: '900' }), later({ says: 'I paid 900 yesterday', value: '900' }), 'NORM_FILTER'],
    ['itself', rent(), rent(), 'ARITY_FAIL'],
  ])('refuses to replace %s', (_name, earlier, now, code) => {
    expect(replacementProblem(earlier, now)).toBe(code);
  });

  it('takes one name in fewer words', () => {
    const earlier = rent({ attribute: 'monthly rents' });
    expect(replacementProblem(earlier, later({ attribute: 'rent' }))).toBeUndefined();
    expect(replacementProblem(earlier, later())).toBeUndefined();
  });

  it('takes the order of a session where two statements came at one time', () => {
    const [first, second] = [rent({ source: { ordinal: 1 } }), later({ at: 1, source: { ordinal: 2 }, unit: { id: 'E0.0' } })];
    expect(replacementProblem(first, second)).toBeUndefined();
    expect(replacementProblem(second, first)).toBe('APPLICABLE_FAIL');
  });
});
