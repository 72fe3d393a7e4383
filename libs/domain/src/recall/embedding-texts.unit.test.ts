import { describe, expect, it } from 'vitest';
import type { EventBody } from '../event/event-body.ts';
import { embeddingTexts, isSpoken, textBefore } from './embedding-texts.ts';

const limits = { passageChars: 900, maxPassages: 100, maxParts: 3 };
const entry = (text: string, meta: EventBody['meta'] = {}) => ({ body: { text, meta }, fullText: text });

describe('embeddingTexts', () => {
  it('is the speaker and the text; nothing of a call or of an empty event', () => {
    expect(embeddingTexts('user_message', entry('The kite tore.', { agent: 'Oriel' }), limits)).toEqual([
      { part: 0, chunks: ['Oriel: The kite tore.'] },
    ]);
    expect(embeddingTexts('decision', entry('Pin it.'), limits)).toEqual([{ part: 0, chunks: ['Pin it.'] }]);
    expect(embeddingTexts('tool_call', entry('ls'), limits)).toEqual([]);
    expect(embeddingTexts('user_message', entry(' \n'), limits)).toEqual([]);
  });

  it('reads a short text with what stands before it, a long one alone', () => {
    expect(embeddingTexts('agent_message', entry('Since noon.'), limits, 'When did it tear?')).toEqual([
      { part: 0, chunks: ['Since noon.'], before: 'When did it tear?' },
    ]);
    const [long] = embeddingTexts('agent_message', entry('The boat went out again. '.repeat(20)), limits, 'When did it tear?');
    expect(long).not.toHaveProperty('before');
  });

  it('takes the end of a message, with its speaker where it is short, and of messages only', () => {
    expect(textBefore('user_message', entry('Did it tear? ', { agent: 'Oriel' }))).toBe('Oriel: Did it tear?');
    const end = textBefore('agent_message', entry(`${'The boat went out. '.repeat(40)}Did it tear?`));
    expect(end).toHaveLength(250);
    expect(end).toMatch(/out\. Did it tear\?$/);
    expect((['user_message', 'agent_message', 'tool_result', 'tool_call'] as const).map(isSpoken)).toEqual([true, true, false, false]);
  });

  it('cuts long texts as the index does, within a bound, in chunks of 700 characters at most that end with a sentence', () => {
    const sentence = 'The boat went out before the rain came in from the west. ';
    const parts = embeddingTexts('agent_message', entry(sentence.repeat(200)), limits);
    expect(parts.map(({ part }) => part)).toEqual([1, 7, 13]);
    for (const chunk of parts.flatMap(({ chunks }) => chunks)) {
      expect(chunk.length).toBeLessThanOrEqual(700);
      expect(chunk).toMatch(/west\.$/);
    }
    const [short] = embeddingTexts('agent_message', entry(sentence.repeat(16)), limits);
    expect(short).toMatchObject({ part: 0 });
    expect(short!.chunks.join(' ')).toBe(sentence.repeat(16).trim());
    expect(short!.chunks).toHaveLength(2);
  });
});
