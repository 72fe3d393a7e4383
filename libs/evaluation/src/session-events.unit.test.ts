import { expect, it } from 'vitest';
import { appendAll } from './session-events.ts';

const ADDRESS = { tenant: 'acme', space: 'main', session: 's' };
const EVENTS = [{ kind: 'user_message', text: 'Where is the ferry?' }] as const;

const refusal = (code: string): Error => Object.assign(new Error('refused'), { code });

/** A target that refuses its first appends with these errors. */
function refusing(...errors: Error[]) {
  const calls: string[] = [];
  const append = async () => {
    calls.push('append');
    const error = errors.shift();
    if (error) throw error;
    return { events: [{ id: 'e1' }] };
  };
  const target = { ingest: { append }, settle: async () => void calls.push('settle') };
  return { calls, append: () => appendAll(target as never, ADDRESS, EVENTS) };
}

it('an append that comes before the fold is tried once more behind it', async () => {
  const late = () => refusal('not_caught_up');
  const { calls, append } = refusing(late());
  expect(await append()).toEqual({ ids: ['e1'], position: undefined });
  expect(calls).toEqual(['append', 'settle', 'append']);
  await expect(refusing(late(), late()).append()).rejects.toMatchObject({ code: 'not_caught_up' });
});

it('any other refusal ends the run', async () => {
  const { calls, append } = refusing(refusal('invalid_request'));
  await expect(append()).rejects.toMatchObject({ code: 'invalid_request' });
  expect(calls).toEqual(['append']);
});
