import { emptySession, type RecallRequest, type SessionState } from '@total-recall/domain';
import { describe, expect, it } from 'vitest';
import { askingTaskOf } from './asking-task.ts';
import { resolveScope } from './resolve-scope.ts';

const PLACE = { tenant: 'acme', space: 'main' };
const ASKING = emptySession({ ...PLACE, session: 'run-1' });
const CARD: NonNullable<SessionState['taskState']> = {
  eventId: 'c1',
  version: 1,
  premiseVersion: 1,
  premises: {},
  turn: 1,
  tokens: 9,
  taskId: 'harbour',
  refs: [],
  keyEvents: [],
};
const ON_TASK: SessionState = { ...ASKING, taskState: CARD };

/** The index holds two events of which the newer one names an agent. */
const deps = {
  index: { events: async (_tenant: string, _space: string, ids: readonly string[]) => ids.map((id) => ({ record: id })) },
  sealer: {
    openAll: async (records: readonly string[]) => records.map((id) => ({ body: { meta: id === 'e2' ? { agent: 'pilot' } : {} } })),
  },
} as never;

function filterOf(
  scope: RecallRequest['scope'],
  { state = ASKING, granted, ...asked }: { state?: SessionState; granted?: string[]; session?: string; asOf?: number } = {},
) {
  const request: RecallRequest = { ...PLACE, session: 'run-1', queries: ['gate'], ...(scope && { scope }), ...asked };
  return resolveScope(deps, request, state, { task: askingTaskOf(request, state), granted });
}

describe('the scope of a recall', () => {
  it('is the whole space where nothing narrows it', async () => {
    expect(await filterOf(undefined)).toEqual({});
    expect(await filterOf({ within: 'space' }, { state: ON_TASK })).toEqual({});
  });

  it('never reaches beyond the sessions that a delegation grants, whatever the request names', async () => {
    const granted = ['run-1', 'run-0'];
    expect(await filterOf(undefined, { granted })).toEqual({ sessions: granted });
    expect(await filterOf({ sessions: ['run-0', 'run-9'] }, { granted })).toEqual({ sessions: ['run-0'] });
    expect(await filterOf({ sessions: ['run-9'] }, { granted })).toEqual({ sessions: [] });
    expect(await filterOf({ within: 'session' }, { granted: ['run-0'] })).toEqual({ sessions: [] });
    expect(await filterOf({ within: 'space' }, { granted, state: ON_TASK })).toEqual({ sessions: granted });
  });

  it('is that of its task and of no task, with its own session, until the request or the card opens others', async () => {
    const own = { taskIds: ['harbour', ''], anyTaskOf: 'run-1' };
    expect(await filterOf(undefined, { state: ON_TASK })).toEqual(own);
    expect(await filterOf({ kinds: ['decision'] }, { state: ON_TASK })).toEqual({ ...own, kinds: ['decision'] });
    expect(await filterOf({ within: 'session' }, { state: ON_TASK })).toEqual({ ...own, sessions: ['run-1'] });
    expect(await filterOf({ taskIds: ['other'] }, { state: ON_TASK })).toEqual({ taskIds: ['other'] });
    expect(await filterOf({ sessions: ['run-0'] }, { state: ON_TASK })).toEqual({ sessions: ['run-0'] });
    expect(await filterOf(undefined, { state: { ...ASKING, taskState: { ...CARD, crossTask: true } } })).toEqual({});
    expect(await filterOf({ within: 'task' }, { state: ON_TASK })).toEqual({ taskIds: ['harbour'] });
    expect(await filterOf({ within: 'task', taskIds: ['other'] }, { state: ON_TASK })).toEqual({ taskIds: [] });
  });

  it('is that of the last agent of the session that is named', async () => {
    const entries = ['e1', 'e2', 'e3'].map((id) => ({ id })) as unknown as SessionState['entries'];
    expect(await filterOf({ within: 'agent' }, { state: { ...ASKING, entries } })).toEqual({ agents: ['pilot'] });
    expect(await filterOf({ within: 'agent' }, { state: { ...ASKING, entries: entries.slice(1, 2) } })).toEqual({ agents: ['pilot'] });
    expect(await filterOf({ within: 'agent', agents: ['cook'] }, { state: { ...ASKING, entries } })).toEqual({ agents: [] });
  });

  it('ends with the moment that is asked about, and with its own end where that is earlier', async () => {
    expect(await filterOf({ fromTime: 3, toTime: 9 })).toEqual({ fromTime: 3, toTime: 9 });
    expect(await filterOf({ fromTime: 3, toTime: 9 }, { asOf: 7 })).toEqual({ fromTime: 3, toTime: 7 });
    expect(await filterOf({ toTime: 9 }, { asOf: 11 })).toEqual({ toTime: 9 });
    expect(await filterOf(undefined, { asOf: 0 })).toEqual({ toTime: 0 });
  });

  it('is refused where it names a session, a task or an agent that nobody has', async () => {
    const alone: RecallRequest = { ...PLACE, queries: ['gate'], scope: { within: 'session' } };
    const none = { task: undefined, granted: undefined };
    await expect(resolveScope(deps, alone, undefined, none)).rejects.toMatchObject({
      code: 'invalid_request',
      details: { field: 'session' },
    });
    await expect(filterOf({ within: 'task' })).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(filterOf({ within: 'agent' })).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
