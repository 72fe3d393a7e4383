import { TotalRecallError, type SentEvents } from '@total-recall/runtime';
import { describe, expect, it } from 'vitest';
import { HOLDS_NOTHING } from '../../testing/holds-nothing.ts';
import { createKeeper } from '../../testing/keeper.ts';
import { importFile as importInto } from './import-file.ts';

const ADDRESS = { tenant: 't', space: 's', session: 'talk' };
const say = (text: string, at: number) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content: text });
const chat = (...texts: string[]) => Buffer.from(JSON.stringify(texts.map(say)));

/** Imports where nothing is known of earlier imports but what the log refuses. */
const importFile = (file: Parameters<typeof importInto>[0], append: Parameters<typeof importInto>[1]) =>
  importInto(file, append, HOLDS_NOTHING);

describe('a session file that comes again', () => {
  it('adds what is new of one that grew, and nothing the third time', async () => {
    const { append, stored } = createKeeper();
    const files = [chat('a', 'b'), chat('a', 'b', 'c', 'd'), chat('a', 'b', 'c', 'd')];
    const reports = [];
    for (const bytes of files) reports.push((await importFile({ address: ADDRESS, bytes }, append)).sessions[0]);
    expect(reports.map((report) => [report!.appended, report!.duplicates])).toEqual([
      [2, 0],
      [2, 2],
      [0, 4],
    ]);
    expect(stored()).toEqual([['talk', ['a', 'b', 'c', 'd']]]);
  });

  it('becomes a fork from where it says something else, with its parent, and the same fork again', async () => {
    const { append, stored, kept } = createKeeper();
    await importFile({ address: ADDRESS, bytes: chat('a', 'b', 'c', 'd') }, append);
    const rewound = { address: ADDRESS, bytes: chat('a', 'b', 'other', 'way', 'on') };
    const [main, fork] = (await importFile(rewound, append)).sessions;
    expect([main!.appended, main!.duplicates, fork!.appended]).toEqual([0, 2, 3]);
    expect(fork!.session).toMatch(/^talk\.fork-[0-9a-f]{8}$/);
    const parent = { session: 'talk', source: expect.stringMatching(/^openai-chat:talk/), sequence: 2 };
    expect(fork!.parent).toMatchObject(parent);
    expect([...kept.values()][1]!.get(1)!.meta!.parent).toMatchObject(parent);
    expect((await importFile(rewound, append)).sessions.map(({ appended }) => appended)).toEqual([0, 0]);
    expect(stored()).toEqual([
      ['talk', ['a', 'b', 'c', 'd']],
      [fork!.session, ['other', 'way', 'on']],
    ]);
  });

  it('adds what is new of one whose notes of a program were imported as messages of the user', async () => {
    const note = '<local-command-stdout>ok</local-command-stdout>';
    const texts = ['a', 'b', note, 'c', 'd', 'e', note];
    const { append, kept } = createKeeper();
    const before = chat(...texts.slice(0, 4));
    await importFile({ address: ADDRESS, bytes: before }, (request) =>
      append({ ...request, events: request.events.map((event) => ({ ...event, ...(event.text === note && { kind: 'user_message' }) })) }),
    );
    const { sessions } = await importFile({ address: ADDRESS, bytes: chat(...texts) }, append);
    expect(sessions).toMatchObject([{ session: 'talk', appended: 3, duplicates: 4 }]);
    expect([...kept.values()].map((events) => [...events.values()].map(({ kind }) => kind))).toEqual([
      ['user_message', 'agent_message', 'user_message', 'agent_message', 'user_message', 'agent_message', 'system_note'],
    ]);
  });

  it('sends nothing that is known to be there, where that is remembered', async () => {
    const { append, sent } = createKeeper();
    const sentBefore: SentEvents = new Map();
    for (const bytes of [chat('a', 'b'), chat('a', 'b', 'c')]) await importFile({ address: ADDRESS, bytes, sent: sentBefore }, append);
    expect(sent).toEqual(['a', 'b', 'c']);
  });

  it('is compared with what was sent, where that is remembered: a rewind is a fork, that goes on as one', async () => {
    const { append, stored, sent } = createKeeper();
    const sentBefore: SentEvents = new Map();
    const follow = async (...texts: string[]) =>
      (await importFile({ address: ADDRESS, bytes: chat(...texts), sent: sentBefore }, append)).sessions.map(({ session }) => session);
    await follow('a', 'b', 'c', 'd');
    const [, fork] = await follow('a', 'b', 'x', 'y');
    expect(fork).toMatch(/^talk\.fork-[0-9a-f]{8}$/);
    expect(await follow('a', 'b', 'x', 'y', 'u', 'v')).toEqual(['talk', fork]);
    expect(await follow('a', 'b')).toEqual(['talk']);
    expect(await follow('a', 'b', 'c', 'd', 'e')).toEqual(['talk']);
    expect(stored()).toEqual([
      ['talk', ['a', 'b', 'c', 'd', 'e']],
      [fork, ['x', 'y', 'u', 'v']],
    ]);
    expect(sent).toEqual(['a', 'b', 'c', 'd', 'x', 'y', 'u', 'v', 'e']);
  });

  it('is sent whole where it begins otherwise, as another conversation under its name', async () => {
    const { append, stored } = createKeeper();
    const sentBefore: SentEvents = new Map();
    for (const texts of [
      ['a', 'b', 'c'],
      ['a', 'other', 'c'],
    ])
      await importFile({ address: ADDRESS, bytes: chat(...texts), sent: sentBefore }, append);
    expect(stored()).toEqual([
      ['talk', ['a', 'b', 'c']],
      ['talk', ['a', 'other', 'c']],
    ]);
  });
});

