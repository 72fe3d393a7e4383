import { lstat, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient, type SpaceClient } from '@total-recall/client';
import { createSystemClock } from '@total-recall/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli, type temporaryFolder } from '../testing/run-cli.ts';
import { startMemory } from '../testing/start-memory.ts';
import { runHook } from './hook/run-hook.ts';

const SESSION = '6d1f0c1e-2b7a-4c55-9c1e-0a7b5f4e2d11';
const PROMPT = 'Which retry limit did we set for the harbour service?';
let memory: Awaited<ReturnType<typeof startMemory>>;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let env: Record<string, string>;
let url: string;
let space: SpaceClient;
let transcript: string;

beforeAll(async () => {
  memory = await startMemory();
  ({ folder, url, space } = memory);
  env = { ...memory.env, CLAUDE_CONFIG_DIR: join(folder.path, 'config') };
  transcript = join(folder.path, 'projects', `${SESSION}.jsonl`);
  await mkdir(join(folder.path, 'projects', SESSION, 'subagents'), { recursive: true });
});
afterAll(() => memory.stop());

/** The payloads have the fields that the documentation of hooks names. */
function hook(event: string, more: object = {}, to = url) {
  const payload = {
    session_id: SESSION,
    transcript_path: transcript,
    cwd: folder.path,
    permission_mode: 'default',
    hook_event_name: event,
    ...more,
  };
  const args = ['hook', 'claude-code', '--space', 'work', '--url', to, '--api-key-file', env['KEY_FILE']!, '--deadline-ms', '60000'];
  return runCli(args, env, JSON.stringify(payload));
}

function line(uuid: string, parentUuid: string | null, type: 'user' | 'assistant', content: unknown, more: object = {}): string {
  const message = { role: type, content, ...(type === 'assistant' && { id: `msg-${uuid}` }) };
  return `${JSON.stringify({ uuid, parentUuid, type, sessionId: SESSION, timestamp: '2026-03-01T10:00:00.000Z', message, ...more })}\n`;
}

