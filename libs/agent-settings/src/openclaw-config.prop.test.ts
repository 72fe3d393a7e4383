import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { readJson5 } from './json5-places.ts';
import { withOpenClawPlugin, withoutOpenClawPlugin } from './openclaw-config.ts';

const FOLDER = '/srv/node_modules/@total-recall/openclaw';
const CONFIG = { space: 'work', apiKeyFile: '/home/ada/key' };

/** Draws the text between two signs. A comment of a line brings the end of the line that it needs. */
const gap = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('', ' ', '\n', '\r\n', '\n\n  ', '\r\n\t', '\t', '  ') },
  { weight: 1, arbitrary: fc.constantFrom('\u00a0', '\uFEFF', '\u2028', '\r', '\v') },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        fc.constantFrom('', ' ', '\n', '\n    ', '\r\n  '),
        fc.constantFrom(
          '// note',
          '// { "a": [',
          '//',
          "// it's",
          '/* , */',
          '/**/',
          '/* a\n b */',
          '/* // */',
          '// total-recall: {}',
          '// last  ',
        ),
        fc.constantFrom('', ' ', '\n', '\r\n', '\n  ', '\r', '\u2029'),
      )
      .map(([before, note, after]) => `${before}${note}${note.startsWith('//') && !/[\n\r\u2029]/.test(after) ? `${after}\n` : after}`),
  },
);
const name = fc.constantFrom(
  'a',
  'b',
  '$c',
  '_d',
  '"e f"',
  "'g\\'h'",
  '"//"',
  'plugins',
  "'entries'",
  'other',
  '\\u0061',
  '"__proto__"',
  '"1"',
);
const plain = fc.constantFrom(
  'null',
  'true',
  '-1.5e3',
  '+.5',
  '0x1F',
  'Infinity',
  '-NaN',
  '"text"',
  "'it\\'s // one'",
  '"a, b: {"',
  '"two \\\nlines"',
  "'/* no */'",
  '""',
);

interface Member {
  readonly key?: string;
  readonly value: string;
}

/** Writes an object or a list with gaps wherever they may be, and now and then a comma behind the last value. */
function written(open: string, members: fc.Arbitrary<Member[]>): fc.Arbitrary<string> {
  return members.chain((all) =>
    fc.tuple(fc.array(gap, { minLength: all.length * 4 + 1, maxLength: all.length * 4 + 1 }), fc.boolean()).map(([gaps, isTrailing]) => {
      let at = 0;
      const next = (): string => gaps[at++]!;
      const parts = all.map(({ key, value }, place) => {
        const comma = place < all.length - 1 || isTrailing ? ',' : '';
        return `${next()}${key === undefined ? next() && '' : `${key}${next()}:`}${next()}${value}${next()}${comma}`;
      });
      return `${open}${parts.join('')}${next()}${open === '{' ? '}' : ']'}`;
    }),
  );
}

const { value } = fc.letrec<{ value: string; object: string; list: string }>((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, plain, tie('object'), tie('list')),
  object: written('{', fc.array(fc.record({ key: name, value: tie('value') }), { maxLength: 3 })),
  list: written('[', fc.array(fc.record({ value: tie('value') }), { maxLength: 3 })),
}));
const others = fc.array(fc.record({ key: name.filter((key) => !/plugins|entries/.test(key)), value }), { maxLength: 2 });

/** Draws an object with the members given now and then, among others, twice at times. */
function holding(members: Readonly<Record<string, fc.Arbitrary<string>>>): fc.Arbitrary<string> {
  const known = Object.entries(members).map(([key, held]) =>
    fc.option(fc.record({ key: fc.constantFrom(key, `"${key}"`, `'${key}'`), value: held }), { nil: undefined, freq: 3 }),
  );
  const drawn = fc.tuple(others, fc.tuple(...known), fc.boolean()).chain(([more, some, isTwice]) => {
    const those = some.filter((member) => member !== undefined);
    const all = [...more, ...those, ...(isTwice ? those.slice(0, 1).map(({ key }) => ({ key, value: '{}' })) : [])];
    return fc.shuffledSubarray(all, { minLength: all.length });
  });
  return written('{', drawn);
}

const texts = written('[', fc.array(fc.record({ value: fc.constantFrom('"x"', "'./own'", '"/a//b"') }), { maxLength: 2 }));
const document = fc
  .tuple(
    fc.constantFrom('', '', '\uFEFF'),
    gap,
    holding({ plugins: holding({ entries: holding({}), load: holding({ paths: texts }), allow: texts }) }),
    gap,
  )
  .map((parts) => parts.join(''))
  .filter((text) => text.trim() !== '');

/** Finds the comments of a text. */
function commentsIn(text: string): string[] {
  const signs = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|(\/\/[^\n\r\u2028\u2029]*|\/\*[\s\S]*?\*\/)/g;
  return [...text.matchAll(signs)].flatMap(([, comment]) => (comment === undefined ? [] : [comment.trimEnd()]));
}

/** True where nothing of what the plug-in stands in was there empty: that may go with the plug-in. */
function isSettled(settings: Record<string, unknown>): boolean {
  const at = (path: string[]) => path.reduce<unknown>((held, key) => (held as Record<string, unknown> | undefined)?.[key], settings);
  const places = [['plugins'], ['plugins', 'entries'], ['plugins', 'load'], ['plugins', 'load', 'paths']];
  return Object.keys(settings).length > 0 && places.every((path) => at(path) === undefined || Object.keys(at(path) as object).length > 0);
}

it('settings in any layout keep their comments, and are the same bytes again when the plug-in is taken out', () => {
  fc.assert(
    fc.property(document, fc.boolean(), (text, isEngine) => {
      const settings = readJson5(text);
      const at = (key: string): unknown => (settings['plugins'] as Record<string, unknown> | undefined)?.[key];
      fc.pre(!('paths' in ((at('load') as object | undefined) ?? {})) || Array.isArray((at('load') as Record<string, unknown>)['paths']));
      const after = withOpenClawPlugin(text, FOLDER, CONFIG, isEngine);
      expect(commentsIn(after)).toEqual(commentsIn(text));
      const without = withoutOpenClawPlugin(after);
      if (isSettled(settings)) expect(without).toBe(text);
      else if (without !== undefined) expect(commentsIn(without)).toEqual(commentsIn(text));
      else expect(commentsIn(text)).toEqual([]);
      expect(isDeepStrictEqual(readJson5(withOpenClawPlugin(after, FOLDER, CONFIG)), readJson5(after))).toBe(true);
    }),
    { numRuns: 400 },
  );
});
