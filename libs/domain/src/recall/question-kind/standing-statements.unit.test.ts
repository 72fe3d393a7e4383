import { describe, expect, it } from 'vitest';
import { standingOf, STANDING_CUES } from './standing-statements.ts';

describe('a standing statement', () => {
  it.each([
    'Never put nuts into a recipe for me.',
    'By default, answer in two sentences.',
    'I have a cat. From now on, use metric units.',
    'Whenever I ask about trains, list the changes too.',
    'Please remember to name the source.',
    'Bitte immer mit Beispiel antworten.',
    'Dorénavant, réponds en français.',
    'A partir de ahora, usa kilómetros.',
    'Ricorda di citare la fonte.',
    'Vanaf nu alles in het Nederlands.',
    'Всегда указывай источник.',
    '今後は敬語で答えてください。',
    '以后都用中文回答。',
  ])('instructs in %j', (text) => {
    expect(standingOf(text)).toBe('instruction');
  });

  it.each([
    'I prefer the window seat.',
    "I'd rather walk than take the lift.",
    'We settled on oak for the floor.',
    'I prefer quiet hotels, can you find one near the lake?',
    "I don't eat fish.",
    'Mir ist der Zug lieber.',
    'Je préfère le thé.',
    'Me gustan los libros cortos.',
    'Мне больше нравится зима.',
    '私は紅茶のほうが好きです。',
  ])('prefers in %j', (text) => {
    expect(standingOf(text)).toBe('preference');
  });

  it.each([
    'The train was late again.',
    'Do you always answer so fast?',
    'Which one should I prefer?',
    'She has never been late, the neighbours say.',
    'Der Zug war zu spät.',
    '',
  ])('is none in %j', (text) => {
    expect(standingOf(text)).toBeUndefined();
  });

  it('is found by words that it holds', () => {
    const cues = new Set(STANDING_CUES);
    for (const text of ['Never use nuts.', 'I prefer tea.', 'Bitte immer kurz.', 'Dorénavant désormais en français.'])
      expect(
        text
          .toLowerCase()
          .match(/\p{L}+/gu)!
          .some((word) => cues.has(word)),
      ).toBe(true);
  });
});