describe('the hooks of Claude Code', () => {
  it('bring earlier words in with a prompt that asks, and nothing with one that does not', async () => {
    const asked = await hook('UserPromptSubmit', { prompt: PROMPT });
    expect(asked).toMatchObject({ code: 0, stderr: '' });
    const { hookSpecificOutput } = JSON.parse(asked.stdout) as { hookSpecificOutput: { hookEventName: string; additionalContext: string } };
    expect(hookSpecificOutput.hookEventName).toBe('UserPromptSubmit');
    expect(hookSpecificOutput.additionalContext).toContain('is 17 now');
    for (const prompt of ['yes', '/compact and go on with the harbour service'])
      expect(await hook('UserPromptSubmit', { prompt })).toMatchObject({ code: 0, stdout: '' });
  });

  it('bring evidence in for a request beside a log or code that was pasted, and none for these alone', async () => {
    const log = Array.from({ length: 120 }, (_, at) => `10:${at}:00 WARN pump-${at} connection reset by peer after ${at * 3} ms`).join(
      '\n',
    );
    const code = Array.from({ length: 60 }, (_, at) => `const value${at} = compute(${at}); // step ${at} of the pipeline`).join('\n');
    for (const prompt of [`${log}\n\n${PROMPT}`, `${PROMPT}\n\n${log}`, `${code}\n${PROMPT}\n\n`, `${PROMPT}\n${'```'}\n${code}\n${'```'}`])
      expect((await hook('UserPromptSubmit', { prompt })).stdout, prompt.slice(0, 60)).toContain('is 17 now');
    for (const prompt of [log, code]) expect((await hook('UserPromptSubmit', { prompt })).stdout).toBe('');
  });

  it('keep a transcript as it grows, a subagent as a session of its own', async () => {
    await writeFile(transcript, line('a1', null, 'user', 'Paint the quay in #3355aa.'));
    expect(await hook('Stop', { stop_hook_active: false })).toMatchObject({ code: 0, stdout: '' });
    await writeFile(
      transcript,
      (await readFile(transcript, 'utf8')) + line('a2', 'a1', 'assistant', [{ type: 'text', text: 'The quay is painted in #3355aa.' }]),
    );
    const side = { isSidechain: true, agentId: 'painter' };
    await writeFile(
      join(folder.path, 'projects', SESSION, 'subagents', 'agent-painter.jsonl'),
      line('b1', null, 'user', 'Mix #3355aa.', side),
    );
    expect(await hook('PreCompact', { trigger: 'auto', custom_instructions: '' })).toMatchObject({ code: 0, stdout: '' });
    const { sessions } = await space.sessions();
    expect(sessions.map(({ session }) => session).toSorted()).toEqual(['earlier', SESSION, `${SESSION}.agent-painter`].toSorted());
    const { rendered } = await space.recall('colour of the quay');
    expect(rendered).toContain('The quay is painted in #3355aa.');
  });

  it('bring the last request back after a compaction', async () => {
    const prompt = 'Which colour does the quay have, and why is it painted?';
    expect((await hook('UserPromptSubmit', { prompt })).stdout).not.toContain('painted in #3355aa');
    // It asks for nothing, so the last request is the one before.
    await hook('UserPromptSubmit', { prompt: 'ja, mach' });
    const started = await hook('SessionStart', { source: 'compact' });
    expect(JSON.parse(started.stdout)).toMatchObject({ hookSpecificOutput: { hookEventName: 'SessionStart' } });
    expect(started.stdout).toContain('painted in #3355aa');
    expect(started.stdout).toMatch(/\\n## e\d+ /);
    expect(started.stdout).toContain(`e184 without a session is of this conversation: open takes it as ${SESSION}/e184.`);
    expect((await hook('UserPromptSubmit', { prompt })).stdout).toContain('painted in #3355aa');
  });

  it('bring evidence in for a prompt also while a long transcript is not sent yet', async () => {
    const client = createClient({ url, apiKey: (await readFile(env['KEY_FILE']!, 'utf8')).trim() });
    const deps = {
      client,
      space: 'work',
      format: 'claude-code',
      clock: createSystemClock(),
      signal: new AbortController().signal,
      captureSignal: AbortSignal.abort(),
    } as const;
    const unsent = join(folder.path, 'projects', 'unsent.jsonl');
    await writeFile(unsent, line('c1', null, 'user', 'A prompt of long ago.', { sessionId: 'unsent' }));
    const payload = { session_id: 'unsent', transcript_path: unsent, hook_event_name: 'UserPromptSubmit', prompt: PROMPT };
    expect(await runHook(payload, { ...deps, state: { files: {} } })).toContain('is 17 now');
    expect((await space.sessions()).sessions.map(({ session }) => session)).not.toContain('unsent');
    await runHook({ ...payload, hook_event_name: 'Stop' }, { ...deps, captureSignal: deps.signal, state: { files: {} } });
    expect((await space.session('unsent').get()).events).toBe(1);
  });

  it('keep what a transcript says otherwise than before as a fork, also where it is as long as before', async () => {
    const client = createClient({ url, apiKey: (await readFile(env['KEY_FILE']!, 'utf8')).trim() });
    const { signal } = new AbortController();
    const deps = { client, space: 'work', clock: createSystemClock(), signal, captureSignal: signal, state: { files: {} } };
    const rewound = join(folder.path, 'projects', 'rewound.jsonl');
    const payload = { session_id: 'rewound', transcript_path: rewound, hook_event_name: 'Stop' };
    const asked = line('d1', null, 'user', 'Which crane is free?', { sessionId: 'rewound' });
    for (const crane of ['north', 'south']) {
      await writeFile(rewound, asked + line('d2', 'd1', 'assistant', [{ type: 'text', text: `The ${crane} one.` }]));
      await runHook(payload, { ...deps, format: 'claude-code' });
    }
    const { sessions } = await space.sessions();
    const forks = sessions.filter(({ session }) => session.startsWith('rewound')).map(({ session, events }) => [session, events]);
    expect(forks.toSorted()).toEqual([
      ['rewound', 2],
      [expect.stringMatching(/^rewound\.fork-[0-9a-f]{8}$/), 1],
    ]);
  });

  it('keep of a forked conversation what it says itself, and know that what it repeats is in its context', async () => {
    const client = createClient({ url, apiKey: (await readFile(env['KEY_FILE']!, 'utf8')).trim() });
    const { signal } = new AbortController();
    const deps = { client, space: 'work', format: 'claude-code', clock: createSystemClock(), signal, captureSignal: signal } as const;
    const run = async (session: string, text: string, more: object = {}): Promise<string | undefined> => {
      const path = join(folder.path, 'projects', `${session}.jsonl`);
      await writeFile(path, text);
      const payload = { session_id: session, transcript_path: path, hook_event_name: 'Stop', ...more };
      return runHook(payload, { ...deps, state: { files: {} } });
    };
    const talk = (sessionId: string, more: object = {}): string =>
      line('f1', null, 'user', 'Which tide table does the lock keeper use?', { sessionId, ...more }) +
      line('f2', 'f1', 'assistant', [{ type: 'text', text: 'The lock keeper uses tide table 88-Delta.' }], { sessionId, ...more });
    await run('tides', talk('tides'));
    const forked =
      talk('tides-fork', { forkedFrom: { sessionId: 'tides' } }) + line('f3', 'f2', 'user', 'Print it.', { sessionId: 'tides-fork' });
    await run('tides-fork', forked);
    expect(await space.session('tides-fork').get()).toMatchObject({ events: 1, parent: { session: 'tides' } });
    const asks = { hook_event_name: 'UserPromptSubmit', prompt: 'Which tide table does the lock keeper use, 88-Delta?' };
    expect((await run('tides-fork', forked, asks)) ?? '').not.toContain('uses tide table 88-Delta');
    expect(await run('other-tides', line('g1', null, 'user', 'Hello.', { sessionId: 'other-tides' }), asks)).toContain('88-Delta');
  });

  it('never fail, and say once that the service is down', async () => {
    const nowhere = 'http://127.0.0.1:1';
    const first = await hook('SessionStart', { source: 'startup', session_id: 'other' }, nowhere);
    expect(first.code).toBe(0);
    expect(JSON.parse(first.stdout)).toEqual({
      systemMessage: expect.stringMatching(/^Total Recall is not available: No answer from .*`total-recall serve`/) as string,
    });
    expect(await hook('UserPromptSubmit', { prompt: PROMPT, session_id: 'other' }, nowhere)).toMatchObject({ code: 0, stdout: '' });
    expect(await runCli(['hook', 'claude-code'], env, 'no payload')).toMatchObject({ code: 0, stdout: '' });
  });
});

describe('total-recall install claude-code', () => {
  const settings = () => join(env['CLAUDE_CONFIG_DIR']!, 'settings.json');
  const servers = () => join(env['CLAUDE_CONFIG_DIR']!, '.claude.json');
  const ORIGINAL = '{\n    "model": "opus",\n    "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }] }\n}';

  it('shows the changes, writes them when told to, and is undone byte for byte', async () => {
    await mkdir(env['CLAUDE_CONFIG_DIR']!, { recursive: true });
    await writeFile(settings(), ORIGINAL);
    const args = ['install', 'claude-code', '--space', 'work', '--url', url, '--api-key-file', env['KEY_FILE']!];
    const shown = await runCli(args, env);
    expect(shown.stdout).toContain('Run this again with --yes');
    expect(await readFile(settings(), 'utf8')).toBe(ORIGINAL);
    // Twice, as after an update.
    for (let time = 1; time <= 2; time++) expect(await runCli([...args, '--yes'], env)).toMatchObject({ code: 0 });
    const { hooks } = JSON.parse(await readFile(settings(), 'utf8')) as { hooks: Record<string, { hooks: { command: string }[] }[]> };
    expect(hooks['Stop']!.map((group) => group.hooks[0]!.command)).toEqual([
      'say done',
      expect.stringContaining(' hook claude-code --space work'),
    ]);
    expect(JSON.parse(await readFile(servers(), 'utf8'))).toMatchObject({
      mcpServers: { 'total-recall': { env: { TOTAL_RECALL_API_KEY_FILE: env['KEY_FILE'] } } },
    });
    expect(await runCli(['uninstall', 'claude-code', '--yes'], env)).toMatchObject({ code: 0 });
    expect(await readFile(settings(), 'utf8')).toBe(ORIGINAL);
    await expect(readFile(servers(), 'utf8')).rejects.toThrow('ENOENT');
  });

  it('writes the service that the environment names, as an agent may be started without it', async () => {
    const { stdout } = await runCli(['install', 'claude-code'], { ...env, TOTAL_RECALL_URL: 'http://memory.example:9000' });
    expect(stdout).toContain(' hook claude-code --space main --url http://memory.example:9000');
    expect(stdout).toMatch(/"--url",\s*\+?\s*"http:..memory.example:9000"/);
    const typed = await runCli(['install', 'claude-code', '--url', url], { ...env, TOTAL_RECALL_URL: 'http://memory.example:9000' });
    expect(typed.stdout).toContain(` hook claude-code --space main --url ${url}`);
    expect(typed.stdout).not.toContain('memory.example');
  });

  it('takes only its own part out of a file that was changed since', async () => {
    await writeFile(settings(), ORIGINAL);
    await runCli(['install', 'claude-code', '--yes'], env);
    const changed = JSON.parse(await readFile(settings(), 'utf8')) as object;
    await writeFile(settings(), JSON.stringify({ ...changed, theme: 'dark' }));
    await runCli(['uninstall', 'claude-code', '--yes'], env);
    expect(JSON.parse(await readFile(settings(), 'utf8'))).toEqual({ ...(JSON.parse(ORIGINAL) as object), theme: 'dark' });
  });

  it('takes all of its part out of a file that was changed between two installations', async () => {
    await writeFile(settings(), ORIGINAL);
    await runCli(['install', 'claude-code', '--yes'], env);
    const changed = JSON.parse(await readFile(settings(), 'utf8')) as object;
    await writeFile(settings(), JSON.stringify({ ...changed, theme: 'dark' }));
    for (const space of ['main', 'other']) await runCli(['install', 'claude-code', '--space', space, '--yes'], env);
    await runCli(['uninstall', 'claude-code', '--yes'], env);
    expect(JSON.parse(await readFile(settings(), 'utf8'))).toEqual({ ...(JSON.parse(ORIGINAL) as object), theme: 'dark' });
  });

  it('keeps the mark and the line ends of a file of Windows', async () => {
    const written = `\uFEFF${ORIGINAL.replaceAll('\n', '\r\n')}\r\n`;
    await writeFile(settings(), written);
    expect(await runCli(['install', 'claude-code', '--yes'], env)).toMatchObject({ code: 0 });
    const installed = await readFile(settings(), 'utf8');
    expect(installed).toMatch(/^\uFEFF\{\r\n {4}"model"/);
    expect(installed).not.toMatch(/[^\r]\n/);
    await runCli(['uninstall', 'claude-code', '--yes'], env);
    expect(await readFile(settings(), 'utf8')).toBe(written);
  });

  it('writes through a link, as of settings that are kept elsewhere', async () => {
    const kept = join(folder.path, 'kept-settings.json');
    await writeFile(kept, ORIGINAL);
    await rm(settings());
    await symlink(kept, settings());
    const shown = await runCli(['install', 'claude-code'], env);
    expect(shown.stdout).toContain(`+++ ${settings()} (a link: the file is ${kept})\n`);
    await runCli(['install', 'claude-code', '--yes'], env);
    expect(await readFile(kept, 'utf8')).toContain(' hook claude-code');
    const undone = await runCli(['uninstall', 'claude-code', '--yes'], env);
    expect(undone.stdout).toContain('Removed. A running session of the agent keeps it until its next start.');
    expect((await lstat(settings())).isSymbolicLink()).toBe(true);
    expect(await readFile(kept, 'utf8')).toBe(ORIGINAL);
  });

  it('says that the file of the key is not there, and writes nothing', async () => {
    const missing = join(folder.path, 'no-key');
    const refused = await runCli(['install', 'claude-code', '--api-key-file', missing, '--yes'], env);
    expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining(`There is no ${missing}.`) as string });
    expect(refused.stderr).toContain(`(umask 077 && mkdir -p ${folder.path} && cat > ${missing})`);
    expect(await readFile(settings(), 'utf8')).toBe(ORIGINAL);
  });

  it('says that the file of the key is empty, as a shell writes it where no key is set, and writes nothing', async () => {
    const empty = join(folder.path, 'empty-key');
    await writeFile(empty, '\n', { mode: 0o600 });
    const refused = await runCli(['install', 'claude-code', '--api-key-file', empty, '--yes'], env);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(`${empty} is empty.`) as string });
    expect(refused.stderr).toContain(`cat > ${empty})`);
    expect(await readFile(settings(), 'utf8')).toBe(ORIGINAL);
  });

  it('says where the key is to come from that no file was named for', async () => {
    for (const more of [[], ['--yes']]) {
      const { stdout } = await runCli(['install', 'claude-code', ...more], env);
      expect(stdout).toContain('No --api-key-file was given: the agent needs TOTAL_RECALL_API_KEY in its environment');
    }
    await runCli(['uninstall', 'claude-code', '--yes'], env);
    await writeFile(join(folder.path, 'key'), 'tr_1\n', { mode: 0o600 });
    const named = await runCli(['install', 'claude-code', '--api-key-file', join(folder.path, 'key'), '--yes'], env);
    expect(named.stdout).not.toContain('No --api-key-file');
  });

  it('leaves a file alone that it cannot read', async () => {
    await writeFile(settings(), '{ "model": ');
    expect(await runCli(['install', 'claude-code', '--yes'], env)).toMatchObject({ code: 1 });
    expect(await readFile(settings(), 'utf8')).toBe('{ "model": ');
  });
});
