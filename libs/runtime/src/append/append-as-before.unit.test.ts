import type { NewEvent } from '@total-recall/domain';
import type { AppendRequest } from '@total-recall/ports';
import { describe, expect, it } from 'vitest';
import { TotalRecallError } from '../errors.ts';
import { appendAsBefore } from './append-as-before.ts';
import { appendBranches } from './append-branches.ts';

const NOTE = '<local-command-stdout>ok</local-command-stdout>';
const event = (sequence: number, kind: NewEvent['kind'], text: string): NewEvent => ({ sequence, kind, text });
const request = (...events: NewEvent[]): AppendRequest => ({ tenant: 't', space: 's', session: 'a', source: 'file', events });

/** Holds events by their sequence, and counts requests. */
function createLog(...held: NewEvent[]) {
  const log = new Map(held.map((one) => [one.sequence!, one]));
  let requests = 0;
  const append = appendAsBefore(async ({ events }) => {
    requests += 1;
    for (const { sequence, kind, text } of events) {
      const known = log.get(sequence!);
      if (known && (known.kind !== kind || known.text !== text))
        throw new TotalRecallError('sequence_conflict', 'used', { details: { sequence } });
    }
    for (const one of events) log.set(one.sequence!, one);
    return { events: events.map(({ sequence }) => ({ id: `${sequence}`, outcome: 'ADD' as const })) };
  });
  return { append, kinds: () => [...log.values()].map(({ kind }) => kind), requests: () => requests };
}

describe('appending notes of a program', () => {
  it('sends those that the log has as messages of a user as these, and new ones as notes', async () => {
    const log = createLog(event(1, 'user_message', 'Fire it.'), event(2, 'user_message', NOTE), event(3, 'user_message', NOTE));
    const more = [event(4, 'agent_message', 'Done.'), event(5, 'system_note', NOTE)];
    await log.append(request(event(1, 'user_message', 'Fire it.'), event(2, 'system_note', NOTE), event(3, 'system_note', NOTE), ...more));
    expect(log.kinds()).toEqual(['user_message', 'user_message', 'user_message', 'agent_message', 'system_note']);
    expect(log.requests()).toBe(3);
  });

  it('costs one request where the log has them as notes, or not at all', async () => {
    const log = createLog(event(1, 'system_note', NOTE));
    await log.append(request(event(1, 'system_note', NOTE), event(2, 'system_note', NOTE)));
    expect(log.kinds()).toEqual(['system_note', 'system_note']);
    expect(log.requests()).toBe(1);
  });

  it.each([
    ['another note', event(1, 'user_message', `${NOTE} `), event(1, 'system_note', NOTE)],
    ['a note of somebody', event(1, 'user_message', 'Fire it.'), event(1, 'system_note', 'Fire it.')],
    ['a message of the user', event(1, 'system_note', 'Fire it.'), event(1, 'user_message', 'Fire it.')],
  ])('refuses other content as before: %s', async (_name, held, sent) => {
    const log = createLog(held);
    await expect(log.append(request(sent))).rejects.toMatchObject({ code: 'sequence_conflict', details: { sequence: 1 } });
    expect(log.kinds()).toEqual([held.kind]);
  });

  it('gives a fork that begins with one the name that it had as a message of a user', async () => {
    const forkOf = async (first: NewEvent): Promise<string> => {
      const log = createLog(event(1, 'user_message', 'Fire it.'), event(2, 'user_message', 'Stop.'));
      const append = appendAsBefore(({ session, ...rest }) =>
        session === 'a' ? log.append({ session, ...rest }) : Promise.resolve({ events: [] }),
      );
      const events = [event(1, 'user_message', 'Fire it.'), first, event(3, 'agent_message', 'Done.')];
      const branches = await appendBranches(request(), { session: 'a', source: 'file', events }, append);
      return branches.at(-1)!.session;
    };
    const name = await forkOf(event(2, 'system_note', NOTE));
    expect(name).toMatch(/^a\.fork-/);
    expect(name).toBe(await forkOf(event(2, 'user_message', NOTE)));
    expect(name).not.toBe(await forkOf(event(2, 'user_message', 'Fire it again.')));
  });
});
