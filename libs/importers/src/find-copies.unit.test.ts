import { describe, expect, it } from 'vitest';
import { importSession } from './import-session.ts';
import { IMPORT_LIMITS } from './import-limits.ts';

type Line = Readonly<Record<string, unknown>>;

const SESSION = '7f0c1f6e-0000-4000-8000-00000000abcd';
const at = (minute: number) => new Date(Date.UTC(2031, 4, 2, 9, minute)).toISOString();
const text = (words: string) => ({ type: 'text', text: words });
const line = (type: string, uuid: string, parentUuid: string | null, minute: number, message: object): Line => ({
  type,
  uuid,
  parentUuid,
  timestamp: at(minute),
  sessionId: SESSION,
  isSidechain: false,
  message: { role: type, ...message },
});
const user = (uuid: string, parent: string | null, minute: number, content: unknown) => line('user', uuid, parent, minute, { content });
const model = (uuid: string, parent: string, minute: number, block: unknown, id = `msg_${minute}`) =>
  line('assistant', uuid, parent, minute, { id, content: [block] });
/** Repeats a chain of records as a resumed conversation does: each behind the one before it, the first behind none. */
const again = (records: readonly Line[], prefix = 'copy'): Line[] =>
  records.map((record, place) => ({
    ...record,
    uuid: `${prefix}-${String(record['uuid'])}`,
    parentUuid: place === 0 ? null : `${prefix}-${String(records[place - 1]!['uuid'])}`,
  }));
const read = (records: readonly Line[]) =>
  importSession({
    name: `${SESSION}.jsonl`,
    bytes: new TextEncoder().encode(records.map((record) => JSON.stringify(record)).join('\n')),
    format: 'claude-code',
  });
const textsOf = (records: readonly Line[]) =>
  read(records).sessions.map(({ events }) => events.map((event) => event.text ?? event.call!.id));

const TALK = [
  user('u1', null, 1, [text('<ide_opened_file>The user opened pears.csv</ide_opened_file>'), text('Count the pears')]),
  model('m1', 'u1', 2, { type: 'tool_use', id: 't1', name: 'count', input: {} }),
  user('r1', 'm1', 3, [{ type: 'tool_result', tool_use_id: 't1', content: '41' }]),
  model('m2', 'r1', 4, text('There are 41.')),
  user('u2', 'm2', 5, 'And the plums'),
  model('m3', 'u2', 6, text('17')),
];

describe('a conversation that its file repeats after a resume', () => {
  it('is read once, and goes on behind the first', () => {
    const grown = [...TALK, ...again(TALK), user('u3', 'copy-m3', 9, 'And the quinces'), model('m4', 'u3', 10, text('8'))];
    expect(textsOf(grown)).toEqual([[...textsOf(TALK)[0]!, 'And the quinces', '8']]);
    const { skipped, warnings } = read(grown);
    expect(skipped.map(({ reason }) => reason)).toEqual(TALK.map(() => 'copy under a new uuid'));
    expect(warnings).toEqual([]);
  });

  it('is read once where a message of several blocks comes again as one record for each', () => {
    const [first, ...rest] = TALK;
    const blocks = (first!['message'] as { content: unknown[] }).content;
    const split = blocks.map((block, place) => user(`u1-${place}`, place === 0 ? null : 'u1-0', 1, [block]));
    const grown = [...TALK, ...split, ...again([split[1]!, ...rest]).slice(1), user('u3', 'copy-m3', 9, 'And the quinces')];
    expect(textsOf(grown)).toEqual([[...textsOf(TALK)[0]!, 'And the quinces']]);
  });

  it('forks where the resumed one goes on from an earlier place', () => {
    const grown = [...TALK, ...again(TALK.slice(0, 4)), user('u3', 'copy-m2', 9, 'And the quinces'), model('m4', 'u3', 10, text('8'))];
    expect(textsOf(grown)).toEqual([...textsOf(TALK), ['And the quinces', '8']]);
    expect(read(grown).sessions[1]).toMatchObject({ parentSession: SESSION, parentSequence: 4 });
  });

  it('keeps the sequences of what was imported when copies were kept', () => {
    const resumed = [...TALK, ...again(TALK), user('u3', 'copy-m3', 9, 'And the quinces')];
    const [first] = read(TALK).sessions;
    const [grown] = read(resumed).sessions;
    expect(grown!.events.slice(0, -1)).toEqual(first!.events);
    expect(grown!.events.at(-1)!.sequence).toBe(2 * first!.events.length + 1);
  });

  it('leaves no more gaps than a service keeps open', () => {
    const resumes = Array.from({ length: 100 }, (_, n) => [...again(TALK, `c${n}`), user(`q${n}`, `c${n}-m3`, 20 + n, `Question ${n}`)]);
    const sequences = read([...TALK, ...resumes.flat()]).sessions.flatMap(({ events }) => events.map(({ sequence }) => sequence!));
    expect(sequences).toHaveLength(106);
    const gaps = sequences.filter((sequence, place) => place > 0 && sequence !== sequences[place - 1]! + 1);
    expect(gaps).toHaveLength(IMPORT_LIMITS.sequenceGaps);
  });

  it.each<[string, Line]>([
    ['another time', { ...TALK[4]!, uuid: 'x', timestamp: at(30) }],
    ['no time', { ...TALK[4]!, uuid: 'x', timestamp: undefined }],
    ['another speaker', { ...TALK[4]!, uuid: 'x', type: 'assistant' }],
    ['another message id', model('x', 'u2', 6, text('17'), 'msg_other')],
    ['other words', user('x', 'm2', 5, 'And the figs')],
  ])('is not taken for one with %s', (_name, record) => {
    expect(textsOf([...TALK, record]).flat()).toHaveLength(textsOf(TALK).flat().length + 1);
  });

  it('leaves two subagents apart that begin at the same moment with the same prompt', () => {
    const side = (record: Line) => ({ ...record, isSidechain: true });
    const { sessions } = read([
      ...TALK,
      side(user('sideone1', null, 7, 'Count a row')),
      side(user('sidetwo2', null, 7, 'Count a row')),
      side(model('m7', 'sideone1', 8, text('4'), 'msg_a')),
      side(model('m8', 'sidetwo2', 8, text('4'), 'msg_b')),
    ]);
    expect(sessions.map(({ events }) => events.length)).toEqual([textsOf(TALK)[0]!.length, 2, 2]);
  });
});
