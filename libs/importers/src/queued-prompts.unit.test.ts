import { describe, expect, it } from 'vitest';
import { importSession } from './import-session.ts';

type Line = Readonly<Record<string, unknown>>;

const SESSION = '7f0c1f6e-0000-4000-8000-00000000abcd';
const at = (minute: number) => new Date(Date.UTC(2031, 4, 2, 9, minute)).toISOString();
const line = (type: string, uuid: string, parentUuid: string | null, minute: number, more: object): Line => ({
  type,
  uuid,
  parentUuid,
  timestamp: at(minute),
  sessionId: SESSION,
  isSidechain: false,
  ...more,
});
const user = (uuid: string, parent: string | null, minute: number, content: unknown, more: object = {}) =>
  line('user', uuid, parent, minute, { message: { role: 'user', content }, ...more });
const model = (uuid: string, parent: string, minute: number, block: unknown) =>
  line('assistant', uuid, parent, minute, { message: { id: `msg_${uuid}`, role: 'assistant', content: [block] } });
const text = (words: string) => ({ type: 'text', text: words });
const queued = (uuid: string, parent: string, minute: number, prompt: unknown, more: object = {}) =>
  line('attachment', uuid, parent, minute, {
    attachment: { type: 'queued_command', prompt, commandMode: 'prompt', origin: { kind: 'human' }, ...more },
  });
const read = (records: readonly Line[]) =>
  importSession({
    name: `${SESSION}.jsonl`,
    bytes: new TextEncoder().encode(records.map((record) => JSON.stringify(record)).join('\n')),
    format: 'claude-code',
  });
const textsOf = (records: readonly Line[]) =>
  read(records).sessions.map(({ events }) => events.map((event) => event.text ?? event.call!.id));

const WORK = [
  user('u1', null, 1, 'Count the pears'),
  model('m1', 'u1', 2, { type: 'tool_use', id: 't1', name: 'count', input: {} }),
  user('r1', 'm1', 3, [{ type: 'tool_result', tool_use_id: 't1', content: '41' }]),
];
const COUNTED = ['Count the pears', 't1', '41'];
/** Behind the pears, a question that was taken back, and the one that stands for it in a fork. */
const REWOUND = [
  user('u7', 'r1', 5, 'And the figs'),
  model('m7', 'u7', 6, text('5')),
  user('u8', 'r1', 10, 'And the apples'),
  model('m8', 'u8', 11, text('8')),
];
const answer = (parent: string) => model('m2', parent, 9, text('Done.'));

describe('a prompt that was queued while the model worked', () => {
  it('is a message of the user, where it was absorbed', () => {
    const { sessions, unknownTypes } = read([...WORK, queued('q1', 'r1', 3, 'And the plums'), answer('q1')]);
    expect(sessions).toHaveLength(1);
    const { kind, sequence, text: words, occurredAt, meta } = sessions[0]!.events[3]!;
    expect([kind, sequence, words, occurredAt, meta]).toEqual(['user_message', 4, 'And the plums', Date.parse(at(3)), undefined]);
    expect(sessions[0]!.events[4]).toMatchObject({ kind: 'agent_message', sequence: 5 });
    expect(unknownTypes).toEqual({});
  });

  it('keeps the pictures that came with it', () => {
    const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } };
    const { events } = read([...WORK, queued('q1', 'r1', 3, [text('Like this'), picture])]).sessions[0]!;
    expect(events[3]).toMatchObject({ kind: 'user_message', text: 'Like this', attachments: [{ mime: 'image/png' }] });
  });

  it.each<[string, unknown, object]>([
    ['the end of a task', '<task-notification>\n<task-id>b1</task-id>\n</task-notification>', { commandMode: 'task-notification' }],
    ['a message of another program', 'The build is green', { origin: { kind: 'peer' } }],
    ['what the program says it wrote', 'Go on', { isMeta: true }],
    ['the end of a task in a version that says no mode', '<task-notification>b1</task-notification>', { commandMode: undefined }],
  ])('is a note where it is %s', (_name, prompt, more) => {
    expect(read([...WORK, queued('q1', 'r1', 3, prompt, more)]).sessions[0]!.events[3]).toMatchObject({
      kind: 'system_note',
      text: prompt,
    });
  });

  it('is read of versions that say neither its mode nor its place', () => {
    const bare = { type: 'attachment', sessionId: SESSION, timestamp: at(12), attachment: { type: 'queued_command', prompt: 'Thrice' } };
    expect(textsOf([...WORK, ...REWOUND, bare])).toEqual([
      [...COUNTED, 'And the figs', '5'],
      ['And the apples', '8', 'Thrice'],
    ]);
  });

  it('begins no branch, and is left behind by a question that goes back behind it', () => {
    const talk = [...WORK, model('m3', 'r1', 4, text('There are 41.')), queued('q1', 'r1', 5, 'And the plums'), answer('q1')];
    expect(textsOf(talk)).toEqual([[...COUNTED, 'There are 41.', 'And the plums', 'Done.']]);
    const goesBack = [user('u8', 'm3', 20, 'And the apples'), model('m8', 'u8', 21, text('8'))];
    expect(textsOf([...talk, ...goesBack])).toEqual([
      [...COUNTED, 'There are 41.', 'And the plums', 'Done.'],
      ['And the apples', '8'],
    ]);
  });

  it('is no part of the conversation where it is another attachment, and empty where it has no words', () => {
    const other = line('attachment', 'a1', 'r1', 4, { attachment: { type: 'todo_reminder', content: [] } });
    expect(read([...WORK, other]).unknownTypes).toEqual({ attachment: 1 });
    expect(read([...WORK, queued('q1', 'r1', 4, '')]).skipped).toMatchObject([{ line: 4, reason: 'empty content' }]);
  });
});

