import { describe, expect, it } from 'vitest';
import { createLogger, SILENT_LOGGER } from './create-logger.ts';
import { scrub } from './scrub.ts';

function build(format: 'json' | 'text' = 'json', level: 'info' | 'silent' = 'info') {
  const lines: string[] = [];
  return { lines, logger: createLogger({ level, format, destination: { write: (line) => void lines.push(line) } }) };
}
const secret = ['tr', 'k1', 's3cr3ts3cr3ts3cr3t'].join('_');

describe('logger', () => {
  it('writes one line of JSON with time, level, message and fields', () => {
    const { lines, logger } = build();
    logger.child({ component: 'ingest' }).info({ events: 3, keyId: 'k1', tokens: 12 }, 'appended');
    logger.debug({}, 'not shown');
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0]!)).toEqual({
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      level: 'info',
      component: 'ingest',
      events: 3,
      keyId: 'k1',
      tokens: 12,
      message: 'appended',
    });
  });

  it.each<[string, Record<string, unknown>]>([
    ['headers', { headers: { authorization: `Bearer ${secret}`, cookie: secret, 'x-api-key': secret } }],
    ['a body', { request: { body: { note: secret }, rawBody: secret } }],
    ['what an agent wrote', { event: { text: secret, arguments: secret, content: [secret] }, query: secret }],
    ['keys', { dataKey: secret, masterKey: secret, apiKey: secret, api_key: secret, secretHash: secret, accessToken: secret }],
    ['a key elsewhere', { note: `tried ${secret} first`, list: [secret] }],
    ['an error', { error: new Error(`no such key ${secret}`, { cause: new Error(secret) }) }],
    ['a URL', { url: `https://bob:${secret}@example.org/` }],
    ['depth', { a: { b: { c: { d: { e: { f: { g: secret } } } } } } }],
    ['length', { long: `${'x '.repeat(1_500)}${secret}` }],
  ])('hides secrets in %s', (_, fields) => {
    const { lines, logger } = build();
    logger.error(fields, 'failed');
    logger.child(fields).error({}, 'failed');
    expect(lines).toHaveLength(2);
    expect(lines.join('')).not.toContain('s3cr3t');
  });

  it('hides secrets in the message too', () => {
    const { lines, logger } = build('text');
    logger.warn({}, `Authorization: Bearer ${secret}`);
    expect(lines.join('')).not.toContain('s3cr3t');
  });

  it('writes text for people', () => {
    const { lines, logger } = build('text');
    logger.warn({ port: 8420, error: new TypeError('bad input') }, 'careful');
    expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d\.\d{3} WARN {2}careful port=8420 error="bad input"\nTypeError: bad input\n {4}at /);
  });

  it('leaves out of text what only a machine looks up', () => {
    const lines: string[] = [];
    const context = () => ({ traceId: 'a1', spanId: 'b2', tenant: 'acme' });
    const logger = createLogger({ format: 'text', service: 'gateway', context, destination: { write: (line) => void lines.push(line) } });
    logger.info({ port: 8420 }, 'ready');
    expect(lines[0]).toMatch(/INFO {2}ready traceId=a1 tenant=acme port=8420\n$/);
  });

  it('is silent when told to', () => {
    const { lines, logger } = build('json', 'silent');
    logger.fatal({}, 'x');
    SILENT_LOGGER.child({}).info({}, 'x');
    expect(lines).toEqual([]);
  });

  it('copes with anything', () => {
    const circular: Record<string, unknown> = {
      n: 1n,
      f: () => 1,
      bytesOf: new Uint8Array(5),
      when: new Date(NaN),
      map: new Map([[1, 2]]),
      gone: undefined,
    };
    circular['self'] = circular;
    expect(scrub(circular)).toMatchObject({ n: '1', f: '[function]', bytesOf: '[5 bytes]', when: 'invalid date', map: '[1 items]' });
    expect((scrub({ list: Array.from({ length: 100 }, (_, i) => i) }) as { list: unknown[] }).list).toHaveLength(65);
    expect(scrub(Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`f${i}`, i])))).toMatchObject({ more: 36 });
  });
});
