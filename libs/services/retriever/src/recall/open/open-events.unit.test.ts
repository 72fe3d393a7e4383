import type { EventBody, RecallScope } from '@total-recall/domain';
import type { TextFilter } from '@total-recall/ports';
import { describe, expect, it } from 'vitest';
import { openEvents, type OpenWithin } from './open-events.ts';

interface Given {
  readonly id?: string;
  readonly tenant?: string;
  readonly space?: string;
  readonly session?: string;
  readonly kind?: string;
  readonly occurredAt?: number;
  readonly taskId?: string;
  readonly indexed?: boolean;
  readonly body?: Partial<EventBody> | 'erased' | 'unreadable';
}

/** An index of events as they are given, by id, whatever space was asked for. */
function indexOf(events: readonly Given[]) {
  const indexed = events.map(({ id = 'e1', taskId, indexed: isIndexed = true, body = {}, ...own }) => {
    const envelope = { id, tenant: 'acme', space: 'main', session: 'run-1', kind: 'user_message', occurredAt: 5, ...own };
    const opened = typeof body === 'string' ? body : { text: 'The gate opens.', meta: {}, ...body };
    return {
      record: { envelope, body: opened },
      accepted: { ordinal: 1, turn: 1, indexed: isIndexed, ...(taskId !== undefined && { taskId }) },
    };
  });
  return {
    index: {
      events: async (_t: string, _s: string, ids: readonly string[]) =>
        ids.map((id) => indexed.find(({ record }) => record.envelope.id === id)),
    },
    sealer: { openAll: async (records: readonly unknown[]) => records },
  };
}

/** The ids of what is opened of these events, in a recall within these limits. */
async function opened(
  events: readonly Given[],
  { filter = {}, scope, refs = [], without }: { filter?: TextFilter; scope?: RecallScope; refs?: string[]; without?: Set<string> } = {},
  wanted = 9,
): Promise<string[]> {
  const within = {
    request: { tenant: 'acme', space: 'main', queries: ['gate'], ...(scope && { scope }), ...(without && { without }) },
    filter,
    pending: { events: [], superseded: new Map(), states: new Map(), coveredTo: '' },
    state: { taskState: { refs } },
  } as unknown as OpenWithin;
  const ranking = events.map(({ id = 'e1' }) => ({ eventId: id })) as never;
  const run = { deps: indexOf(events) as never, eventsRead: new Map() };
  return (await openEvents(run, within, ranking, wanted)).map(({ envelope }) => envelope.id);
}

describe('recall opens', () => {
  it.each<[string, Given, Parameters<typeof opened>[1]]>([
    ['of another tenant', { tenant: 'rival' }, {}],
    ['of another space', { space: 'side' }, {}],
    ['that the caller has already', {}, { without: new Set(['e1']) }],
    ['that a person withheld', {}, { filter: { withoutEvents: new Set(['e1']) } }],
    ['that is not to be found', { indexed: false }, {}],
    ['that is an answer of recall', { body: { recall: { retrievalId: 'r', evidence: [], renderingHash: '' } } }, {}],
    ['that is a compaction', { kind: 'compaction' }, {}],
    ['that was erased', { body: 'erased' }, {}],
    ['that cannot be read', { body: 'unreadable' }, {}],
    ['of a session that is not asked', {}, { filter: { sessions: ['run-0'] } }],
    ['of a kind that is not asked', {}, { filter: { kinds: ['decision'] } }],
    ['of an agent that is not asked', { body: { meta: { agent: 'cook' } } }, { filter: { agents: ['pilot'] } }],
    ['of no agent', {}, { filter: { agents: ['pilot'] } }],
    ['of another task', { taskId: 'other' }, { filter: { taskIds: ['harbour', ''], anyTaskOf: 'run-0' } }],
    [
      'of another task, though the card names it',
      { taskId: 'other' },
      { filter: { taskIds: ['harbour'] }, scope: { within: 'task' }, refs: ['e1'] },
    ],
    ['from before the time that is asked', {}, { filter: { fromTime: 6 } }],
    ['from behind the time that is asked', {}, { filter: { toTime: 4 } }],
    ['with a label that is left out', { body: { meta: { sensitivity: ['health'] } } }, { scope: { excludeSensitivity: ['health'] } }],
  ])('no event %s', async (_name, event, within) => {
    expect(await opened([event], within)).toEqual([]);
  });

  it.each<[string, Given, Parameters<typeof opened>[1]]>([
    [
      'within all that is asked',
      { taskId: 'harbour', body: { meta: { agent: 'pilot' } } },
      { filter: { sessions: ['run-1'], kinds: ['user_message'], agents: ['pilot'], taskIds: ['harbour'], fromTime: 5, toTime: 5 } },
    ],
    ['of no task', {}, { filter: { taskIds: ['harbour', ''] } }],
    ['of any task in the asking session', { taskId: 'other' }, { filter: { taskIds: ['harbour', ''], anyTaskOf: 'run-1' } }],
    ['of another task that the card names', { taskId: 'other' }, { filter: { taskIds: ['harbour', ''] }, refs: ['e1'] }],
    [
      'with an answer of recall among its words',
      { body: { recall: { retrievalId: 'r', evidence: [], renderingHash: '', within: [] } } },
      {},
    ],
    ['with another label', { body: { meta: { sensitivity: ['pay'] } } }, { scope: { excludeSensitivity: ['health'] } }],
  ])('an event %s', async (_name, event, within) => {
    expect(await opened([event], within)).toEqual(['e1']);
  });

  it('as many as are wanted, down the ranking past what it must not return', async () => {
    const events = ['e1', 'e2', 'e3', 'e4', 'e5'].map((id): Given => ({ id, ...(id < 'e4' && id > 'e1' && { space: 'side' }) }));
    expect(await opened(events, {}, 2)).toEqual(['e1', 'e4']);
    expect(await opened(events, {}, 9)).toEqual(['e1', 'e4', 'e5']);
  });
});
