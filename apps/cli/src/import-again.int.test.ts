import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient, type Client } from '@total-recall/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runHere, startHere, temporaryFolder, type StartedHere } from '../testing/run-cli.ts';

const PARENT = '7f0c1f6e-0000-4000-8000-00000000abcd';
/** Stands before its parent in a folder. */
const FORK = '2b0c1f6e-0000-4000-8000-0000000000ff';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let service: StartedHere;
let client: Client;
let access: Record<string, string>;

beforeAll(async () => {
  folder = await temporaryFolder();
  service = startHere(['serve', '--data-dir', join(folder.path, 'served')], { TOTAL_RECALL_PORT: '0', TOTAL_RECALL_OPS_PORT: '0' });
  const output = await service.printed(/Ctrl-C stops it/);
  const url = /^ *API +(http:\S+)/m.exec(output)![1]!;
  const apiKey = /\btr_[0-9a-f]+_[\w-]{20,}/.exec(output)![0];
  client = createClient({ url, apiKey });
  access = { TOTAL_RECALL_URL: url, TOTAL_RECALL_API_KEY: apiKey };
});
afterAll(async () => {
  service.stop();
  await service.finished;
  await folder.remove();
});

const line = (session: string, minute: number, parent: number | null, more: object = {}): object => {
  const type = minute % 2 === 1 ? 'user' : 'assistant';
  return {
    type,
    uuid: `record${minute}`,
    parentUuid: parent === null ? null : `record${parent}`,
    timestamp: new Date(Date.UTC(2031, 4, 2, 9, minute)).toISOString(),
    sessionId: session,
    message: { id: `msg_${minute}`, role: type, content: [{ type: 'text', text: `said ${minute}` }] },
    ...more,
  };
};
const jsonl = (...records: readonly object[]): string => records.map((record) => `${JSON.stringify(record)}\n`).join('');
const forkedFrom = { sessionId: PARENT };
const PARENTS = jsonl(line(PARENT, 1, null), line(PARENT, 2, 1));
const FORKS = jsonl(line(FORK, 1, null, { forkedFrom }), line(FORK, 2, 1, { forkedFrom }), line(FORK, 3, 2), line(FORK, 4, 3));

/** Writes files of sessions into a folder of their own. */
async function written(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const path = join(folder.path, name);
  await mkdir(path, { recursive: true });
  for (const [session, text] of Object.entries(files)) await writeFile(join(path, `${session}.jsonl`), text);
  return path;
}

async function said(space: string, session: string): Promise<(string | undefined)[]> {
  const texts = [];
  for await (const { body } of client.space(space).session(session).allEvents()) texts.push(body?.text);
  return texts;
}

interface Imported {
  readonly files: readonly {
    readonly file: string;
    readonly sessions: readonly { readonly session: string }[];
    readonly problems: readonly { readonly problem: string }[];
  }[];
}

async function imported(args: readonly string[], apiKey?: string): Promise<Imported> {
  const env = { ...access, ...(apiKey !== undefined && { TOTAL_RECALL_API_KEY: apiKey }) };
  const { code, stdout, stderr } = await runHere(['import', ...args, '--json'], env);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout) as Imported;
}

