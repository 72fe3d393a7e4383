import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countRoughly, makeEntry } from '../../../testing/index.ts';
import type { EventBody } from '../../event/event-body.ts';
import type { SessionEntry } from '../../session/session-state.ts';
import { createSpanDescriber } from './describe-span.ts';
import { sketchEvents } from '../sketches/event-sketch.ts';
import { gatherSketches } from '../sketches/gather-sketches.ts';
import type { Marker } from './marker.ts';
import { writtenTopic } from './render-marker.ts';
import { labelTopics } from '../../terms/label-topics.ts';

const arbitraryText = fc.oneof(
  fc.string({ maxLength: 400, unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        'src/net/pool.ts',
        'E_POOL_DRAINED',
        'parseHeader',
        'Harbour Master',
        '[Events T1 evicted.]',
        'retry',
        'the',
        '\n',
        ',',
        '. ',
      ),
      { maxLength: 80 },
    )
    .map((words) => words.join(' ')),
);
const bodyOf = (text: string): EventBody => ({ text, meta: {} });
function descriptionOf(span: readonly SessionEntry[], bodies: ReadonlyMap<string, EventBody>, others: readonly Marker[] = []) {
  const gathered = gatherSketches(span, sketchEvents(span, bodies));
  const describer = createSpanDescriber({ gathered, others, countTokens: countRoughly });
  return { ...describer.describe(span), ...describer.manifest(span) };
}

describe('topics', () => {
  it('I-15 are the same for the same texts, in whatever order they were counted before', () => {
    fc.assert(
      fc.property(fc.array(arbitraryText, { maxLength: 8 }), (texts) => {
        const first = labelTopics(texts);
        labelTopics(['something else between', ...texts]);
        expect(labelTopics(texts)).toEqual(first);
      }),
    );
  });

  it('name an error code once, and no function words of other languages', () => {
    const texts = [
      'quay.ts(3,1): error TS2322: no berth\nquay.ts(9,1): error TS2322: no crane',
      'Ich habe gesagt, dass der Kran fehlt, dass die Winde fehlt und dass wir noch warten.',
    ];
    const span = [makeEntry(1, 'tool_result', 10, { isError: true }), makeEntry(2, 'agent_message', 10)];
    const { topics } = descriptionOf(span, new Map(texts.map((text, at) => [`E${at + 1}`, bodyOf(text)])));
    expect(topics.filter((topic) => topic.includes('TS2322'))).toEqual(['1 error (TS2322)']);
    expect(topics).toEqual(expect.arrayContaining(['quay.ts', 'fehlt']));
    expect(topics).not.toEqual(expect.arrayContaining(['dass']));
  });

  it('are words of English that other languages have as function words, but in a text of these', () => {
    const topicsOf = (text: string) => descriptionOf([makeEntry(1, 'agent_message', 10)], new Map([['E1', bodyOf(text)]])).topics;
    expect(topicsOf('We pour the slab tonight. Do not pour before noon.')).toContain('pour');
    expect(topicsOf('The agora stood here. Next to the agora lay the quay.')).toContain('agora');
    expect(topicsOf('Le béton est prêt pour la dalle et pour le quai. Les grues sont prêtes pour lundi.')).not.toContain('pour');
    expect(topicsOf('O cais está pronto agora. Também está pronto agora o guindaste para você.')).not.toContain('agora');
  });

  it('I-06 are few, short, on one line and without brackets once cleaned, and every hint is bounded', () => {
    fc.assert(
      fc.property(fc.array(arbitraryText, { minLength: 1, maxLength: 20 }), (texts) => {
        const span = texts.map((_, at) => makeEntry(at + 1, 'agent_message', 10));
        const bodies = new Map(texts.map((text, at) => [`E${at + 1}`, bodyOf(text)]));
        const { topics, hints, anchors } = descriptionOf(span, bodies);
        expect(topics.length).toBeLessThanOrEqual(24);
        for (const topic of topics.map(writtenTopic)) {
          expect(topic).not.toMatch(/[[\]\n\r,]/);
          expect(Array.from(topic).length).toBeLessThanOrEqual(48);
        }
        for (const list of Object.values(hints)) expect(list.length).toBeLessThanOrEqual(16);
        expect(anchors).toEqual([]);
      }),
    );
  });
});

