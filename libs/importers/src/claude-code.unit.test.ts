import { describe, expect, it } from 'vitest';
import { importSession } from './import-session.ts';

type Line = Readonly<Record<string, unknown>>;

const SESSION = '7f0c1f6e-0000-4000-8000-00000000abcd';
const at = (minute: number) => new Date(Date.UTC(2031, 4, 2, 9, minute)).toISOString();
const about = { sessionId: SESSION, isSidechain: false };
const user = (uuid: string, parentUuid: string | null, content: unknown, more: object = {}): Line => ({
  ...about,
  type: 'user',
  uuid,
  parentUuid,
  timestamp: at(1),
  message: { role: 'user', content },
  ...more,
});
const model = (uuid: string, parentUuid: string, text: string, more: object = {}): Line => ({
  ...about,
  type: 'assistant',
  uuid,
  parentUuid,
  timestamp: at(2),
  message: { id: `msg_${uuid}`, role: 'assistant', content: [{ type: 'text', text }] },
  ...more,
});
const read = (records: readonly Line[], name = SESSION) =>
  importSession({
    name: `${name}.jsonl`,
    bytes: new TextEncoder().encode(records.map((record) => JSON.stringify(record)).join('\n')),
    format: 'claude-code',
  });
const textsOf = (records: readonly Line[]) => read(records).sessions.map(({ events }) => events.map(({ text }) => text));

const TALK = [user('u1', null, 'Count the pears'), model('m1', 'u1', '41'), user('u2', 'm1', 'And the plums'), model('m2', 'u2', '17')];
const SAID = ['Count the pears', '41', 'And the plums', '17'];

describe('a conversation that was compacted', () => {
  const compacted = (last: string, more: object = {}): Line[] => [
    {
      ...about,
      type: 'system',
      subtype: 'compact_boundary',
      uuid: 'b1',
      parentUuid: null,
      logicalParentUuid: last,
      timestamp: at(3),
      content: 'Conversation compacted',
      ...more,
    },
    user('s1', 'b1', 'So far: fruit', { isCompactSummary: true, timestamp: at(4), ...more }),
    user('u4', 's1', 'And the figs', more),
    model('m4', 'u4', '5', more),
  ];
  const COMPACTED = ['Conversation compacted', 'So far: fruit', 'And the figs', '5'];

  it('goes on in the fork that was compacted', () => {
    const rewound = [user('u3', 'm1', 'And the apples'), model('m3', 'u3', '8')];
    expect(textsOf([...TALK, ...rewound, ...compacted('m3')])).toEqual([SAID, ['And the apples', '8', ...COMPACTED]]);
  });

  it('goes on in the subagent that was compacted', () => {
    const side = { isSidechain: true };
    const records = [user('p1', null, 'Count'), ...TALK.map((record) => ({ ...record, ...side })), ...compacted('m2', side)];
    expect(textsOf(records)).toEqual([['Count'], [...SAID, ...COMPACTED]]);
  });

  it.each(['m2', 'nowhere'])('stays where it was where nothing was rewound before: behind %s', (last) => {
    const { sessions } = read([...TALK, ...compacted(last)]);
    expect(sessions.map(({ events }) => events.map(({ text, sequence }) => [sequence, text]))).toEqual([
      [...SAID, ...COMPACTED].map((text, place) => [place + 1, text]),
    ]);
  });
});

describe('a fork', () => {
  const rewound = [user('u3', 'm1', 'And the apples'), model('m3', 'u3', '8')];
  const speakers = (records: readonly Line[]) =>
    read(records)
      .sessions.at(-1)!
      .events.map(({ kind, meta }) => [kind, meta?.agent]);

  it('of a conversation with a person names no agent as the speaker of what the person says', () => {
    expect(speakers([...TALK, ...rewound])).toEqual([
      ['user_message', undefined],
      ['agent_message', 'main'],
    ]);
  });

  it('of a subagent names the agent', () => {
    const side = [...TALK, ...rewound].map((record) => ({ ...record, isSidechain: true, agentId: 'a41' }));
    expect(speakers(side)).toEqual([
      ['user_message', 'a41'],
      ['agent_message', 'a41'],
    ]);
  });
});

