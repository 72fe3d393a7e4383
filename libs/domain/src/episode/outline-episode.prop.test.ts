import fc from 'fast-check';
import { expect, it } from 'vitest';
import { labelWords } from './label-words.ts';
import { outlineEpisode, type OutlinedEvent } from './outline-episode.ts';

const piece = fc.constantFrom(
  'The crane stops.',
  '{"a":[1,2]}',
  '```\ncode here now\n```',
  '<b>',
  'Why is that so?',
  '\n',
  '- an item of three',
  '起重机停在北码头。',
  '40 tons',
  'x'.repeat(90),
  'Error: it broke',
  '\\u0000',
  '😀',
);
const event = fc.record({
  kind: fc.constantFrom('user_message', 'agent_message', 'decision', 'tool_result', 'tool_call'),
  text: fc.array(fc.oneof(piece, fc.string()), { maxLength: 8 }).map((parts) => parts.join(' ')),
});
const episode = fc.array(event, { maxLength: 20 }).map((all) =>
  all.map(({ kind, text }, at): OutlinedEvent => {
    const base = { eventId: `e${at}`, kind, text } as const;
    return kind === 'tool_call' ? { ...base, text: '', call: { id: 'c', name: 'run', arguments: text } } : base;
  }),
);
const spaceless = (text: string): string => text.replaceAll(/[\s*]+/g, '');

it('an outline is at most five lines, each of an event and in its words, whatever these are', () => {
  fc.assert(
    fc.property(episode, (events) => {
      const lines = outlineEpisode(events);
      expect(lines.length).toBeLessThanOrEqual(5);
      const byId = new Map(events.map((one) => [one.eventId, one]));
      for (const { part, text, eventId } of lines) {
        expect(text).not.toBe('');
        expect(text).not.toContain('\n');
        const own = byId.get(eventId)!;
        if (part === 'did') expect(own.kind).toBe('tool_call');
        else if (part !== 'failed') expect(spaceless(own.text)).toContain(spaceless(text));
      }
      expect(outlineEpisode(events)).toEqual(lines);
    }),
  );
});

it('labels are words of the texts, each once', () => {
  fc.assert(
    fc.property(episode, (events) => {
      const words = labelWords(events, 6);
      expect(words.length).toBeLessThanOrEqual(6);
      expect(new Set(words.map((word) => word.toLowerCase())).size).toBe(words.length);
      const texts = events.map(({ text }) => text.replaceAll(/\s+/g, ' '));
      for (const word of words) expect(texts.some((text) => text.includes(word) || text.replaceAll('**', '').includes(word))).toBe(true);
    }),
  );
});
