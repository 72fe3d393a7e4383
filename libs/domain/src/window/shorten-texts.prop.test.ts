import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shortArguments } from './render-entry.ts';
import { shortenTexts } from './shorten-texts.ts';

const NOTE = /\n?\[\.\.\.(?: \d+ characters left out; use recall\(query\) for them)?\]\n?/;

/** Writes JSON as some clients do: everything beyond ASCII as escapes. */
const escaped = (json: string): string =>
  json.replace(/[^ -~]/g, (unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 400 }),
  fc
    .array(fc.constantFrom('if (a) {\n', '"quoted"', '\\', '\u0001', '😀', 'é', ' cursor'), { maxLength: 120 })
    .map((parts) => parts.join('')),
);
const value = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null), fc.array(text, { maxLength: 3 }));
const args = fc.dictionary(fc.string({ maxLength: 12 }), value, { maxKeys: 6 });

/** Compares a shortened value with the one that it stands for. */
function holdsPartsOf(shown: unknown, whole: unknown): boolean {
  if (Array.isArray(whole))
    return Array.isArray(shown) && shown.length === whole.length && whole.every((part, at) => holdsPartsOf(shown[at], part));
  if (typeof whole !== 'string' || typeof shown !== 'string') return shown === whole;
  return shown === whole || shown.split(NOTE).every((part) => whole.includes(part.replace(/^\n|\n$/g, '')));
}

describe('texts of arguments that are cut', () => {
  it('leave an object with the same keys, whose texts are parts of what they were, in whole characters', () => {
    fc.assert(
      fc.property(args, fc.boolean(), fc.array(fc.nat(4_000), { maxLength: 6 }), (given, isEscaped, places) => {
        const json = isEscaped ? escaped(JSON.stringify(given)) : JSON.stringify(given);
        const ends = [...new Set(places.filter((place) => place <= json.length && !/^[\udc00-\udfff]/.test(json.slice(place))))].sort(
          (a, b) => a - b,
        );
        const ranges = ends.flatMap((to, at) => (at % 2 === 1 ? [{ from: ends[at - 1]!, to }] : []));
        const shown = JSON.parse(shortenTexts(json, ranges)!) as Record<string, unknown>;
        expect(Object.keys(shown)).toEqual(Object.keys(given));
        for (const [key, whole] of Object.entries(given)) {
          expect(holdsPartsOf(shown[key], whole)).toBe(true);
          if (json.isWellFormed()) expect(JSON.stringify(shown[key])).not.toMatch(/\\ud[89a-f]/);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('keep what the tool takes: the keys, the short texts and the numbers', () => {
    const call = { path: 'src/ledger.ts', content: `import { open } from './open.ts';\n${'x = "1";\n'.repeat(300)}`, mode: 420 };
    const json = JSON.stringify(call);
    const shown = JSON.parse(shortArguments(json)) as typeof call;
    expect(shown).toEqual({
      ...call,
      content: expect.stringMatching(
        /^import \{ open \} from '\.\/open\.ts';\n[^]*\n\[\.\.\. \d+ characters left out; use recall\(query\) for them\]$/,
      ),
    });
    expect(shortArguments(json).length).toBeLessThan(600);
    const tail = shortenTexts(json, [{ from: 0, to: 60 }, { from: json.length - 40, to: json.length }])!; // oxfmt-ignore
    expect(JSON.parse(tail)).toEqual({ ...call, content: expect.stringMatching(/^import [^]*\n\[\.\.\. \d+ [^\]]*\]\n[^]*x = "1";\n$/) });
  });

  it.each([
    ['no object', JSON.stringify(['x'.repeat(2_000)])],
    ['no JSON', `*** Begin Patch\n${'+ line\n'.repeat(300)}`],
    [
      'of fewer characters but more bytes in its own form',
      JSON.stringify({ mode: 'a', from: 'b', to: 'c', kind: 'd', state: 'e', why: 'f', note: 'x'.repeat(1_600), title: '議'.repeat(40) }),
    ],
    ['of many short parts', JSON.stringify({ todos: Array.from({ length: 90 }, (_, at) => ({ content: `step ${at}`, status: 'open' })) })],
  ])('are shown as a preview beside them where the arguments are %s', (_what, given) => {
    const { preview, omittedChars } = JSON.parse(shortArguments(given)) as { preview: string; omittedChars: number };
    expect(given.startsWith(preview)).toBe(true);
    expect(preview.length + omittedChars).toBe(given.length);
  });
});
