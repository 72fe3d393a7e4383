import { describe, expect, it } from 'vitest';
import { createAnalyser } from './analyse-text.ts';
import { indexDocuments } from './index-documents.ts';
import { ENGLISH_STOP_WORDS } from './stop-words.ts';
import { agentTerm } from './term-encoding.ts';

const analyser = createAnalyser({ stem: (word) => word, stopWords: ENGLISH_STOP_WORDS });
const limits = { passageChars: 200, maxPassages: 16 };
const documents = (text: string, agent?: string) =>
  indexDocuments('agent_message', { fullText: text, body: { text, meta: agent === undefined ? {} : { agent } } }, analyser, limits);

describe('indexDocuments', () => {
  it('lets an event be found by the name of who speaks, apart from the same word in a text', () => {
    const [mine] = documents('The lamp is lit.', 'Oriel Quay');
    const [named] = documents('Oriel lit the lamp.', 'Tobin');
    expect(mine!.terms).toEqual(expect.arrayContaining(['lamp', 'oriel', 'quay', agentTerm('oriel'), agentTerm('quay')]));
    expect(named!.terms).toContain('oriel');
    expect(named!.terms).not.toContain(agentTerm('oriel'));
  });

  it('keeps the name of a long event with the event as a whole', () => {
    const [whole, ...passages] = documents('The crane swung over the northern pier. '.repeat(30), 'Tobin');
    expect(passages.length).toBeGreaterThan(1);
    expect(whole!.terms).toContain(agentTerm('tobin'));
    expect(passages.some(({ terms }) => terms.includes(agentTerm('tobin')))).toBe(false);
  });

  it('gives no term of an agent where none is set', () => {
    expect(documents('w_lamp _wlamp __w')[0]!.terms.some((term) => term.startsWith('_w'))).toBe(false);
  });
});
