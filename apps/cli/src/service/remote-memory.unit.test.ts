import { createClient } from '@total-recall/client';
import { problemOf, type ErrorCode } from '@total-recall/contracts';
import { TotalRecallError } from '@total-recall/runtime';
import { expect, it } from 'vitest';
import { openRemoteMemory } from './remote-memory.ts';

const REQUEST = { tenant: '', space: 'main', session: 's', source: 'proxy', events: [] };

/** Opens the memory of a service that answers every call the same way. */
function open(answer: () => Response) {
  const told: string[] = [];
  const client = createClient({ url: 'http://memory.test', apiKey: 'tr_key', retry: { attempts: 1 }, fetch: async () => answer() });
  const memory = openRemoteMemory(client, (space, { code }) => told.push(`${space}: ${code}`));
  const failure = async (): Promise<unknown> => memory.append(REQUEST).catch((error: unknown) => error);
  return { failure, told };
}

const refused = (code: ErrorCode) => () => {
  const body = problemOf(code, 'No.', 'r-1');
  return new Response(JSON.stringify(body), { status: body.status });
};

it.each(['erased', 'forbidden', 'unknown_kind'] as const)(
  'an append that is refused (%s) is a refusal, not a memory that is away',
  async (code) => {
    const { failure, told } = open(refused(code));
    const error = await failure();
    expect(error).toBeInstanceOf(TotalRecallError);
    expect(error).toMatchObject({ code, message: 'No.' });
    expect(told).toEqual(code === 'forbidden' ? ['main: forbidden'] : []);
  },
);

it('a service that is away, and another program in its place, are no refusals', async () => {
  for (const answer of [refused('unavailable'), () => new Response('Not here', { status: 404 })])
    expect(await open(answer).failure()).not.toBeInstanceOf(TotalRecallError);
});
