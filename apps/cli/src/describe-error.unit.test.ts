import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TotalRecallApiError } from '@total-recall/client';
import { expect, it } from 'vitest';
import { describeError } from './describe-error.ts';

const ofSystem = (code: string): Error => new Error('it failed', { cause: Object.assign(new Error(code), { code, path: '/data/lock' }) });

it.each([
  ['EACCES', 'This user may not read or write /data/lock.'],
  ['EROFS', '/data/lock is on a file system that is read-only.'],
  ['EISDIR', '/data/lock is a folder, but a file is needed.'],
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
  const advice = 'Mount or restore its target, or remove the link.';
  expect(describeError(missing)).toMatchObject({ message: `${path} is a link to a missing file.`, advice, exitCode: 1 });
  rmSync(folder, { recursive: true });
});

it('a folder that cannot be made is told with either cause: the one above it is gone, or takes none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'total-recall-gone-'));
  rmSync(folder, { recursive: true });
  const path = join(folder, 'at-1');
  const made = (): unknown => {
    try {
      return mkdirSync(path);
    } catch (error) {
      return error;
    }
  };
  expect(describeError(made())).toMatchObject({
    message: `${path} cannot be created: its parent folder is gone, or the file system takes no new folders.`,
    advice: 'Put that folder back, or choose another one.',
    exitCode: 1,
  });
});

it('a 404 of another program is a failure and not the answer that there is nothing', () => {
  const notFound = { type: 'x', title: 'x', status: 404, code: 'not_found', detail: 'There is nothing.', retryable: false } as const;
  expect(describeError(new TotalRecallApiError({ ...notFound, instance: 'r-1' }, 1))).toMatchObject({ exitCode: 3 });
  for (const problem of ['no_problem_document', 'no_such_path']) {
    const astray = { ...notFound, instance: 'r-1', details: { problem } };
    expect(describeError(new TotalRecallApiError(astray, 1))).toMatchObject({
      exitCode: 1,
      advice: expect.stringMatching(/without \/v1\?.*--url/) as string,
    });
  }
});

it('an address of another program is asked about once', () => {
  const detail = 'The answer was 404 and no problem document. Is the URL that of the memory service, without /v1?';
  const details = { problem: 'another_api' };
  const foreign = { type: 'x', title: 'x', status: 404, code: 'not_found', detail, details, retryable: false, instance: 'r-1' } as const;
  expect(describeError(new TotalRecallApiError(foreign, 1))).toMatchObject({
    message: detail,
    advice: 'Name another with --url or TOTAL_RECALL_URL.',
  });
});

it.each([
  [401, 'unauthenticated', 'creates one.'],
  [403, 'forbidden', 'with --scopes and --space creates one that may.'],
] as const)('a key that is refused with %s is told with where another comes from', (status, code, advice) => {
  const refused = { type: 'x', title: 'x', status, code, detail: 'It may not.', retryable: false, instance: 'r-1' } as const;
  expect(describeError(new TotalRecallApiError(refused, 1))).toMatchObject({
    message: 'It may not.',
    advice: expect.stringMatching(new RegExp(`TOTAL_RECALL_API_KEY; .*keys create.* ${advice}$`)) as string,
    exitCode: 1,
  });
});

it('a recall that a delegation does not grant is told without advice: no other key is granted it', () => {
  const refused = { type: 'x', title: 'x', status: 403, code: 'recall_not_granted', detail: 'It is not granted.' } as const;
  const error = new TotalRecallApiError({ ...refused, retryable: false, instance: 'r-1' }, 1);
  expect(describeError(error)).toEqual({ code: 'recall_not_granted', message: 'It is not granted.', exitCode: 1 });
});

it.each([
  ['path.entryId: must be an id', [['path.entryId', 'must be an id']], 'entryId: must be an id'],
  ['body.ref: is wrong', [['body.ref', 'is wrong']], 'ref: is wrong'],
  [
    'body.events[0].text: is empty (and 1 more error)',
    [
      ['body.events[0].text', 'is empty'],
      ['query.limit', 'is no number'],
    ],
    'events[0].text: is empty; limit: is no number',
  ],
  ['body: Unrecognized key: "x"', [['body', 'Unrecognized key: "x"']], 'body: Unrecognized key: "x"'],
  ['body.txt: is not there', [], 'body.txt: is not there'],
  ['A key has too many spaces.', [['body.spaces', 'is too long']], 'A key has too many spaces. (spaces: is too long)'],
] as const)('a field is told by its name, without the part of the request: %s', (detail, fields, message) => {
  const errors = fields.map(([path, said]) => ({ path, message: said }));
  const refused = {
    type: 'x',
    title: 'x',
    status: 400,
    code: 'invalid_request',
    detail,
    retryable: false,
    instance: 'r-1',
    errors,
  } as const;
  expect(describeError(new TotalRecallApiError(refused, 1))).toMatchObject({ message });
});

it('a port that is in use is told with no option that the command may not have', () => {
  const error = Object.assign(new Error('in use'), { code: 'EADDRINUSE', port: 8424, address: '127.0.0.1' });
  expect(describeError(error).advice).toBe('Stop what listens there, or choose another port (0 takes any free port).');
});
