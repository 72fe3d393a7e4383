import { screenText } from '@total-recall/runtime';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { screenJson } from './screen-json.ts';

const TOKEN = ['ghp_', 'a1'.repeat(18)].join('');
const CARD = '5105105105105100';
const BEGIN = ['-----BEGIN PRIV', 'ATE KEY-----'].join('');
const END = ['-----END PRIV', 'ATE KEY-----'].join('');
const masked = (json: string): string => screenJson(json, 'mask').text;

describe('screening of JSON', () => {
  it.each([
    ['a number', `{"order": ${CARD}, "reason":"late"}`, '{"order": "[redacted:credit_card]", "reason":"late"}'],
    ['numbers in lists', `[1, [${CARD}, -2.5e3]]`, '[1, ["[redacted:credit_card]", -2.5e3]]'],
    ['a key without end', `{"content":"${BEGIN}\\nabc\\ndef","path":"a.pem"}`, '{"content":"[redacted:private_key]","path":"a.pem"}'],
    ['a text with quotes', `{"note":"say \\"${TOKEN}\\" \\\\"}`, '{"note":"say \\"[redacted:github_token]\\" \\\\"}'],
    ['what is escaped', `{"note":"\\u0067${TOKEN.slice(1)}"}`, '{"note":"[redacted:github_token]"}'],
    [
      'a password by its name',
      '{"user":"ann", "password" : "correct horse"}',
      '{"user":"ann", "password" : "[redacted:assigned_password]"}',
    ],
    ['a password that is a number', '{"password":12345678}', '{"password":"[redacted:assigned_password]"}'],
    ['a header by its name', '{"Authorization":"Basic dXNlcjpwYXNz"}', '{"Authorization":"Basic [redacted:authorization_header]"}'],
    [
      'JSON in a string',
      '{"body":"{\\"password\\":\\"correct horse\\"}"}',
      '{"body":"{\\"password\\":\\"[redacted:assigned_password]\\"}"}',
    ],
    ['names', `{"${TOKEN}":1,"x":{"${TOKEN}":2}}`, '{"[redacted:github_token]":1,"x":{"[redacted:github_token]_2":2}}'],
    [
      'the lines of a key',
      `{"source":["${BEGIN}\\n","MIIEabc\\n","${END}\\n"],"order":${CARD}}`,
      '{"source":["[redacted:private_key]\\n"],"order":"[redacted:credit_card]"}',
    ],
    ['a text alone', `"${TOKEN}"`, '"[redacted:github_token]"'],
  ])('masks %s, and keeps all else as it was written', (_, json, expected) => {
    expect(masked(json)).toBe(expected);
    const { text, findings } = screenJson(json, 'mark');
    expect(text).toBe(json);
    expect(findings).toEqual(screenJson(json, 'mask').findings.map((finding) => ({ ...finding, action: 'mark' })));
  });

  it('takes a name for that of its own value alone', () => {
    const json = '{"password":["correct horse"],"token":null,"next":[{"a":true},"abc123def456"]}';
    expect(screenJson(json, 'mask')).toEqual({ text: json, findings: [] });
  });

  it('screens one of very many values as a whole', () => {
    const json = JSON.stringify([...Array.from({ length: 20_000 }, () => 'berth'), TOKEN]);
    expect(screenJson(json, 'mask')).toEqual(screenText(json, 'mask'));
    expect(masked(json)).not.toContain(TOKEN);
  });

  it('counts what it finds once', () => {
    const { findings } = screenJson(`{"token":"${TOKEN}","cards":[${CARD},"${CARD}"]}`, 'mask');
    expect(findings.map(({ rule, count }) => [rule, count])).toEqual([
      ['github_token', 1],
      ['credit_card', 2],
    ]);
  });

  it('leaves JSON, of which each text is masked and nothing else is changed', () => {
    const secret = fc.constantFrom(
      TOKEN,
      CARD,
      BEGIN,
      'ann@example.org',
      'password="a b c1234',
      "PASSWORD='x y z 1234\\",
      'token=abc123def456\\"x',
    );
    const text = fc.array(fc.oneof(secret, fc.string({ maxLength: 8 })), { maxLength: 4 }).map((parts) => parts.join(' '));
    const leaf = fc.oneof(
      text,
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constant(Number(CARD)),
      fc.boolean(),
      fc.constant(null),
    );
    const name = fc.oneof(
      fc.string({ maxLength: 6 }),
      fc.constantFrom('password', 'token', 'Authorization', `x ${TOKEN}`, "api_key: '", 'PASSWORD="'),
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof({ maxDepth: 4 }, leaf, fc.array(tie('tree'), { maxLength: 3 }), fc.dictionary(name, tie('tree'), { maxKeys: 3 })),
    }));
    fc.assert(
      fc.property(tree, fc.constantFrom(0, 2), (value, spaces) => {
        const json = JSON.stringify(value, undefined, spaces);
        const once = masked(json);
        expect(shapeOf(JSON.parse(once))).toBe(shapeOf(value));
        expect(masked(once)).toBe(once);
        for (const found of textsOf(JSON.parse(once))) expect(screenText(found, 'mask').findings).toEqual([]);
      }),
    );
  });
});

/** Lists and objects of a value, with a dot for each other value. */
function shapeOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '.';
  const parts = Object.values(value).map(shapeOf);
  return Array.isArray(value) ? `[${parts.join()}]` : `{${parts.sort().join()}}`;
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Array.isArray(value) ? value.flatMap(textsOf) : [...Object.keys(value), ...Object.values(value).flatMap(textsOf)];
}
