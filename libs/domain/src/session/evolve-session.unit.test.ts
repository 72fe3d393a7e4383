import { describe, expect, it } from 'vitest';
import { ADDRESS, foldAll, makeRecords, type Said } from '../../testing/index.ts';
import { emptySession } from './empty-session.ts';
import { evolveSession } from './evolve-session.ts';
import { placeEvent } from './place-event.ts';
import type { SessionState } from './session-state.ts';
import { progressOf } from './source-progress.ts';

const fold = (...said: Said[]) => foldAll(makeRecords(said));
const call = (id: string, more: Partial<Said> = {}): Said => ({ kind: 'tool_call', call: { id, name: 'f', arguments: '{}' }, ...more });
const result = (id: string, more: Partial<Said> = {}): Said => ({ kind: 'tool_result', call: { id, name: 'f' }, ...more });
const user: Said = { kind: 'user_message', text: 'go' };
const shape = (...said: Said[]) =>
  fold(...said).entries.map(({ kind, turn, request, atom, call: stands, orphan }) => [
    kind,
    turn,
    request,
    atom,
    stands ?? (orphan ? 'orphan' : ''),
  ]);

describe('turns, requests and atoms', () => {
  it('a user message opens a turn and a request, a response is one turn with its results', () => {
    expect(
      shape(
        user,
        { kind: 'thinking' },
        { kind: 'agent_message' },
        call('1'),
        call('2'),
        result('1'),
        result('2'),
        { kind: 'agent_message' },
        user,
      ),
    ).toEqual([
      ['user_message', 1, 1, 1, ''],
      ['thinking', 2, 1, 2, ''],
      ['agent_message', 2, 1, 2, ''],
      ['tool_call', 2, 1, 4, 'answered'],
      ['tool_call', 2, 1, 5, 'answered'],
      ['tool_result', 2, 1, 4, ''],
      ['tool_result', 2, 1, 5, ''],
      ['agent_message', 3, 1, 8, ''],
      ['user_message', 4, 2, 9, ''],
    ]);
  });

  it('parallel calls of which one is sealed are one atom, others are not', () => {
    const ofCall: Said = { kind: 'thinking', messageId: 'm1', thinking: { vendor: 'google', redacted: 'sig', callId: '1' } };
    const parallel = [call('1', { messageId: 'm1' }), call('2', { messageId: 'm1' }), result('2'), result('1')];
    const next = [call('3', { messageId: 'm2' }), result('3')];
    const atoms = (...said: Said[]) => shape(user, ...said).map(([, , , atom]) => atom);
    expect(atoms(ofCall, ...parallel, ...next)).toEqual([1, 2, 2, 2, 2, 2, 7, 7]);
    expect(atoms({ ...ofCall, thinking: { signature: 'sig' } }, ...parallel)).toEqual([1, 2, 2, 4, 4, 2]);
  });

  it('a call behind one that nobody can read any more is still of the seal before both', () => {
    const ofCall: Said = { kind: 'thinking', messageId: 'm1', thinking: { vendor: 'google', redacted: 'sig', callId: '1' } };
    const [thought, first, second] = makeRecords([ofCall, call('1', { messageId: 'm1' }), call('2', { messageId: 'm1' })]);
    for (const body of ['erased', first!.body] as const)
      expect(foldAll([thought!, { ...first!, body }, second!]).entries.at(-1)!.atom).toBe(1);
  });

  it('a call is placed after a look at the newest entries, however many calls are in its turn', () => {
    const looksFor = (calls: number): number => {
      const state = fold(user, ...Array.from({ length: calls }, (_, at) => call(`c${at}`, { messageId: 'm1' })));
      let looks = 0;
      const entries = new Proxy(state.entries, {
        get(target, name, receiver) {
          looks += 1;
          return Reflect.get(target, name, receiver) as unknown;
        },
      });
      placeEvent({ ...state, entries }, 'tool_call', { text: '', meta: {}, messageId: 'm1', call: { id: 'next', name: 'f' } });
      return looks;
    };
    expect(looksFor(300)).toBe(looksFor(3));
  });

  it('one message id is one turn, another is the next, whatever their order', () => {
    expect(
      shape(
        { kind: 'agent_message', messageId: 'a' },
        { kind: 'agent_message', messageId: 'a' },
        { kind: 'tool_call', messageId: 'b', call: { id: '1', name: 'f' } },
      ).map(([, turn]) => turn),
    ).toEqual([1, 1, 2]);
    expect(shape(call('1', { messageId: 'a' }), result('1'), { kind: 'agent_message', messageId: 'a' }).map(([, turn]) => turn)).toEqual([
      1, 1, 1,
    ]);
  });

  it('what comes first counts as turn 1', () => {
    expect(shape({ kind: 'system_note' }, { kind: 'persona' }, result('x')).map(([, turn]) => turn)).toEqual([1, 1, 1]);
  });
});

