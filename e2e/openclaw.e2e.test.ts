import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventsOf, openMemory, storyOf, type Memory } from './integrations/open-memory.ts';
import { openReplayHost, recordedHooks, type Recorded, type ReplayHost } from './openclaw/replay-host.ts';

const MAIN = '64ab52c4-dae4-4b0c-b6e6-524ff3c0c0b0';
const SPAWNER = 'f55d999f-5125-4adc-8d90-f1581f67f335';
const CHILD = 'fcbaddb8-d3cc-4f73-a2f3-4479bb70e266';
const compaction = recordedHooks('compaction');
const subagent = recordedHooks('subagent');

interface Given {
  readonly prependContext?: string;
  readonly appendSystemContext?: string;
}

describe('the plug-in of OpenClaw, over the hooks of a real run', () => {
  let memory: Memory;
  let folder: string;
  const session = (name: string) => memory.client.space('work').session(name);
  const open = (url = memory.url): ReplayHost =>
    openReplayHost({ url, space: 'work', apiKeyFile: join(folder, 'key'), deadlineMs: 30_000 });

  beforeAll(async () => {
    memory = await openMemory();
    folder = await mkdtemp(join(tmpdir(), 'total-recall-openclaw-'));
    await writeFile(join(folder, 'key'), `${memory.apiKey}\n`);
    await session('earlier').append({ kind: 'user_message', text: 'The staging database listens on port 54329.' }, { wait: 'searchable' });
    const text = 'The quay is painted in #3355aa.';
    await memory.client.space('work').remember({ label: 'reference', subject: 'quay', value: '#3355aa', text });
  });

  afterAll(async () => {
    await memory?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('keeps each message once, also those from before it and what two compactions took', async () => {
    const given = (await open().replay(compaction)) as Given[];
    const talk = [1, 2, 3, 4, 5, 6].flatMap((at) => [
      expect.stringMatching(`^user_message: LONG ${at} The berth ${at} has the number 77${at}`),
      expect.stringMatching('^agent_message: Answer to'),
    ]);
    const called = [
      'agent_message: I look it up.',
      'tool_call: recall',
      expect.stringMatching(/^tool_result: <recalled .*54329/s),
      expect.stringMatching('^agent_message: The tool said'),
    ];
    const asked = 'user_message: CALL-RECALL Look it up with the tool, please.';
    const last = 'user_message: Which number does berth 2 have, as we said before?';
    const story = (await storyOf(session(MAIN))).filter((event) => !event.startsWith('compaction'));
    expect(story).toEqual([asked, ...called, asked, ...called, ...talk, last, ...called]);
    expect(given).toHaveLength(8);
    // Facts stay the same within a session, for the cache of the provider.
    expect(new Set(given.map(({ appendSystemContext }) => appendSystemContext)).size).toBe(1);
    expect(given[0]!.appendSystemContext).toContain('#3355aa');
  });

  it('adds nothing where another process is shown the same session again', async () => {
    const before = (await eventsOf(session(MAIN))).length;
    await open().replay(compaction);
    expect(await eventsOf(session(MAIN))).toHaveLength(before);
  });

  it('brings in what a compaction took from the session itself, and for the request before it', async () => {
    const behind = compaction.findIndex(({ hook }) => hook === 'after_compaction');
    const host = open();
    await host.replay(compaction.slice(0, behind));
    const [, ...rest] = compaction.slice(behind);
    const prompts = rest.filter(({ hook }) => hook === 'before_prompt_build');
    // Its own words are in its context as long as nothing was compacted.
    const asking = prompts.at(-1)!;
    expect((await host.emit(asking)) as Given).not.toHaveProperty('prependContext');
    await host.emit(compaction[behind]!);
    const { prependContext } = (await host.emit(asking)) as Given;
    expect(prependContext).toContain('The berth 2 has the number 772');
    expect(prependContext!.match(/<recalled /g)).toHaveLength(2);
  });

  it('keeps a subagent as a session of its own, with who started it', async () => {
    await open().replay(subagent);
    const child = await eventsOf(session(CHILD));
    expect(child[0]!.body!.meta).toMatchObject({ parent: { session: SPAWNER }, parentAgent: 'main' });
    expect(child[0]!.body!.text).toContain('Count the berths of the quay.');
    const story = await storyOf(session(SPAWNER));
    expect(story[0]).toBe('user_message: SPAWN Hand the counting of berths to a helper.');
    // Reports of a subagent come in the role of the user, who did not say them.
    expect(story.filter((event) => event.startsWith('user_message'))).toHaveLength(1);
    expect(story).toContainEqual(expect.stringMatching(/^system_note: A background task completed/));
  });

  it('answers recall and open, and tells the model of a call that the memory refuses', async () => {
    const host = open();
    const context = { sessionId: MAIN, sessionKey: 'agent:main:one' };
    const ask = async (name: string, args: object) => (await host.tool(name, context).execute('call_1', args)).content[0]!.text;
    expect(await ask('recall', { query: 'port of the staging database' })).toContain('54329');
    expect(await ask('open', { ref: 'earlier/e1' })).toContain('54329');
    expect(await ask('open', { ref: 'e999' })).toContain('not_found');
  });

  it('costs no turn where the memory is away, says so once, and sends what waited when it is back', async () => {
    const [prompt, ...others] = subagent as [Recorded, ...Recorded[]];
    const host = openReplayHost({ url: 'http://127.0.0.1:9', space: 'work', apiKeyFile: join(folder, 'key'), deadlineMs: 500 });
    expect(await host.emit(prompt)).toBeUndefined();
    await host.replay(others.filter(({ hook }) => hook !== 'agent_end'));
    expect(host.log).toEqual([expect.stringContaining('takes no part for now')]);
    const keyless = openReplayHost({ url: memory.url, space: 'away', apiKeyFile: join(folder, 'late-key') });
    expect(await keyless.emit(prompt)).toBeUndefined();
    for (const call of others)
      if (call.hook === 'before_message_write' && call.context.sessionKey === 'agent:main:two') await keyless.emit(call);
    await writeFile(join(folder, 'late-key'), memory.apiKey);
    await keyless.emit({ hook: 'agent_end', event: {}, context: prompt.context });
    const late = await storyOf(memory.client.space('away').session(SPAWNER));
    expect(late.slice(0, 3)).toEqual([
      'user_message: SPAWN Hand the counting of berths to a helper.',
      'agent_message: I hand it over.',
      'tool_call: sessions_spawn',
    ]);
    expect(keyless.log).toEqual([expect.stringContaining('takes no part for now'), 'total-recall: the memory is back.']);
  });

  it.skipIf(process.platform === 'win32')('takes no part where a device stands in the place of the key, which never ends', async () => {
    const host = openReplayHost({ url: memory.url, space: 'away', apiKeyFile: '/dev/zero' });
    expect(await host.emit(subagent[0]!)).toBeUndefined();
    expect(host.log).toEqual([expect.stringContaining('takes no part for now')]);
  });
});
