import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, TotalRecallApiError } from '@total-recall/client';
import { expect, it } from 'vitest';
import { describeError } from './describe-error.ts';

const ofSystem = (code: string): Error => new Error('it failed', { cause: Object.assign(new Error(code), { code, path: '/data/lock' }) });

it.each([
  ['EACCES', '/data/lock may not be read or written by this user.'],
  ['EROFS', '/data/lock is on a file system that is read-only.'],
  ['EISDIR', '/data/lock is a folder, and a file is wanted.'],
  ['ENOTDIR', '/data/lock is not a folder.'],
])('an error %s of the system is told with its path and with what to do', (code, message) => {
  expect(describeError(ofSystem(code))).toMatchObject({ code, message, advice: expect.stringMatching(/\.$/) as string, exitCode: 1 });
});

it('a link to what is not there is a fault and told from a path that somebody named', () => {
  const folder = mkdtempSync(join(tmpdir(), 'total-recall-link-'));
  const path = join(folder, 'read-model');
  const missing = Object.assign(new Error('ENOENT'), { code: 'ENOENT', path });
  expect(describeError(missing)).toMatchObject({ message: `There is no ${path}.`, exitCode: 3 });
  symlinkSync(join(folder, 'gone'), path);
  const advice = 'Mount or put back what it leads to, or remove the link.';
  expect(describeError(missing)).toMatchObject({ message: `${path} is a link to what is not there.`, advice, exitCode: 1 });
  rmSync(folder, { recursive: true });
});

it('a 404 of another program is a failure and not the answer that there is nothing', () => {
  const notFound = { type: 'x', title: 'x', status: 404, code: 'not_found', detail: 'There is nothing.', retryable: false } as const;
  expect(describeError(new TotalRecallApiError({ ...notFound, instance: 'r-1' }, 1))).toMatchObject({ exitCode: 3 });
  expect(describeError(new TotalRecallApiError({ ...notFound, instance: 'unknown' }, 1))).toMatchObject({
    exitCode: 1,
    advice: expect.stringContaining('--url') as string,
  });
  const astray = { ...notFound, instance: 'r-1', details: { problem: 'no_such_path' } };
  expect(describeError(new TotalRecallApiError(astray, 1))).toMatchObject({
    exitCode: 1,
    advice: expect.stringContaining('without /v1') as string,
  });
});

it('asks once whether the URL is the right one', async () => {
  const client = createClient({
    url: 'http://memory.test',
    apiKey: 'tr_k',
    fetch: async () => Response.json({ error: {} }, { status: 404 }),
  });
  expect(describeError(await client.tools().catch((error: unknown) => error))).toMatchObject({
    message: expect.stringMatching(/without \/v1\?$/) as string,
    advice: 'Name another with --url or TOTAL_RECALL_URL.',
  });
});

it('a port that is in use is told with no option that the command may not have', () => {
  const error = Object.assign(new Error('in use'), { code: 'EADDRINUSE', port: 8424, address: '127.0.0.1' });
  expect(describeError(error).advice).toBe('Stop what listens there, or choose another port (0 takes any free one).');
});