describe('I-05 calls and results', () => {
  it('a result before its call, of no call, of an answered call or of a closed one is an orphan', () => {
    expect(shape(result('1'), call('1')).map(([, , , , stands]) => stands)).toEqual(['orphan', 'open']);
    expect(shape(call('1'), result('1'), result('1')).map(([, , , , stands]) => stands)).toEqual(['answered', '', 'orphan']);
    const late = shape(call('1'), ...Array.from({ length: 8 }, () => user), result('1'));
    expect([late[0]![4], late.at(-1)![4], late.at(-1)![1]]).toEqual(['closed', 'orphan', 1]);
  });

  it('a call stays open for eight turns and is closed by the ninth', () => {
    expect(shape(call('1'), ...Array.from({ length: 7 }, () => user), result('1'))[0]![4]).toBe('answered');
    expect(shape(call('1'), ...Array.from({ length: 7 }, () => user))[0]![4]).toBe('open');
    expect(shape(call('1'), ...Array.from({ length: 8 }, () => user))[0]![4]).toBe('closed');
  });

  const answers = (...said: Said[]) =>
    fold(...said)
      .entries.filter(({ kind }) => kind === 'tool_result')
      .map(({ atom }) => atom);
  const named = (kind: 'tool_call' | 'tool_result', name: string): Said => ({ kind, call: { id: '1', name } });

  it('two open calls of one id and name get their results in the order in which they were made', () => {
    expect(answers(call('1'), call('1'), result('1'), result('1'))).toEqual([1, 2]);
  });

  it('two open calls of one id are told apart by their names, whichever result comes first', () => {
    const [a, b] = [named('tool_call', 'a'), named('tool_call', 'b')];
    expect(answers(a, b, named('tool_result', 'a'), named('tool_result', 'b'))).toEqual([1, 2]);
    expect(answers(a, b, named('tool_result', 'b'), named('tool_result', 'a'))).toEqual([2, 1]);
    expect(answers(a, b, named('tool_result', 'neither'), named('tool_result', 'b'))).toEqual([1, 2]);
  });

  it('a call that an earlier request left open does not take the result of a new one', () => {
    expect(answers(user, call('1'), user, call('1'), result('1'), result('1'))).toEqual([4, 2]);
  });

  it('the name of a call is kept for as long as it has no result', () => {
    expect(fold(call('1')).entries[0]).toMatchObject({ callName: 'f', call: 'open' });
    expect(fold(call('1'), result('1')).entries[0]).not.toHaveProperty('callName');
  });

  it('a late result still finds the turn and the request of a call that was evicted', () => {
    const compaction = {
      type: 'ContextCompacted' as const,
      cycle: 1,
      trigger: 'demand' as const,
      evicted: ['R0'],
      shrunk: [],
      made: [],
      markers: [],
      tokensBefore: 2,
      tokensAfter: 1,
      targetTokens: 1,
      policyVersion: 'p',
    };
    const state = fold(call('1'), ...Array.from({ length: 8 }, () => user), { kind: 'compaction', compaction }, result('1'));
    expect(state.entries.at(-1)).toMatchObject({ kind: 'tool_result', turn: 1, request: 0, orphan: true });
  });
});

