import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { createCountLane } from './count-lane.ts';
import { cutQuestion } from './cut-question.ts';
import { createTokenCounter } from './token-counter.ts';
import { TOKEN_FAMILIES } from './token-family.ts';

const tokenizer = createRequire(import.meta.url)('gpt-tokenizer/encoding/o200k_base') as { countTokens(text: string): number };
const counter = createTokenCounter();
afterAll(() => counter.close());

describe('token counter', () => {
  it('counts as the published tokenizers do', async () => {
    // Reference counts of tiktoken for this sentence.
    expect(counter.countNow('cl100k', 'tiktoken is great!')).toBe(6);
    expect(await counter.count('cl100k', ['tiktoken is great!', '', 'hello world'])).toEqual([6, 0, 2]);
    expect(await counter.count('o200k', ['hello world'])).toEqual([2]);
  });

  it('says which families are exact', () => {
    expect(counter.families).toEqual([
      { name: 'o200k', exact: true },
      { name: 'cl100k', exact: true },
      { name: 'claude', exact: false },
    ]);
  });

  it('estimates Claude above o200k', async () => {
    const text = 'The projector decides and the fold takes it; a replay decides nothing.';
    const [exact] = await counter.count('o200k', [text]);
    const [estimate] = await counter.count('claude', [text]);
    expect(estimate).toBe(Math.ceil(exact! * 1.35));
  });

  it('counts special tokens of a text as text', async () => {
    const [tokens] = await counter.count('o200k', ['<|endoftext|>']);
    expect(tokens).toBeGreaterThan(1);
    expect(counter.countNow('cl100k', 'a <|fim_prefix|> b <|endofprompt|>')).toBeGreaterThan(4);
  });

  it.each([
    ['one letter', 'a'.repeat(300_000)],
    ['base64 in one line', randomBytes(453_000).toString('base64')],
    ['spaces and a letter', `${' '.repeat(200_000)}x`],
    ['line ends', '\n'.repeat(200_000)],
    ['ideographs', '漢'.repeat(100_000)],
    ['lone surrogates', '\ud800'.repeat(100_000)],
    ['pairs', '😀'.repeat(50_000)],
    ['upper and lower', 'aA'.repeat(100_000)],
    ['signs', '=-'.repeat(100_000)],
    ['digits', '7'.repeat(200_000)],
    ['combining marks', `e${'\u0301'.repeat(100_000)}`],
    ['nul', '\0'.repeat(100_000)],
    ['signs of two kinds', '!—'.repeat(100_000)],
    ['signs and zero-width spaces', '<\u200b'.repeat(100_000)],
    ['spaces of two kinds', '\t\u205f'.repeat(100_000)],
    ['slashes and line ends', '/\n'.repeat(100_000)],
  ])('gets through %s', async (_, text) => {
    const [tokens] = await counter.count('o200k', [text]);
    expect(tokens).toBeGreaterThan(0);
    expect(tokens).toBeLessThanOrEqual(Buffer.byteLength(text));
  });

  it('is exact on ordinary text, and a little high on very long runs', async () => {
    const word = fc.string({ unit: fc.constantFrom(...'abcdefgXYZ09_-+/é漢 \n'), minLength: 1, maxLength: 200 });
    const run = fc.array(fc.constantFrom(...'aeioustrnlXQ'), { minLength: 300, maxLength: 1_500 }).map((letters) => letters.join(''));
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 10 }), run, async (words, long) => {
        const ordinary = words.map((text) => `${text}. `).join('');
        const [exact, high] = await counter.count('o200k', [ordinary, long]);
        expect(exact).toBe(tokenizer.countTokens(ordinary));
        const real = tokenizer.countTokens(long);
        expect(high).toBeGreaterThanOrEqual(real);
        expect(high).toBeLessThanOrEqual(real + 2 * Math.ceil(long.length / 256));
      }),
    );
  });

  it('keeps the order of texts and of calls', async () => {
    const texts = Array.from({ length: 50 }, (_, i) => 'word '.repeat(i).trim());
    const calls = await Promise.all(texts.map((text) => counter.count('o200k', [text, text])));
    expect(calls).toEqual(texts.map((_, i) => [i, i]));
  });

  it('counts a long text in pieces as it counts it whole', async () => {
    const words = Array.from(
      { length: 60_000 },
      (_, at) => `${at % 7 === 0 ? 'Ship' : 'quay'}${at % 11}${at % 5 === 0 ? ',\n' : ''} stands at`,
    );
    const text = words.join(' ');
    expect(await counter.count('o200k', [text, 'ship', text])).toEqual([
      tokenizer.countTokens(text),
      tokenizer.countTokens('ship'),
      tokenizer.countTokens(text),
    ]);
    expect(await counter.count('claude', [text])).toEqual([Math.ceil(tokenizer.countTokens(text) * 1.35)]);
  });

  it('does not let a short question wait for a long one', async () => {
    const order: string[] = [];
    const long = counter.count(
      'o200k',
      Array.from({ length: 40 }, () => 'the ship stands at the quay '.repeat(2_000)),
    );
    const short = counter.count('o200k', ['a short one']);
    await Promise.all([long.then(() => order.push('long')), short.then(() => order.push('short'))]);
    expect(order).toEqual(['short', 'long']);
  });

  it('refuses unknown families and long texts at once', async () => {
    await expect(counter.count('llama', ['x'])).rejects.toMatchObject({ code: 'unsupported_family' });
    expect(() => counter.countNow('llama', 'x')).toThrow(/not known/);
    expect(() => counter.countNow('o200k', 'é'.repeat(4_097))).toThrow(/8192 bytes/);
  });

  it('takes a plugged family', async () => {
    const plugged = createTokenCounter({
      families: [{ name: 'words', exact: true, module: new URL('../../testing/word-tokenizer.cjs', import.meta.url).pathname, factor: 1 }],
    });
    expect(plugged.countNow('words', 'one two three')).toBe(3);
    expect(await plugged.count('words', ['one two', ''])).toEqual([2, 0]);
    await plugged.close();
  });

  it('refuses after close', async () => {
    const closed = createTokenCounter();
    await closed.count('o200k', ['x']);
    await closed.close();
    await expect(closed.count('o200k', ['x'])).rejects.toMatchObject({ code: 'closed' });
  });
});

describe('a counting thread that dies', () => {
  it('is started again once for a question, and then says unavailable', async () => {
    const lane = createCountLane(
      TOKEN_FAMILIES,
      new URL('data:text/javascript,import { parentPort } from "node:worker_threads"; parentPort.on("message", () => process.exit(7));'),
    );
    await expect(lane.ask('o200k', ['x'])).rejects.toMatchObject({ code: 'unavailable' });
    expect(lane.pending).toBe(0);
    await lane.close();
  });
});

describe('cutQuestion', () => {
  it('loses nothing, in pieces of about one size, never inside a pair', () => {
    const texts = ['', 'short', '😀'.repeat(60_000), 'word by word '.repeat(20_000), 'x'.repeat(100_000)];
    const pieces = [...cutQuestion(texts)];
    const joined = texts.map(() => '');
    for (const { place, text } of pieces.flat()) joined[place] += text;
    expect(joined).toEqual(texts);
    expect(new Set(pieces.flat().map(({ place }) => place)).size).toBe(texts.length);
    for (const piece of pieces) expect(piece.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(80 * 1024);
    expect(pieces.flat().every(({ text }) => text.isWellFormed())).toBe(true);
  });
});