it('gives the agent and the person that are asked for to events that name none', async () => {
  const { append, kept } = createKeeper();
  const lines = [
    { kind: 'user_message', text: 'a', meta: { subject: 'ben' } },
    { kind: 'user_message', text: 'b' },
  ];
  const bytes = Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n'));
  await importFile({ address: ADDRESS, bytes, agent: 'scout', subject: 'ana' }, append);
  expect([...kept.values()].flatMap((events) => [...events.values()].map(({ meta }) => meta))).toMatchObject([
    { agent: 'scout', subject: 'ben' },
    { agent: 'scout', subject: 'ana' },
  ]);
});

describe('a system prompt', () => {
  const talk = (system: string, ...texts: string[]) => Buffer.from(JSON.stringify({ system, messages: texts.map(say) }));
  const kinds = (kept: ReturnType<typeof createKeeper>['kept']) =>
    [...kept].map(([key, events]) => [key.split(' ')[0], [...events.values()].map(({ kind }) => kind)]);
  const NOTE = ['system_note', 'user_message', 'agent_message'];
  const PERSONA = ['persona', 'user_message', 'agent_message'];

  it.each([
    [undefined, NOTE],
    ['system_note', NOTE],
    ['persona', PERSONA],
  ] as const)('is kept as what is asked for: %s', async (systemAs, expected) => {
    const { append, kept } = createKeeper();
    await importFile({ address: ADDRESS, bytes: talk('Be brief.', 'a', 'b'), ...(systemAs && { systemAs }) }, append);
    expect(kinds(kept)).toEqual([['talk', expected]]);
  });

  it.each([
    ['system_note', 'persona', NOTE],
    ['persona', 'system_note', PERSONA],
    ['persona', undefined, PERSONA],
  ] as const)('stays what it was imported as, where the file comes again otherwise: %s, %s', async (first, again, expected) => {
    const { append, kept } = createKeeper();
    await importFile({ address: ADDRESS, bytes: talk('Be brief.', 'a', 'b'), systemAs: first }, append);
    const more = { address: ADDRESS, bytes: talk('Be brief.', 'a', 'b', 'c'), ...(again && { systemAs: again }) };
    const { sessions, problems } = await importFile(more, append);
    expect(sessions).toMatchObject([{ session: 'talk', appended: 1, duplicates: 3 }]);
    expect(kinds(kept)).toEqual([['talk', [...expected, 'user_message']]]);
    const untimed = '4 events have no time in the file: all that is known of them is that they are from before the import.';
    expect(problems.map(({ problem }) => problem)).toEqual(
      again ? [`The system prompt of talk was imported before, and stays what it is: no ${again}.`, untimed] : [untimed],
    );
    const rewound = await importFile({ ...more, bytes: talk('Be brief.', 'a', 'b', 'other') }, append);
    expect(rewound.sessions.map(({ appended, duplicates }) => [appended, duplicates])).toEqual([
      [0, 3],
      [1, 0],
    ]);
  });

  it('that is another one begins a fork of the kind that is asked for', async () => {
    const { append, kept } = createKeeper();
    await importFile({ address: ADDRESS, bytes: talk('Be brief.', 'a', 'b') }, append);
    const other = { address: ADDRESS, bytes: talk('Be long.', 'a', 'b'), systemAs: 'persona' } as const;
    await importFile(other, append);
    expect(kinds(kept)).toEqual([
      ['talk', NOTE],
      [expect.stringMatching(/^talk\.fork-/), PERSONA],
    ]);
    expect((await importFile({ ...other, systemAs: 'system_note' }, append)).sessions.map(({ appended }) => appended)).toEqual([0, 0]);
  });

  it('is a note where windows cannot keep it whole, and the rest comes in', async () => {
    const { append, kept } = createKeeper();
    const refusing: typeof append = (request) =>
      request.events.some(({ kind }) => kind === 'persona')
        ? Promise.reject(new TotalRecallError('guarded_over_budget', 'too much'))
        : append(request);
    const { sessions, problems } = await importFile(
      { address: ADDRESS, bytes: talk('Be brief.', 'a', 'b'), systemAs: 'persona' },
      refusing,
    );
    expect(sessions).toMatchObject([{ appended: 3 }]);
    expect(kinds(kept)).toEqual([['talk', NOTE]]);
    expect(problems[0]).toEqual({ problem: 'The system prompt of talk is larger than what windows keep whole, and is a note.' });
  });

  it('is sent once where a file is followed', async () => {
    const { append, sent, kept } = createKeeper();
    const sentBefore: SentEvents = new Map();
    for (const texts of [
      ['a', 'b'],
      ['a', 'b', 'c'],
    ])
      await importFile({ address: ADDRESS, bytes: talk('Be brief.', ...texts), systemAs: 'persona', sent: sentBefore }, append);
    expect(sent).toEqual(['Be brief.', 'a', 'b', 'c']);
    expect(kinds(kept)).toEqual([['talk', [...PERSONA, 'user_message']]]);
  });
});

it('says of a file that is too much to be read why it is refused', async () => {
  const deep = Buffer.from(`{"system":${'['.repeat(70_000)}${']'.repeat(70_000)},"messages":[]}`);
  await expect(importFile({ address: ADDRESS, bytes: deep }, createKeeper().append)).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('(nested more than 256 deep)'),
  });
});