describe('records that cannot be read', () => {
  it('become opaque or erased entries, never indexed, and keep their place', () => {
    const records = makeRecords([
      user,
      { kind: 'agent_message', missing: 'unreadable' },
      { kind: 'user_message', missing: 'erased' },
      { kind: 'tool_call', missing: 'unreadable' },
    ]);
    const state = foldAll(records);
    expect(state.entries.map((entry) => [entry.state, entry.turn, entry.request, entry.call ?? ''])).toEqual([
      ['readable', 1, 1, ''],
      ['opaque', 1, 1, ''],
      ['erased', 2, 2, ''],
      ['opaque', 2, 2, ''],
    ]);
    expect(state).toMatchObject({ ordinal: 4, tokensIn: 40 });
    expect(evolveSession(foldAll(records.slice(0, 1)), records[1]!).accepted).toMatchObject({ indexed: false, ordinal: 2 });
  });

  it('a compaction or card that cannot be read is counted and no entry', () => {
    const state = fold(user, { kind: 'compaction', missing: 'erased' }, { kind: 'task_state', missing: 'unreadable' });
    expect(state).toMatchObject({ ordinal: 3, cycle: 0, tokensIn: 10 });
    expect(state.entries).toHaveLength(1);
    expect(state.taskState).toBeUndefined();
  });
});

describe('records that went unread', () => {
  it.each(['compaction', 'task_state'] as const)('of the service (%s) fold as they did while nobody could read them', (kind) => {
    const [first, record, last] = makeRecords([user, { kind, text: '' }, user]);
    const rest = { isErased: true, text: '', meta: {} } as const;
    const unread = foldAll([first!, { ...record!, body: 'unreadable' }, last!]);
    expect(foldAll([first!, { ...record!, body: 'erased', rest }, last!])).toEqual(unread);
    expect(unread.entries).toHaveLength(2);
  });
});

describe('repeats', () => {
  const sent = (id: string, key: string, sequence: number): Said => ({
    kind: 'user_message',
    id,
    origin: { idempotencyKey: key, fingerprint: key, sequence },
  });
  it('of an idempotency key are dropped, also where appends of two keys came mixed', () => {
    const said = [sent('a1', 'a', 1), sent('b1', 'b', 1), sent('a2', 'a', 2), sent('b2', 'b', 2)];
    const state = fold(...said);
    expect(state.idempotencyKeys).toEqual([
      { key: 'a', fingerprint: 'a', count: 2, firstId: 'a1' },
      { key: 'b', fingerprint: 'b', count: 2, firstId: 'b1' },
    ]);
    for (const record of makeRecords(said, 4)) expect(evolveSession(state, record).dropped).toBe('duplicate');
  });

  it.each(['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__', 'isPrototypeOf'])(
    'of a source named %s are dropped as of any other',
    (source) => {
      const said = [1, 2, 4].map((sequence): Said => ({ kind: 'user_message', id: `e${sequence}`, origin: { source, sequence } }));
      const state = fold(...said, { kind: 'user_message', id: 'other', origin: { source: 'w', sequence: 1 } });
      // Checks the state also after a round trip through JSON, as in a store.
      for (const kept of [state, JSON.parse(JSON.stringify(state)) as typeof state]) {
        expect(Object.keys(kept.sources)).toEqual([source, 'w']);
        expect(progressOf(kept.sources, source)).toEqual({ mark: 2, above: [[4, 4]] });
        expect(Object.getPrototypeOf(kept.sources)).toBe(Object.prototype);
        for (const record of makeRecords(said, 5)) expect(evolveSession(kept, record).dropped).toBe('duplicate');
      }
    },
  );

  it('of 1,024 keys are known, oldest forgotten first', () => {
    const state = fold(...Array.from({ length: 1_025 }, (_, at) => sent(`e${at}`, `k${at}`, 1)));
    expect([state.idempotencyKeys.length, state.idempotencyKeys[0]!.key]).toEqual([1_024, 'k1']);
  });

  it('of an offset are seen, of an id among the newest entries duplicates, and either changes only the offset', () => {
    const state = fold(user);
    expect(evolveSession(state, makeRecords([user])[0]!)).toEqual({ state, dropped: 'seen' });
    const twice = evolveSession(state, makeRecords([{ ...user, id: 'R0' }], 1)[0]!);
    expect(twice).toEqual({ state: { ...state, offset: 1 }, dropped: 'duplicate' });
  });
});