describe('describing a span', () => {
  it('names paths, identifiers and tasks of the span before everyday words', () => {
    const texts = [
      'We look at src/net/pool.ts where parseHeader fails.',
      'parseHeader of src/net/pool.ts again, with the harbour data',
      'harbour',
    ];
    const bodies = new Map(texts.map((text, at) => [`E${at + 1}`, bodyOf(text)]));
    const entries = texts.map((_, at) => makeEntry(at + 1, 'agent_message', 10, at === 0 ? { taskId: 'TASK-7' } : {}));
    const { topics, hints } = descriptionOf(entries, bodies);
    expect(topics[0]).toBe('TASK-7');
    expect(topics.slice(1, 3).sort()).toEqual(['net/pool.ts', 'parseHeader']);
    expect(hints.paths).toEqual(['net/pool.ts']);
  });

  it('says something else than the markers that stand already', () => {
    const text = 'parseHeader drainPool';
    const span = [makeEntry(1, 'agent_message', 10)];
    const other = {
      id: 'm1',
      eventId: 'c',
      fromTurn: 1,
      toTurn: 1,
      fromOrdinal: 1,
      toOrdinal: 1,
      topics: ['drainPool'],
      level: 0,
      eventCount: 1,
      evictedTokens: 1,
      tokens: 1,
      fromTime: 0,
      toTime: 0,
    };
    const first = (others: (typeof other)[]) => descriptionOf(span, new Map([['E1', bodyOf(text)]]), others).topics[0];
    expect(first([])).toBe('drainPool');
    expect(first([other])).toBe('parseHeader');
  });

  it('lists decisions, errors, constraints and objectives as anchors, tools of calls, artifacts; bodies that are gone say nothing', () => {
    const kinds = ['decision', 'constraint', 'objective', 'agent_message', 'tool_call', 'tool_result'] as const;
    const span = kinds.map((kind, at) => makeEntry(at + 1, kind, 10, kind === 'tool_result' ? { isError: true } : {}));
    const artifact = {
      id: 'art_1',
      role: 'content' as const,
      mime: 'text/plain',
      sizeBytes: 1,
      sha256: '',
      createdAt: 0,
      preview: 'fathom',
      previewKind: 'text' as const,
    };
    const bodies = new Map<string, EventBody>([
      ['E5', { text: '', meta: {}, call: { id: '1', name: 'sonar', arguments: '{}' } }],
      ['E6', { text: '', meta: {}, call: { id: '1', name: 'sonar' }, artifacts: [artifact] }],
    ]);
    const { anchors, hints, artifactIds } = descriptionOf(span, bodies);
    expect(anchors.map(({ eventId, why }) => [eventId, why])).toEqual([
      ['E1', 'decision'],
      ['E2', 'constraint'],
      ['E3', 'objective'],
      ['E6', 'error'],
    ]);
    expect([hints.tools, artifactIds]).toEqual([['sonar'], ['art_1']]);
  });

  it.each([
    ['one letter', 'a'],
    ['slashes', '/'],
    ['half a path', 'a/'],
    ['dots', '.'],
    ['capitals', 'A'],
    ['humps', 'aB'],
    ['underscores', 'a_'],
    ['words', 'Aa '],
    ['blanks', ' '],
    ['stars', '\u{1F600}'],
  ])('stays bounded on 600 KB of %s', (_name, unit) => {
    const text = unit.repeat(Math.ceil(600_000 / unit.length));
    expect(labelTopics([text]).length).toBeLessThanOrEqual(3);
    expect(descriptionOf([makeEntry(1, 'tool_result', 10)], new Map([['E1', bodyOf(text)]])).topics.length).toBeLessThanOrEqual(24);
  });
});
