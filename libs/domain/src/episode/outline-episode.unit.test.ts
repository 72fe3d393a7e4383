import { describe, expect, it } from 'vitest';
import { outlineEpisode, type OutlinedEvent } from './outline-episode.ts';

type Said = Omit<OutlinedEvent, 'eventId'>;
const numbered = (events: readonly Said[]): OutlinedEvent[] => events.map((event, at) => ({ ...event, eventId: `e${at + 1}` }));
const user = (text: string): Said => ({ kind: 'user_message', text });
const agent = (text: string): Said => ({ kind: 'agent_message', text });
const call = (name: string, args: Readonly<Record<string, unknown>>): Said => ({
  kind: 'tool_call',
  text: '',
  call: { id: 'c', name, arguments: JSON.stringify(args) },
});
const result = (text: string, isError = false): Said => ({ kind: 'tool_result', text, isError });
const lines = (events: readonly Said[]): string[] =>
  outlineEpisode(numbered(events)).map(({ part, text, eventId }) => `${part} ${eventId}: ${text}`);

const RUN: readonly Said[] = [
  user('Hi there!\n\nThe harbour crane stops at 40 tons since the update. Find out why.'),
  agent('Let me look at the limiter:'),
  call('read_file', { path: 'src/crane/limiter.ts' }),
  result('{"limit": 40, "unit": "tons"}'),
  agent('I will raise the limit.'),
  call('edit_file', { path: 'src/crane/limiter.ts', old: '40', new: '60' }),
  result('ok'),
  call('bash', { command: 'npm test' }),
  result('Running 12 tests\nAssertionError: expected 40 to be 60\nexit code 1', true),
  call('bash', { command: 'npm test' }),
  result('12 passed'),
  agent('```ts\nconst limit = 60;\n```\nThe limiter held the old tonnage, and the crane now lifts 60 tons.\n- tests pass again'),
];

describe('the outline of an episode', () => {
  it('is what was asked, done, what failed and how it ended, in words of its events', () => {
    expect(lines(RUN)).toEqual([
      'asked e1: The harbour crane stops at 40 tons since the update.',
      'did e10: changed limiter.ts; 2 commands (npm); 1 file read',
      'failed e9: AssertionError: expected 40 to be 60',
      'outcome e12: The limiter held the old tonnage, and the crane now lifts 60 tons.',
    ]);
  });

  it('leaves out a label that an agent puts before all that it says', () => {
    const run = [
      user('Please grease the harbour crane.'),
      agent('PLAN: first I open the hatch.'),
      call('open', {}),
      agent('PLAN: the crane is greased.'),
    ];
    expect(lines(run).at(-1)).toBe('outcome e4: the crane is greased.');
  });

  it('of talk without tools is the sentences that tell most of it', () => {
    const talk = [
      user('The northern crane needs grease. Nice weather today.'),
      agent('Okay. The northern crane was greased in May.'),
      user('> quoted from a letter about a yacht\nThanks a lot!'),
    ];
    expect(lines(talk)).toEqual([
      'said e1: The northern crane needs grease.',
      'said e2: The northern crane was greased in May.',
      'said e3: Thanks a lot!',
    ]);
  });

  it('of a run that is cut in the middle of its work asks for nothing', () => {
    expect(outlineEpisode(numbered(RUN.slice(1, 4))).map(({ part }) => part)).toEqual(['did', 'outcome']);
    expect(outlineEpisode([])).toEqual([]);
  });
});

it('takes off marks of emphasis, and leaves those of a power', () => {
  const said = outlineEpisode(numbered([user('The **crane** lifts 2**31 grams at **most.**')]));
  expect(said.map(({ text }) => text)).toEqual(['The crane lifts 2**31 grams at most.']);
});
