import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countRoughly, makeEntry } from '../../../testing/index.ts';
import type { EventBody } from '../../event/event-body.ts';
import type { EventKind } from '../../event/event-kind.ts';
import { createSpanDescriber } from '../markers/describe-span.ts';
import { SKETCH_TERMS, sketchEvent, sketchEvents } from './event-sketch.ts';
import { gatherSketches } from './gather-sketches.ts';
import { placeTerms } from '../../terms/placed-terms.ts';

const kind = fc.constantFrom<EventKind>('user_message', 'agent_message', 'tool_call', 'tool_result', 'decision', 'thinking');
const text = fc.oneof(
  fc.string({ maxLength: 300, unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        'src/net/pool.ts',
        'E_POOL_DRAINED',
        'parseHeader',
        'Harbour Master',
        'HX42',
        'PoolV2',
        'retry',
        'Error: no',
        '\n',
        '. ',
      ),
      {
        maxLength: 400,
      },
    )
    .map((words) => words.join(' ')),
);
const event = fc.record({ kind, text });
const bodyOf = (own: { kind: EventKind; text: string }): EventBody =>
  own.kind === 'tool_call' ? { text: '', meta: {}, call: { id: '1', name: 'run', arguments: own.text } } : { text: own.text, meta: {} };

function describeAll(events: readonly { kind: EventKind; text: string }[], erased?: number) {
  const entries = events.map((own, at) => makeEntry(at + 1, own.kind, 10, at === erased ? { state: 'erased' } : {}));
  const sketches = sketchEvents(entries, new Map(events.map((own, at) => [`E${at + 1}`, bodyOf(own)])));
  const describer = createSpanDescriber({ gathered: gatherSketches(entries, sketches), others: [], countTokens: countRoughly });
  return describer.describe(entries);
}

describe('sketches of events', () => {
  it('say nothing of what recall brought back, whatever the kind, and all of a text that a result stands in', () => {
    fc.assert(
      fc.property(event, (own) => {
        const recall = { retrievalId: 'R1', evidence: [], renderingHash: 'ab' };
        expect(sketchEvent(own.kind, { ...bodyOf(own), recall })).toEqual({ terms: [] });
        const around = { ...bodyOf(own), recall: { ...recall, within: [{ from: 0, to: 1 }] } };
        expect(sketchEvent(own.kind, around)).toEqual(sketchEvent(own.kind, bodyOf(own)));
      }),
    );
  });

  it('are bounded, hold each term once, and follow from the event alone', () => {
    fc.assert(
      fc.property(event, (own) => {
        const sketch = sketchEvent(own.kind, bodyOf(own));
        expect(sketch.terms.length).toBeLessThanOrEqual(SKETCH_TERMS);
        expect(new Set(sketch.terms.map(({ term }) => term)).size).toBe(sketch.terms.length);
        for (const { term, times } of sketch.terms) {
          expect(times).toBeGreaterThan(0);
          expect(own.text.toLowerCase()).toContain(term.toLowerCase());
        }
        expect(JSON.stringify(sketch).length).toBeLessThan(40_000);
        expect(sketchEvent(own.kind, bodyOf(own))).toEqual(sketch);
      }),
    );
  });

  it('say nothing of an event that is erased, even where somebody still has its sketch', () => {
    fc.assert(
      fc.property(fc.array(event, { minLength: 1, maxLength: 6 }), fc.nat(5), (events, place) => {
        const erased = place % events.length;
        const emptied = events.map((own, at) => (at === erased ? { ...own, text: '' } : own));
        expect(describeAll(events, erased)).toEqual(describeAll(emptied, erased));
      }),
    );
  });

  it('count a term that reads as an identifier and as a code once', () => {
    const terms = (text: string) => sketchEvent('tool_result', { text, meta: {} }).terms.filter(({ shape }) => shape !== 'words');
    expect(terms('PoolV2 of HX42 and PoolV2')).toEqual([
      { term: 'PoolV2', shape: 'identifiers', times: 2 },
      { term: 'HX42', shape: 'codes', times: 1 },
    ]);
    const { terms: placed } = placeTerms([terms('drain PoolV2'), terms('fill HX42 again')]);
    expect(placed.map(({ term, texts, times }) => [term, texts, times])).toEqual([
      ['PoolV2', 1, 1],
      ['HX42', 1, 1],
    ]);
  });

  it('take the tags of a page for no words of it, and what is written alike in code for some', () => {
    const terms = (text: string): string[] => sketchEvent('tool_result', { text, meta: {} }).terms.map(({ term }) => term);
    const page = '<body class="quayWide">\n<a href="/r/tide?pos=1">see the ledger</a><br/></body>';
    expect(terms(page)).toEqual(['ledger']);
    expect(terms('Map<BerthId, QuayPlan>; <TideTable rows={berths}></TideTable>')).toEqual(
      expect.arrayContaining(['BerthId', 'QuayPlan', 'TideTable', 'berths']),
    );
  });

  it('take the elements that a program puts around its results for no words of them', () => {
    const terms = (text: string): string[] => sketchEvent('tool_result', { text, meta: {} }).terms.map(({ term }) => term);
    expect(terms('<returncode>0</returncode>\n<warp_stdout>sluice</warp_stdout>')).toEqual(['sluice']);
    expect(terms('a Promise<berthId> of <returncode>')).toEqual(expect.arrayContaining(['berthId', 'returncode']));
  });

  it('take components, types and attributes of source for terms, and what people read of a tag', () => {
    const terms = (text: string): string[] => sketchEvent('tool_result', { text, meta: {} }).terms.map(({ term }) => term);
    expect(terms('<Form onSubmit={saveBerth} schema={berthSchema}>x</Form>')).toEqual(
      expect.arrayContaining(['onSubmit', 'saveBerth', 'berthSchema', 'schema']),
    );
    expect(terms('useState<Table>(); <Select options={tideOptions} onChange={pickTide}></Select>')).toEqual(
      expect.arrayContaining(['useState', 'tideOptions', 'pickTide']),
    );
    expect(terms('<button type="submit" onClick={handleQuay}>Moor</button>')).toEqual(expect.arrayContaining(['handleQuay', 'submit']));
    const page = `<img class="wideBox" src="/i/9.png" alt="harbour crane"/><input data-title="innerBox" placeholder='berth'></input>`;
    expect(terms(page).toSorted()).toEqual(['berth', 'crane', 'harbour']);
  });

  it('keep what an event says at its end, and a name that it writes as a word elsewhere is no name', () => {
    const long = `${'harbour basin '.repeat(600)} SluiceGate`;
    expect(sketchEvent('tool_result', { text: long, meta: {} }).terms.map(({ term }) => term)).toContain('SluiceGate');
    const moor = sketchEvent('agent_message', { text: 'we moor, then Moor again, moor and moor', meta: {} });
    expect(moor.terms.map(({ term }) => term)).toEqual(['moor']);
  });
});
