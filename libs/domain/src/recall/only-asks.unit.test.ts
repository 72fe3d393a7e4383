import { describe, expect, it } from 'vitest';
import { onlyAnnounces, onlyAsks } from './only-asks.ts';

describe('a message that only asks', () => {
  it.each([
    'Where did you put the keys?',
    'Hey Kim! Long time! How was the trip?',
    'Wow! Which colour did you take?\n\nAnd why?',
    'Thanks a lot! What is next?',
    '"Is it done?"',
    'Wo hast du den Schlüssel hingelegt?',
    '¿Dónde está la llave? ¡Gracias!',
    '鍵はどこですか？',
    'أين المفتاح؟',
  ])('%s', (text) => expect(onlyAsks(text)).toBe(true));

  it.each([
    ['a statement beside the question', 'I put them on the shelf. Is that fine?'],
    ['a question that tells what it is about', 'I moved to Oslo in May and have no dentist yet, can you find one near the harbour for us?'],
    ['a short answer', 'On the shelf.'],
    ['a number in a short remark', 'Around 40. Why?'],
    ['no sentence', ''],
    ['what holds no words', '???'],
    ['a statement in Japanese beside the question', '鍵は台所の棚の上に置きました。見つかりましたか？'],
    ['a query string at the end of a statement', 'The page is at https://example.org/list?page=two and nowhere else.'],
    ['a long message', `${'Is it this one? '.repeat(60)}`],
  ])('is not %s', (_, text) => expect(onlyAsks(text)).toBe(false));
});

describe('a message among people that only asks', () => {
  it.each(['Wow, that boat looks so good, Kim! How long did it take you?', 'Das ist ja ein tolles Boot! Wie lange hat es gedauert?'])(
    'may praise: %s',
    (text) => {
      expect(onlyAsks(text, true)).toBe(true);
      expect(onlyAsks(text)).toBe(false);
    },
  );

  it.each([
    ['news of the speaker', 'I finally got the berth! Can you believe it?'],
    ['a long exclamation', 'The harbour master gave the last berth to the ferry this morning! Did you know?'],
    ['a number', 'That boat is 40 years old now! Do you like it?'],
    ['an exclamation in a language that leaves the speaker to the verb', '¡Por fin vendí el barco azul! ¿Te lo crees?'],
  ])('has no %s', (_what, text) => expect(onlyAsks(text, true)).toBe(false));
});

describe('a message that only announces', () => {
  it.each([
    'Now the tests of the parser:',
    'Good question! Let me check what happens:',
    'Jetzt die Tests:',
    '次にテストを書きます：',
    '**Next, the config:**',
  ])('%s', (text) => expect(onlyAnnounces(text)).toBe(true));

  it.each([
    ['what came of it', 'The parser is fixed and all tests pass.'],
    ['a number', 'The port is 8421, so the next command is:'],
    ['a cause before it', 'The hook runs before the files are staged. Let me fix it:'],
    ['a cause in it', 'The test passes a colour by its name where the function takes an object of three channels, so this is the fix:'],
    ['several paragraphs', 'The cache was stale.\n\nNow the tests:'],
    ['a long text', `${'The hook ran before the files were staged, so it saw nothing. '.repeat(5)}Now the tests:`],
    ['a colon within', 'Cause: the hook ran too early.'],
  ])('is not %s', (_what, text) => expect(onlyAnnounces(text)).toBe(false));
});
