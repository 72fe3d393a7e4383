import type { SessionAddress } from '@total-recall/domain';
import { TotalRecallError } from '@total-recall/runtime';
import { describe, expect, it } from 'vitest';
import { createGrants, parentIfThere } from './run-of.ts';

const PLACE = { tenant: 'acme', space: 'main' };

/** Sessions by the one above them; those above nothing are `''`, others do not exist. */
function world(above: Readonly<Record<string, string>>, failure?: TotalRecallError) {
  const asked: string[] = [];
  const session = async ({ session: name }: SessionAddress) => {
    asked.push(name);
    if (failure) throw failure;
    if (!Object.hasOwn(above, name)) throw new TotalRecallError('not_found', 'none');
    const delegation = { subtaskId: 'a', run: 'top', level: 1, recallAccess: 'run', keyEvents: [] };
    return above[name] === '' ? {} : { parent: { session: above[name], delegation } };
  };
  return { asked, reads: { retriever: { session } as never } };
}

describe('the parent of a session', () => {
  it('is undefined where there is no such session, and empty where nothing started it', async () => {
    const { reads } = world({ top: '', one: 'top' });
    expect(await parentIfThere(reads, { ...PLACE, session: 'none' })).toBeUndefined();
    expect(await parentIfThere(reads, { ...PLACE, session: 'top' })).toEqual({});
    expect(await parentIfThere(reads, { ...PLACE, session: 'one' })).toMatchObject({ parent: { session: 'top' } });
  });

  it.each(['erased', 'not_caught_up', 'unavailable'] as const)('is not taken for missing where the session is %s', async (code) => {
    const { reads } = world({}, new TotalRecallError(code, 'not now'));
    await expect(parentIfThere(reads, { ...PLACE, session: 'one' })).rejects.toMatchObject({ code });
  });
});

describe('what a session delegated to', () => {
  it('is of it at any level, and each grant is looked up once', async () => {
    const { reads, asked } = world({ top: '', one: 'top', two: 'one', beside: '', other: 'beside' });
    const grants = createGrants(reads, PLACE);
    expect(await Promise.all(['top', 'one', 'two'].map((session) => grants.isWithin(session, 'top')))).toEqual([true, true, true]);
    expect(await Promise.all(['top', 'other', 'none'].map((session) => grants.isWithin(session, 'one')))).toEqual([false, false, false]);
    expect(asked.toSorted()).toEqual(['beside', 'none', 'one', 'other', 'top', 'two']);
  });

  it('ends where sessions go round', async () => {
    const { reads } = world({ one: 'two', two: 'one' });
    expect(await createGrants(reads, PLACE).isWithin('one', 'top')).toBe(false);
  });
});