describe('a queued prompt that comes as a record of the user, too', () => {
  const said = (parent: string, minute: number, uuid = 'u2') => user(uuid, parent, minute, 'And the plums');
  const PLUMS = [...COUNTED, 'And the plums', 'Done.'];
  const prompt = (parent: string, more: object = {}) => queued('q1', parent, 4, 'And the plums', more);

  it.each<[string, Line[]]>([
    ['behind it', [prompt('r1'), said('q1', 5), answer('u2')]],
    ['before it', [said('r1', 5), prompt('u2'), answer('q1')]],
    ['as blocks', [prompt('r1'), user('u2', 'q1', 5, [text('And the plums')]), answer('u2')]],
  ])('is read once where that stands %s', (_name, records) => {
    const { sessions, skipped } = read([...WORK, ...records]);
    expect(textsOf([...WORK, ...records])).toEqual([PLUMS]);
    expect(sessions[0]!.events.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
    expect(skipped).toHaveLength(1);
  });

  it.each<[string, Line[]]>([
    ['by the uuid that it names', [prompt('r1', { source_uuid: 'u2' }), answer('q1'), said('m2', 20)]],
    ['by that uuid the other way round', [said('r1', 4), answer('u2'), prompt('m2', { source_uuid: 'u2' })]],
    ['by its time', [prompt('r1'), answer('q1'), said('m2', 4)]],
  ])('is read once behind an answer %s', (_name, records) => {
    expect(textsOf([...WORK, ...records])).toEqual([PLUMS]);
  });

  it('is kept where the uuid that it names is of something else', () => {
    for (const source of ['r9', 'q1', 'm1'])
      expect(textsOf([...WORK, prompt('r1', { source_uuid: source }), answer('q1')])).toEqual([PLUMS]);
  });

  it('goes on behind the one that was kept, in a fork as well', () => {
    const pair = [queued('q1', 'm8', 12, 'And the plums'), said('q1', 13), model('m4', 'u2', 14, text('17'))];
    expect(textsOf([...WORK, ...REWOUND, ...pair])[1]).toEqual(['And the apples', '8', 'And the plums', '17']);
  });

  it('is said again where the model answered between, or another person of the file says it', () => {
    const again = [prompt('r1'), answer('q1'), said('m2', 20)];
    expect(textsOf([...WORK, ...again])).toEqual([[...PLUMS, 'And the plums']]);
    const side = { ...said('r1', 5), isSidechain: true, agentId: 'a41' };
    expect(textsOf([...WORK, prompt('r1'), side])).toEqual([[...COUNTED, 'And the plums'], ['And the plums']]);
    expect(textsOf([...WORK, prompt('r1'), queued('q2', 'q1', 5, 'And the plums')])).toEqual([
      [...COUNTED, 'And the plums', 'And the plums'],
    ]);
  });

  it('keeps its events where the file grows', () => {
    const records = [...WORK, prompt('r1'), said('q1', 5), answer('u2'), said('m2', 20, 'u5'), queued('q2', 'u5', 21, 'And the plums')];
    const whole = read(records).sessions[0]!.events;
    for (let length = 1; length <= records.length; length++) {
      const events = read(records.slice(0, length)).sessions[0]!.events;
      expect(events).toEqual(whole.slice(0, events.length));
    }
  });
});

describe('a queued prompt that its file repeats', () => {
  const talk = [...WORK, queued('q1', 'r1', 4, 'And the plums', { source_uuid: 's1' }), answer('q1')];

  it('is read once after a resume', () => {
    const copied = talk.map((record, place) => ({
      ...record,
      uuid: `copy-${String(record['uuid'])}`,
      parentUuid: place === 0 ? null : `copy-${String(talk[place - 1]!['uuid'])}`,
    }));
    const goesOn = [user('u9', 'copy-m2', 30, 'And the figs')];
    expect(textsOf([...talk, ...copied, ...goesOn])).toEqual([[...COUNTED, 'And the plums', 'Done.', 'And the figs']]);
  });

  it.each([
    ['behind', [queued('q1', 'r1', 4, 'And the plums'), user('u2', 'q1', 5, 'And the plums'), answer('u2')]],
    ['before', [user('u2', 'r1', 4, 'And the plums'), queued('q1', 'u2', 5, 'And the plums'), answer('q1')]],
  ])('is read once after a resume where the record of the user stood %s it', (_place, last) => {
    const both = [...WORK, ...last];
    const copied = both.map((record, place) => ({
      ...record,
      uuid: `copy-${String(record['uuid'])}`,
      parentUuid: place === 0 ? null : `copy-${String(both[place - 1]!['uuid'])}`,
    }));
    expect(textsOf([...both, ...copied])).toEqual([[...COUNTED, 'And the plums', 'Done.']]);
  });

  it('counts as repeated in a conversation that was forked', () => {
    const fork = '2b0c1f6e-0000-4000-8000-0000000000ff';
    const repeated = talk.map((record) => ({
      ...record,
      sessionId: fork,
      forkedFrom: { sessionId: SESSION, messageUuid: record['uuid'] },
    }));
    const bytes = new TextEncoder().encode(repeated.map((record) => JSON.stringify(record)).join('\n'));
    const { sessions } = importSession({ name: `${fork}.jsonl`, bytes, format: 'claude-code' });
    expect(sessions).toMatchObject([{ parentSession: SESSION, repeatedEvents: 5 }]);
  });
});