describe('a conversation that was rewound to its first message', () => {
  const again = [user('u3', null, 'Count the apples'), model('m3', 'u3', '8'), user('u4', 'm3', 'And the figs')];
  const forksOf = (records: readonly Line[]) =>
    read(records).sessions.map(({ session, parentSession, parentSequence, events }) => ({
      session,
      parentSession,
      parentSequence,
      texts: events.map(({ text }) => text),
    }));

  it('goes on in a fork that shares nothing with it, and so does one that is rewound once more', () => {
    const more = [user('u5', null, 'Count the nuts'), model('m5', 'u5', '9')];
    const fork = { parentSession: SESSION, parentSequence: 0 };
    expect(forksOf([...TALK, ...again, ...more])).toEqual([
      { session: SESSION, texts: SAID },
      { session: `${SESSION}.fork-u3`, ...fork, texts: ['Count the apples', '8', 'And the figs'] },
      { session: `${SESSION}.fork-u5`, ...fork, texts: ['Count the nuts', '9'] },
    ]);
  });

  it.each<[string, Line[], string[]]>([
    [
      'nothing was answered before',
      [user('u1', null, 'Count the pears'), ...again],
      ['Count the pears', 'Count the apples', '8', 'And the figs'],
    ],
    ['the program says it', [...TALK, user('u3', null, 'Caveat', { isMeta: true })], [...SAID, 'Caveat']],
    ['a compaction begins', [...TALK, user('u3', null, 'So far: fruit', { isCompactSummary: true })], [...SAID, 'So far: fruit']],
    ['it names the record before a compaction', [...TALK, user('u3', null, 'Go on', { logicalParentUuid: 'm2' })], [...SAID, 'Go on']],
    ['it does not say what stands before it', [...TALK, { ...user('u3', null, 'Go on'), parentUuid: undefined }], [...SAID, 'Go on']],
  ])('is none where %s', (_, records, texts) => {
    expect(forksOf(records)).toEqual([{ session: SESSION, texts }]);
  });

  it('is none in a subagent, which nobody rewinds', () => {
    const side = [...TALK, ...again].map((record) => ({ ...record, isSidechain: true, agentId: 'a41' }));
    expect(read(side).sessions).toHaveLength(1);
  });
});

describe('a conversation that was forked from another', () => {
  const FORK = '2b0c1f6e-0000-4000-8000-0000000000ff';
  /** Repeats records as `/branch` does: with their uuids and times, and where they are from. */
  const repeated = (records: readonly Line[], from = SESSION): Line[] =>
    records.map((record) => ({ ...record, sessionId: FORK, forkedFrom: { sessionId: from, messageUuid: record['uuid'] } }));
  const own = { sessionId: FORK };
  const GOES_ON = [user('u5', 'm2', 'And the quinces', own), model('m5', 'u5', '8', own)];
  const readFork = (records: readonly Line[]) => read(records, FORK).sessions;

  it('has the other one as its parent, and says what it repeats of it', () => {
    const [fork, ...others] = readFork([{ type: 'mode', mode: 'normal', sessionId: FORK }, ...repeated(TALK), ...GOES_ON]);
    expect(others).toEqual([]);
    expect(fork).toMatchObject({ session: FORK, source: `claude-code:${FORK}`, parentSession: SESSION, repeatedEvents: 4 });
    expect(fork!.parentSequence).toBeUndefined();
    expect(fork!.events.map(({ sequence, text, kind, meta }) => [sequence, text, kind === 'user_message' ? meta?.agent : ''])).toEqual([
      [1, 'Count the pears', undefined],
      [2, '41', ''],
      [3, 'And the plums', undefined],
      [4, '17', ''],
      [5, 'And the quinces', undefined],
      [6, '8', ''],
    ]);
  });

  it('forks where it goes back behind what it repeats', () => {
    const rewound = [user('u6', 'm1', 'And the apples', own), model('m6', 'u6', '3', own)];
    expect(readFork([...repeated(TALK), ...rewound]).map(({ parentSession, repeatedEvents }) => [parentSession, repeatedEvents])).toEqual([
      [SESSION, 4],
      [FORK, undefined],
    ]);
  });

  it.each<[string, Line[]]>([
    ['what it repeats is its own', repeated(TALK, FORK)],
    ['it begins with its own', [user('u0', null, 'Begin', own), ...repeated(TALK)]],
    ['only its words look like it', [user('u0', null, '"forkedFrom":{"sessionId":"other"}', own)]],
    ['the mark is none', TALK.map((record) => ({ ...record, ...own, forkedFrom: 'other' }))],
  ])('is none where %s', (_name, records) => {
    const [session] = readFork([...records, ...GOES_ON]);
    expect([session!.parentSession, session!.repeatedEvents]).toEqual([undefined, undefined]);
    expect(session!.events).toHaveLength(records.length + 2);
  });
});