describe('a conversation that was forked from another', () => {
  it('is imported behind it, without what it repeats, into a service and into a folder', async () => {
    const path = await written('both', { [PARENT]: PARENTS, [FORK]: FORKS });
    const stored = [
      { file: `${PARENT}.jsonl`, sessions: [{ session: PARENT, events: 2, appended: 2 }] },
      { file: `${FORK}.jsonl`, sessions: [{ session: FORK, events: 2, appended: 2, parent: { session: PARENT } }] },
    ];
    expect((await imported([path, '--space', 'both'])).files).toMatchObject(stored);
    expect(await said('both', FORK)).toEqual(['said 3', 'said 4']);
    expect((await client.space('both').session(FORK).get()).parent).toEqual({ session: PARENT });
    const local = [path, '--data-dir', join(folder.path, 'stopped')];
    expect((await imported(local)).files).toMatchObject(stored);
    for (const args of [[path, '--space', 'both'], local])
      expect((await imported(args)).files.flatMap(({ sessions }) => sessions)).toMatchObject([{ appended: 0 }, { appended: 0 }]);
  });

  it('is whole where the other one is not there, and stays as it is once that is', async () => {
    const path = await written('alone', { [FORK]: FORKS });
    await imported([path, '--space', 'alone']);
    const whole = ['said 1', 'said 2', 'said 3', 'said 4'];
    expect(await said('alone', FORK)).toEqual(whole);
    await written('alone', { [PARENT]: PARENTS, [FORK]: FORKS + jsonl(line(FORK, 5, 4)) });
    const { files } = await imported([path, '--space', 'alone']);
    expect(files.flatMap(({ sessions }) => sessions)).toMatchObject([
      { session: PARENT, appended: 2 },
      { session: FORK, appended: 1, duplicates: 2 },
    ]);
    expect(await said('alone', FORK)).toEqual([...whole, 'said 5']);
  });

  it('does not bring back what was erased of the other one', async () => {
    const path = await written('erased', { [PARENT]: PARENTS });
    await imported([path, '--space', 'erased']);
    await client.erase({ space: 'erased', session: PARENT });
    await imported([await written('erased-fork', { [FORK]: FORKS }), '--space', 'erased']);
    expect(await said('erased', FORK)).toEqual(['said 3', 'said 4']);
  });

  it('is followed from where it leaves the other one, and behind a compaction', async () => {
    const path = await written('followed', { [PARENT]: PARENTS });
    const following = startHere(['import', path, '--follow', '--space', 'followed'], access);
    await following.printed(/^7f0c\S+ .* 2 +0$/m);
    await written('followed', { [FORK]: FORKS });
    await following.printed(/^2b0c\S+ {2}\+2$/m);
    const rewound = [
      line(FORK, 5, 4),
      line(FORK, 6, 5),
      line(FORK, 7, 4, { uuid: 'rewound7' }),
      line(FORK, 8, 7, { parentUuid: 'rewound7' }),
    ];
    await appendFile(join(path, `${FORK}.jsonl`), jsonl(...rewound));
    await following.printed(/fork-rewound7 {2}\+2$/m);
    const boundary = { type: 'system', content: 'compacted', message: undefined, parentUuid: null, logicalParentUuid: 'record8' };
    await appendFile(join(path, `${FORK}.jsonl`), jsonl(line(FORK, 9, null, boundary), line(FORK, 11, 9), line(FORK, 12, 11)));
    const shown = await following.printed(/fork-rewound7 {2}\+3$/m);
    expect(shown.match(/ {2}\+\d$/gm)).toHaveLength(4);
    following.stop();
    expect((await following.finished).code).toBe(0);
    expect(await said('followed', FORK)).toEqual(['said 3', 'said 4', 'said 5', 'said 6']);
    expect(await said('followed', `${FORK}.fork-rewound7`)).toEqual(['said 7', 'said 8', 'compacted', 'said 11', 'said 12']);
  });
});

describe('prompts that were queued, in a file of which an earlier version read none', () => {
  it('begin one fork, which the file finds again', async () => {
    const queued = (uuid: string, prompt: string, minute: number) => ({
      ...line(PARENT, minute, minute - 1),
      type: 'attachment',
      uuid,
      message: undefined,
      attachment: { type: 'queued_command', commandMode: 'prompt', prompt },
    });
    const talk = [line(PARENT, 1, null), line(PARENT, 2, 1), line(PARENT, 3, 2), line(PARENT, 4, 3)];
    const [first, second] = [queued('q1', 'hurry', 2), queued('q2', 'stop', 4)];
    const before = await written('queued-before', { [PARENT]: jsonl(...talk) });
    const after = await written('queued', { [PARENT]: jsonl(talk[0]!, talk[1]!, first, talk[2]!, talk[3]!, second) });
    await imported([before, '--space', 'queued']);
    const [file] = (await imported([after, '--space', 'queued'])).files;
    const [main, fork, ...others] = file!.sessions.map(({ session }) => session);
    expect([main, others]).toEqual([PARENT, []]);
    expect(await said('queued', PARENT)).toEqual(['said 1', 'said 2', 'said 3', 'said 4']);
    expect(await said('queued', fork!)).toEqual(['hurry', 'said 3', 'said 4', 'stop']);
    const again = await imported([after, '--space', 'queued']);
    expect(again.files[0]!.sessions).toEqual([
      expect.objectContaining({ session: PARENT, appended: 0 }),
      expect.objectContaining({ session: fork, appended: 0 }),
    ]);
  });
});

