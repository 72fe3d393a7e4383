import type { ImportedSession } from '@total-recall/importers';
import type { ErrorCode } from '@total-recall/contracts';
import { TotalRecallError } from '@total-recall/runtime';
import { describe, expect, it } from 'vitest';
import { nameSessions } from './name-sessions.ts';

const HOLDS_NOTHING = async (): Promise<number> => refuse('not_found');

function refuse(code: ErrorCode): never {
  throw new TotalRecallError(code, 'no');
}

async function named(
  own: string,
  names: readonly [main: string, ...others: string[]],
  newestAt = HOLDS_NOTHING as (session: string) => Promise<number>,
) {
  const sessions = names.map((session) => ({ session }) as ImportedSession);
  return [...(await nameSessions(sessions, { main: names[0], own, before: { newestAt } })).values()];
}

describe('the sessions of a file', () => {
  it('are named once after the main one, by what tells them apart', async () => {
    expect(await named('talk', ['3f2a', '3f2a.fork-9', '3f2a.fork-9.fork-4', 'b771'])).toEqual([
      'talk',
      'talk.fork-9',
      'talk.fork-9.fork-4',
      'talk.b771',
    ]);
    expect(await named('3f2a', ['3f2a', '3f2a.fork-9', '3f2ab.fork-9'])).toEqual(['3f2a', '3f2a.fork-9', '3f2a.3f2ab.fork-9']);
  });

  it('keep names of the file that begin alike, where the caller names none', async () => {
    const runs = ['results.1f.run-1', 'results.1f.run-2', 'results.1f.run-12'] as const;
    expect(await named(runs[0], [...runs])).toEqual(runs);
    expect(await named('mine', [...runs])).toEqual(['mine', 'mine.run-2', 'mine.run-12']);
  });

  it('keep the name of an earlier import, also of one that was erased', async () => {
    const isHeld = async (session: string): Promise<number> =>
      session === '3f2a.3f2a.fork-9' ? 5 : session === '3f2a.3f2a.fork-4' ? refuse('erased') : refuse('not_found');
    expect(await named('3f2a', ['3f2a', '3f2a.fork-9', '3f2a.fork-4', '3f2a.fork-1'], isHeld)).toEqual([
      '3f2a',
      '3f2a.3f2a.fork-9',
      '3f2a.3f2a.fork-4',
      '3f2a.fork-1',
    ]);
  });

  it('are not named where nobody can say what was imported', async () => {
    await expect(named('3f2a', ['3f2a', '3f2a.fork-9'], async () => refuse('not_caught_up'))).rejects.toMatchObject({
      code: 'not_caught_up',
    });
  });
});