describe('references', () => {
  it('supersede, pin, unpin and mark as used what is there', () => {
    const state = fold(
      user,
      { kind: 'constraint', id: 'c' },
      { kind: 'constraint', id: 'd', meta: { supersedes: ['c'] } },
      { kind: 'system_note', pin: { eventIds: ['R0', 'd'], pinned: true } },
      { kind: 'system_note', pin: { eventIds: ['d'], pinned: false } },
      { kind: 'tool_result', recall: { retrievalId: 'r', evidence: [{ eventId: 'c' }], renderingHash: '' } },
    );
    expect(state.entries.map(({ superseded, pinned, usedAtTurn, isRecall }) => [superseded, pinned, usedAtTurn, isRecall])).toEqual([
      [undefined, true, undefined, undefined],
      [true, undefined, 1, undefined],
      [undefined, false, undefined, undefined],
      [undefined, undefined, undefined, undefined],
      [undefined, undefined, undefined, undefined],
      [undefined, undefined, undefined, true],
    ]);
  });

  it('I-13 what recall returned is accepted and not indexed, everything else is', () => {
    const before = emptySession(ADDRESS);
    const indexed = (said: Said) => evolveSession(before, makeRecords([said])[0]!).accepted?.indexed;
    expect(indexed({ kind: 'tool_result', recall: { retrievalId: 'r', evidence: [], renderingHash: '' } })).toBe(false);
    expect(indexed({ kind: 'tool_result' })).toBe(true);
    expect(indexed({ kind: 'task_state', taskState: { version: 1, premiseVersion: 0 } })).toBe(true);
  });

  it('a card that does not follow the last version is ignored', () => {
    const card = (version: number): Said => ({
      kind: 'task_state',
      taskState: { version, premiseVersion: 2, keyEvents: ['R0'], openLoops: [{ text: 'x', eventIds: ['R0', 'R9'] }], taskId: 'T' },
    });
    const state = fold(user, card(1));
    expect(state.taskState).toMatchObject({ version: 1, premiseVersion: 2, refs: ['R0', 'R9'], keyEvents: ['R0'], taskId: 'T' });
    for (const version of [1, 3]) expect(evolveSession(state, makeRecords([card(version)], 2)[0]!).dropped).toBe('stale_task_state');
    expect(evolveSession(state, makeRecords([card(2)], 2)[0]!).accepted).toMatchObject({ premiseVersion: 2, taskId: 'T' });
  });
});

describe('a long session', () => {
  it('is folded on by its newest entries alone', () => {
    const records = makeRecords([
      ...Array.from({ length: 700 }, (): Said => ({ kind: 'agent_message' })),
      user,
      call('1'),
      result('1'),
      user,
    ]);
    const before = foldAll(records.slice(0, 700));
    const unread = (entry: (typeof before.entries)[number]) =>
      new Proxy(entry, {
        get: () => {
          throw new Error('an old entry was read');
        },
      });
    const entries = before.entries.map((entry, at) => (at < 100 ? unread(entry) : entry));
    const start: SessionState = { ...before, entries };
    const state = records.slice(700).reduce((folded, record) => evolveSession(folded, record).state, start);
    expect(state.entries.slice(700).map(({ kind, call: stands }) => [kind, stands])).toEqual([
      ['user_message', undefined],
      ['tool_call', 'answered'],
      ['tool_result', undefined],
      ['user_message', undefined],
    ]);
  });

  it('closes a call that waited too long, also where one beside it was answered', () => {
    const turns = Array.from({ length: 9 }, (): Said => user);
    const closed = fold(user, call('1'), call('2'), result('2'), ...turns.slice(0, 8)).entries;
    expect(closed.map(({ call: stands }) => stands).filter(Boolean)).toEqual(['closed', 'answered']);
    expect(fold(user, call('1'), ...turns.slice(0, 7)).entries[1]!.call).toBe('open');
    expect(fold(user, call('1'), ...turns, result('1')).entries.at(-1)!.orphan).toBe(true);
  });
});