describe('a file that is imported again about somebody else', () => {
  const talk = (...texts: string[]): string =>
    jsonl(...texts.map((content, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content })));
  const about = async (space: string, session: string): Promise<unknown[]> => {
    const found = [];
    for await (const { body } of client.space(space).session(session).allEvents()) found.push([body?.text, body?.meta.subject]);
    return found;
  };

  it('is a fork, with nothing told of whom it is, where the key may not read', async () => {
    const path = await written('talks-unread', { talk: talk('one', 'two') });
    await imported([path, '--space', 'unread', '--subject', 'ana']);
    const { apiKey } = await client.createKey({ name: 'writer', scopes: ['write'], subjects: ['ben'] });
    const [again] = (await imported([path, '--space', 'unread', '--subject', 'ben'], apiKey)).files;
    expect(again!.sessions).toMatchObject([{ appended: 0 }, { appended: 2 }]);
    expect(JSON.stringify(again)).not.toMatch(/\bana\b|imported before/);
  });

  it('is refused with the reason where the log has it about somebody to whom the key is not bound', async () => {
    const path = await written('talks-bound', { talk: talk('one', 'two') });
    await imported([path, '--space', 'bound', '--subject', 'ben']);
    const { apiKey } = await client.createKey({ name: 'of ana', scopes: ['write', 'read'], subjects: ['ana'] });
    const { code, stderr } = await runHere(['import', path, '--space', 'bound', '--subject', 'ana'], {
      ...access,
      TOTAL_RECALL_API_KEY: apiKey,
    });
    expect([code, stderr]).toEqual([1, expect.stringContaining('was imported before, about somebody to whom the key is not bound')]);
  });

  it.each([
    ['a service', ['--space', 'about']],
    ['a folder', ['--data-dir', 'about']],
  ])('stays about whom it is, and says so: %s', async (_name, [option, place]) => {
    const into = [option!, option === '--space' ? place! : join(folder.path, place!)];
    const path = await written(`talks-of-${place}${option}`, { talk: talk('one', 'two') });
    const first = await imported([path, ...into]);
    const { session } = first.files[0]!.sessions[0]!;
    await writeFile(join(path, 'talk.jsonl'), talk('one', 'two', 'three', 'four'));
    const [again] = (await imported([path, ...into, '--subject', 'ana'])).files;
    expect(again!.sessions).toMatchObject([{ session, appended: 2, duplicates: 2 }]);
    expect(again!.problems[0]!.problem).toMatch(/was imported before, and stays about whom it is: nobody in particular\. /);
    await writeFile(join(path, 'talk.jsonl'), talk('one', 'two', 'three', 'four', 'five'));
    const [third] = (await imported([path, ...into, '--subject', 'ben'])).files;
    expect(third!.sessions).toMatchObject([{ session, appended: 1, duplicates: 4 }]);
    expect(third!.problems[0]!.problem).toMatch(/stays about whom it is: nobody in particular, ana\. /);
    const printed = await runHere(['import', path, ...into], access);
    expect(printed.stderr).toMatch(/: ana, ben\. What is new in the file is about nobody in particular/);
    if (option === '--space')
      expect(await about(place!, session)).toEqual([
        ['one', undefined],
        ['two', undefined],
        ['three', 'ana'],
        ['four', 'ana'],
        ['five', 'ben'],
      ]);
  });

  it('is followed about whom it is imported for', async () => {
    const path = await written('followed-about', { talk: talk('one', 'two') });
    await imported([path, '--space', 'followed-about']);
    const following = startHere(['import', path, '--follow', '--space', 'followed-about', '--subject', 'ana'], access);
    await following.printed(/^talk\.\S+ .* 0 +2$/m);
    await appendFile(join(path, 'talk.jsonl'), talk('three'));
    const shown = await following.printed(/^talk\.\S+ {2}\+1$/m);
    expect(shown).not.toContain('fork');
    following.stop();
    const { stderr } = await following.finished;
    expect(stderr.match(/was imported before/g)).toHaveLength(1);
    const session = /^talk\.\w+/m.exec(shown)![0];
    expect(await about('followed-about', session)).toEqual([
      ['one', undefined],
      ['two', undefined],
      ['three', 'ana'],
    ]);
  });
});
