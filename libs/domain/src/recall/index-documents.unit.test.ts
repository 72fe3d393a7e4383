import { describe, expect, it } from 'vitest';
import { createAnalyser } from './analyse-text.ts';
import { documentSteps, indexDocuments } from './index-documents.ts';
import { utf8Length } from './passages/utf8-length.ts';
import { ENGLISH_STOP_WORDS } from './stop-words.ts';
import { agentTerm } from './term-encoding.ts';

const analyser = createAnalyser({ stem: (word) => word, stopWords: ENGLISH_STOP_WORDS });
const limits = { passageChars: 200, maxPassages: 16 };
const documents = (text: string, agent?: string) =>
  indexDocuments('agent_message', { fullText: text, body: { text, meta: agent === undefined ? {} : { agent } } }, analyser, limits);

describe('the steps of indexing a text', () => {
  it.each(['\n', 'a,b\n', 'The crane swung. '])('are as small for short lines as for long ones: %j', (unit) => {
    const text = unit.repeat(40_000 / unit.length);
    let analysed = 0;
    const counting = { analyse: (part: string) => ((analysed += part.length), analyser.analyse(part)) };
    const content = { fullText: text, body: { text, meta: {} } };
    const seen: number[] = [];
    for (const chars of documentSteps('agent_message', content, counting, { passageChars: 200, maxPassages: 4_000 })) seen.push(chars);
    expect(seen.reduce((sum, chars) => sum + chars, 0)).toBe(text.length);
    expect(Math.max(...seen)).toBeLessThanOrEqual(250);
    expect(analysed).toBeGreaterThanOrEqual(text.length);
  });
});

describe('indexDocuments', () => {
  it('lets an event be found by the name of who speaks, apart from the same word in a text', () => {
    const [mine] = documents('The lamp is lit.', 'Oriel Quay');
    const [named] = documents('Oriel lit the lamp.', 'Tobin');
    expect(mine!.terms).toEqual(expect.arrayContaining(['lamp', 'oriel', 'quay', agentTerm('oriel'), agentTerm('quay')]));
    expect(named!.terms).toContain('oriel');
    expect(named!.terms).not.toContain(agentTerm('oriel'));
  });

  it('puts the header and the name of who speaks with each passage of a long event, and has no document of the whole', () => {
    const passages = documents('The crane swung over the northern pier. '.repeat(30), 'Tobin');
    expect(passages.map(({ part }) => part)).toEqual(passages.map((_, at) => at + 1));
    expect(passages.length).toBeGreaterThan(3);
    for (const { terms } of passages) expect(terms).toEqual(expect.arrayContaining(['tobin', agentTerm('tobin'), 'crane']));
  });

  it('gives ranges of UTF-8 bytes of the whole text, a short event included', () => {
    const text = 'Zwölf Krähen über dem Hafen. 東京の港。 '.repeat(20);
    const ranges = documents(text).map(({ passage }) => [passage.fromByte, passage.toByte]);
    expect(ranges.slice(1).map(([from]) => from)).toEqual(ranges.slice(0, -1).map(([, to]) => to));
    expect([ranges[0]![0], ranges.at(-1)![1]]).toEqual([0, utf8Length(text)]);
    expect(documents('Krähe')).toMatchObject([{ part: 1, passage: { fromByte: 0, toByte: 6 } }]);
  });

  it('finds a result by what its call said', () => {
    const content = { fullText: 'depth: 4', body: { text: 'depth: 4', meta: {}, call: { id: 'c', name: 'sound' } } };
    const [document] = indexDocuments('tool_result', content, analyser, limits, 'sound north/pier.md');
    expect(document!.terms).toEqual(expect.arrayContaining(['sound', 'pier', 'depth']));
  });

  it('gives no term of an agent where none is set', () => {
    expect(documents('w_lamp _wlamp __w')[0]!.terms.some((term) => term.startsWith('_w'))).toBe(false);
  });
});
