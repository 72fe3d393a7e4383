import { describe, expect, it } from 'vitest';
import { readConfig } from './command-context.ts';
import { describeError } from './describe-error.ts';
import { CommandError } from './exit-code.ts';
import { importFormat } from './import-format.ts';
import {
  age,
  eventName,
  keyId,
  openable,
  modelWindow,
  placeName,
  several,
  tokensFrom,
  wholeNumber,
  windowTokens,
} from './option-values.ts';

describe('values of options', () => {
  it.each([
    ['32768', 32_768],
    ['8K', 8_192],
    ['128k', 131_072],
    ['1M', 1_048_576],
    ['200000', 200_000],
  ])('window %s is %d', (text, tokens) => expect(windowTokens(text)).toBe(tokens));
  it.each(['', '0', '100', '9M', '8.5K', '-8K', '8KB', '1e4'])('no window: %j', (text) =>
    expect(() => windowTokens(text)).toThrow(/number of tokens/),
  );
  it('takes a number of tokens from its own least one', () => {
    expect(tokensFrom(4_096)('16K')).toBe(16_384);
    for (const text of ['3K', '4095', '16 thousand']) expect(() => tokensFrom(4_096)(text)).toThrow('from 4096 to 4000000');
  });
  it('takes whole numbers in their range', () => {
    expect(wholeNumber(1, 10)('10')).toBe(10);
    for (const text of ['0', '11', '1.5', 'x', '']) expect(() => wholeNumber(1, 10)(text)).toThrow('from 1 to 10');
  });
  it('takes names of events, and for open those of turns and files, too', () => {
    const id = '01JZX3T5S8Q4R7V2M6K9P0W1YB';
    for (const text of ['fix-login/e3', id]) expect([eventName(text), openable(text)]).toEqual([text, text]);
    for (const text of ['e3', 'a/T3', 'a/e3:1-9']) expect(() => eventName(text)).toThrow('an event');
    for (const text of ['e3', 'a/T3-T9', 'a/e3,e5', `${id}:1-9`, `art_${'0a'.repeat(16)}`]) expect(openable(text)).toBe(text);
    for (const text of ['', 'a', 'a/', 'e0', 'art_0', 'm3']) expect(() => openable(text)).toThrow('SESSION/e184');
  });
  it('takes times, names and formats', () => {
    expect([age('90s'), age('2h'), age('30d')]).toEqual([90_000, 7_200_000, 2_592_000_000]);
    for (const text of ['0s', '5', 'd', '5w']) expect(() => age(text)).toThrow('12h');
    expect(placeName('my.space_1:a@b-c')).toBe('my.space_1:a@b-c');
    expect(keyId('0123456789abcdef')).toBe('0123456789abcdef');
    for (const text of ['zzz', '0123456789ABCDEF', '']) expect(() => keyId(text)).toThrow(/keys list/);
    for (const text of ['../x', '', 'a b', `a${'b'.repeat(128)}`]) expect(() => placeName(text)).toThrow(/letters/);
    expect(importFormat('claude-code')).toBe('claude-code');
    expect(() => importFormat('word')).toThrow('openclaw');
  });
  it('takes windows of models', () => {
    expect(several(modelWindow)('claude-opus-4-6=200000,openai/gpt-5.5=400000', undefined)).toEqual([
      { name: 'claude-opus-4-6', tokens: 200_000 },
      { name: 'openai/gpt-5.5', tokens: 400_000 },
    ]);
    for (const text of ['gpt-5', '=8000', 'gpt-5=', 'gpt-5=100', 'gpt-5=1M', 'gpt 5=8000', 'gpt-5=8000=9000'])
      expect(() => modelWindow(text)).toThrow('NAME=TOKENS');
  });
  it('gathers an option that is given again', () => {
    const windows = several(windowTokens);
    expect(windows('128K', windows('8K,32K', undefined))).toEqual([8_192, 32_768, 131_072]);
  });
});

describe('settings', () => {
  const env = { HOME: '/home/ann', TOTAL_RECALL_PORT: '9000', TOTAL_RECALL_HOST: 'harbour.test' };
  it('are taken from flags before the environment', () => {
    const config = readConfig(
      'standalone',
      { env },
      { TOTAL_RECALL_PORT: { flag: '--port', value: '9001' }, TOTAL_RECALL_HOST: { flag: '--host', value: undefined } },
    );
    expect(config).toMatchObject({ port: 9_001, host: 'harbour.test' });
  });
  it('are reported under the name they were given by', () => {
    expect(() => readConfig('standalone', { env }, { TOTAL_RECALL_PORT: { flag: '--port', value: 'x' } })).toThrow(
      '--port must be a whole number from 0 to 65535, not "x".',
    );
    expect(() => readConfig('standalone', { env: { ...env, TOTAL_RECALL_PORT: 'x' } })).toThrow('TOTAL_RECALL_PORT must be');
    expect(() => readConfig('standalone', { env }, { TOTAL_RECALL_PORT: { flag: '--port', value: '' } })).toThrow('--port needs a value');
  });
});

describe('errors', () => {
  const system = (code: string, more: object) => Object.assign(new Error(code), { code }, more);
  it('of the system are one line, wherever they stand in the chain', () => {
    const wrapped = new Error('gateway could not be started', { cause: system('EADDRINUSE', { port: 8420, address: '127.0.0.1' }) });
    expect(describeError(wrapped)).toMatchObject({ code: 'EADDRINUSE', message: 'Port 8420 of 127.0.0.1 is in use.', exitCode: 1 });
    expect(describeError(system('ENOENT', { path: 'x.jsonl' }))).toMatchObject({ exitCode: 3 });
    expect(describeError(system('EACCES', { path: '/srv/data' })).message).toBe('This user may not read or write /srv/data.');
  });
  it('of commands keep their exit code', () => {
    expect(describeError(new CommandError(2, 'wrong', { advice: 'do this' }))).toEqual({
      code: 'usage',
      message: 'wrong',
      advice: 'do this',
      exitCode: 2,
    });
    expect(describeError('thrown text')).toMatchObject({ code: 'internal', message: 'thrown text', exitCode: 1 });
  });
});
