import { describe, expect, it } from 'vitest';
import { takesUp } from './opening-words.ts';

describe('the first word of a message', () => {
  it.each([
    'Thanks, that helps',
    'Ok, and the roof?',
    "That's odd",
    '"So what now?"',
    'Danke dir',
    "C'est bon",
    'Да, верно',
    '好的，谢谢',
    '...',
  ])('takes up what was said in %j', (text) => expect(takesUp(text)).toBe(true));

  it.each(['I am planning a trip', 'My neighbour Ines', 'Ich plane eine Reise', 'Je prépare un voyage', '我在计划旅行'])(
    'opens a matter in %j',
    (text) => expect(takesUp(text)).toBe(false),
  );
});
