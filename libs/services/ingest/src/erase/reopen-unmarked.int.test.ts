import { createTokenCounter, ledgerEntries } from '@total-recall/runtime';
import { afterAll, describe, expect, it } from 'vitest';
import { serveErasing, TENANT } from '../../testing/serve-erasing.ts';

const tokens = createTokenCounter();
afterAll(() => tokens.close());

/** A service that has done three erasures, with the mark of its keys after each. */
async function erasedThrice() {
  const service = await serveErasing(tokens);
  const { ledger, keys } = service.stores;
  const mark = keys.erasureMark!;
  const [ids, marks]: [string[], string[]] = [[], []];
  for (const session of ['run-1', 'run-2', 'run-3']) {
    await service.say('main', session, [{ kind: 'user_message', text: `The gull of ${session}` }]);
    const { id } = await service.eraser().erase({ tenant: TENANT, scope: { kind: 'session', space: 'main', session }, actor: 'key_e' });
    ids.push(id);
    marks.push((await mark.read(0))!);
  }
  const reopened = async (): Promise<string[]> =>
    (await ledgerEntries(ledger, 0)).flatMap(({ act }) => (act.type === 'ErasureReopened' ? [act.erasureId] : []));
  const restart = async (): Promise<boolean> => {
    await service.restart();
    const owes = service.eraser().owes();
    await expect.poll(() => service.eraser().owes()).toBe(false);
    return owes;
  };
  return { service, mark, ids, marks, reopened, restart };
}

describe('keys that are put back from a copy', () => {
  it.each([
    ['of before the last erasure', (marks: string[]) => marks[1]!, [2]],
    ['of before two erasures', (marks: string[]) => marks[0]!, [1, 2]],
    ['of before all of them', () => '', [0, 1, 2]],
    ['of after an entry that the ledger lacks', () => '01JZX0000000000000000000AA', [0, 1, 2]],
  ] as const)('%s owe what they have not seen until it is done again, once', async (_, markOf, owed) => {
    const { service, mark, ids, marks, reopened, restart } = await erasedThrice();
    await mark.write(0, markOf(marks));
    expect(await restart()).toBe(true);
    expect(await reopened()).toEqual(owed.map((at) => ids[at]));
    expect(await restart()).toBe(false);
    expect(await reopened()).toHaveLength(owed.length);
    expect(service.failures()).toEqual([]);
    await service.stop();
  });

  it('owe nothing where they have seen all, or a former program kept no mark of it', async () => {
    const { service, mark, marks, reopened, restart } = await erasedThrice();
    expect(new Set(marks).size).toBe(3);
    expect(await restart()).toBe(false);
    expect(await mark.read(0)).toBe(marks[2]);
    expect(await reopened()).toEqual([]);
    await service.stop();
  });
});
