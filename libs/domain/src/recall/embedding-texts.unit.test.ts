import { describe, expect, it } from 'vitest';
import type { EventBody } from '../event/event-body.ts';
import { takeSteps } from '../text/take-steps.ts';
import { embeddingSteps, textBefore } from './embedding-texts.ts';

const limits = { passageChars: 400, maxPassages: 100, maxParts: 3 };
const entry = (text: string, body: Partial<EventBody> = {}) => ({ body: { text, meta: {}, ...body }, fullText: text });

const embeddingTexts = (...given: Parameters<typeof embeddingSteps>) => takeSteps(embeddingSteps(...given));

describe('embeddingSteps', () => {
  it('is the speaker and the text, of a call its name and arguments; nothing of an empty event or a compaction', () => {
    expect(embeddingTexts('user_message', entry('The kite tore.', { meta: { agent: 'Oriel' } }), limits)).toEqual([
      { part: 1, text: 'Oriel: The kite tore.', lineStarts: [7] },
    ]);
    expect(embeddingTexts('decision', entry('Pin it.'), limits)).toEqual([{ part: 1, text: 'decision: Pin it.', lineStarts: [10] }]);
    const call = { id: 'c', name: 'read', arguments: '{"path":"a/b/c/sail.ts"}' };
    expect(embeddingTexts('tool_call', entry('', { call }), limits)[0]!.text).toBe('read b/c/sail.ts: read({"path":"a/b/c/sail.ts"})');
    expect(embeddingTexts('user_message', entry(' \n'), limits)).toEqual([]);
    expect(embeddingTexts('compaction', entry('span'), limits)).toEqual([]);
  });

  it('says before each passage what it belongs to, and where its lines begin', () => {
    const text = `function hoist(sail) {\n${'  raise(sail);\n'.repeat(60)}}\n`;
    const [first, second] = embeddingTexts('tool_result', entry(text, { call: { id: 'c', name: 'read' } }), limits, {
      call: 'read sail.ts',
    });
    expect(first!.text.startsWith('read sail.ts: function hoist')).toBe(true);
    expect(second!.text.startsWith('read sail.ts > function hoist(sail) {:   raise')).toBe(true);
    for (const { text: whole, lineStarts } of [first!, second!])
      expect(lineStarts.slice(1).every((at) => whole[at - 1] === '\n')).toBe(true);
  });

  it('reads a short text with what stands before it, a long one alone', () => {
    const before = { before: 'When did it tear?' };
    expect(embeddingTexts('agent_message', entry('Since noon.'), limits, before)[0]).toMatchObject(before);
    const [long] = embeddingTexts('agent_message', entry('The boat went out again. '.repeat(20)), limits, before);
    expect(long).not.toHaveProperty('before');
  });

  it('takes the end of a message, with its speaker where it is short', () => {
    expect(textBefore('user_message', entry('Did it tear? ', { meta: { agent: 'Oriel' } }))).toBe('Oriel: Did it tear?');
    const end = textBefore('agent_message', entry(`${'The boat went out. '.repeat(40)}Did it tear?`));
    expect(end).toHaveLength(250);
    expect(end).toMatch(/out\. Did it tear\?$/);
  });

  it('takes the passages of the index, of many the first, the last and some between', () => {
    const parts = embeddingTexts('agent_message', entry('The boat went out before the rain came in from the west. '.repeat(100)), limits);
    expect(parts).toHaveLength(3);
    expect(parts[0]!.part).toBe(1);
    expect(parts[2]!.part).toBeGreaterThan(12);
  });
});
