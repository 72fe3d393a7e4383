import { describe, expect, it } from 'vitest';
import { HAYSTACK_LABELS, inventedBeam, inventedLocomo, inventedLongMemEval } from '../../testing/invented-conversations.ts';
import { DataSetFormError } from './json-fields.ts';
import { readBeam } from './read-beam.ts';
import { readDate } from './read-date.ts';
import { readLocomo } from './read-locomo.ts';
import { readLongMemEval } from './read-longmemeval.ts';
import { repairEvidence, sourceIds } from './repair-evidence.ts';

describe('evidence', () => {
  it.each([
    [['D1:3'], ['D1:3']],
    [['D4:4; D4:9'], ['D4:4', 'D4:9']],
    [
      ['D1:3 D1:5', 'D1:3'],
      ['D1:3', 'D1:5'],
    ],
    [['D:12:20'], ['D12:20']],
    [['D20:03'], ['D20:3']],
    [['D', '', 'E1:2', 'D1:'], []],
  ])('%j is repaired to %j', (written, ids) => {
    expect(repairEvidence(written)).toEqual(ids);
  });

  it('of messages may stand in a list, in a record of lists, or be missing', () => {
    expect(sourceIds([4, 60, 4])).toEqual(['4', '60']);
    expect(sourceIds({ first: [58], second: [24, 58] })).toEqual(['58', '24']);
    expect(sourceIds(undefined)).toEqual([]);
  });
});

it.each([
  ['7:05 pm on 3 May, 2031', Date.UTC(2031, 4, 3, 19, 5)],
  ['12:05 am on 3 May, 2031', Date.UTC(2031, 4, 3, 0, 5)],
  ['May-03-2031', Date.UTC(2031, 4, 3)],
  ['2031/05/03 (Sat) 19:05', Date.UTC(2031, 4, 3, 19, 5)],
  ['some day', undefined],
  ['Foo-15-2031', undefined],
])('the date %j', (text, time) => {
  expect(readDate(text)).toBe(time);
});

describe('LoCoMo', () => {
  const set = readLocomo(inventedLocomo());

  it('keeps every turn with its speaker, date and caption, and leaves sessions without turns out', () => {
    const [store] = set.stores;
    expect(store!.sessions.map(({ name, units }) => [name, units.length])).toEqual([
      ['session-1', 4],
      ['session-2', 2],
    ]);
    expect(store!.sessions[0]!.events[1]).toEqual({
      kind: 'user_message',
      text: 'Lovely. My kiln cracked again, so no pots for the fair. (a photo of a brick oven)',
      meta: { agent: 'Osgood' },
      occurredAt: Date.UTC(2031, 4, 3, 0, 5),
    });
  });

  it('asks every question whose repaired evidence is not empty, in its own conversation', () => {
    expect(set.questions.map(({ id, store }) => [id, store])).toEqual([
      ['conv-a:1', 'conv-a'],
      ['conv-a:2', 'conv-a'],
      ['conv-a:3', 'conv-a'],
      ['conv-b:1', 'conv-b'],
    ]);
    expect(set.withoutEvidence).toBe(1);
    expect(set.labels.get('conv-a:1')).toEqual({
      category: '1 multi-hop',
      units: ['D1:4', 'D2:1'],
      sessions: ['session-1', 'session-2'],
      abstention: false,
    });
    expect(set.labels.get('conv-a:3')!.units).toEqual(['D1:2']);
  });
});

describe('LongMemEval', () => {
  const set = readLongMemEval(inventedLongMemEval());

  it('names sessions after their place, for their ids tell the answer', () => {
    expect(JSON.stringify(set.stores)).not.toContain('answer');
    expect(set.labels.get('q1')).toEqual({ category: HAYSTACK_LABELS.type, units: ['2:1'], sessions: ['session-2'], abstention: false });
    expect(set.labels.get('q2_abs')!.abstention).toBe(true);
  });
});

describe('BEAM', () => {
  const set = readBeam(inventedBeam());

  it('takes messages by id, batches as sessions, the anchor as the date of what follows', () => {
    expect(set.stores[0]!.sessions.map(({ units }) => units)).toEqual([
      ['0', '1'],
      ['2', '3'],
    ]);
    expect(set.stores[0]!.sessions[1]!.events[1]).toEqual({ kind: 'agent_message', text: 'Corrected.', occurredAt: Date.UTC(2031, 5, 4) });
  });

  it('asks what names its sources, and apart from it what is to be abstained from', () => {
    expect([...set.labels.values()].map(({ category, units, abstention }) => [category, units, abstention])).toEqual([
      ['contradiction_resolution', ['0', '2'], false],
      ['information_extraction', ['1'], false],
      ['abstention', [], true],
    ]);
    expect(set.withoutEvidence).toBe(1);
  });
});

it.each([[{}], [[{ sample_id: 'x' }]], [[1]]])('%j is not of the form', (json) => {
  expect(() => readLocomo(json)).toThrow(DataSetFormError);
});
