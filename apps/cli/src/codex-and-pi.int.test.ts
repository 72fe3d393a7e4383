import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../testing/run-cli.ts';
import { startMemory } from '../testing/start-memory.ts';

const THREAD = '0199a0f0-0000-7000-8000-00000000aaaa';
const CHILD = '0199a0f0-0000-7000-8000-00000000bbbb';
const PROMPT = 'Which retry limit did we set for the harbour service?';
let memory: Awaited<ReturnType<typeof startMemory>>;
let env: Record<string, string>;

beforeAll(async () => {
  memory = await startMemory();
  const [codex, pi] = ['codex', 'pi'].map((name) => join(memory.folder.path, name));
  env = { ...memory.env, CODEX_HOME: codex!, PI_CODING_AGENT_DIR: pi! };
  for (const folder of [codex!, pi!]) await mkdir(folder, { recursive: true });
});
afterAll(() => memory.stop());

// A busy machine takes its time, and what is tried here is not how long.
const options = (): string[] => ['--space', 'work', '--url', memory.url, '--api-key-file', memory.keyFile, '--deadline-ms', '60000'];
const install = (agent: string, ...more: string[]) => runCli(['install', agent, ...options(), ...more], env);
const uninstall = (agent: string) => runCli(['uninstall', agent, '--yes'], env);
const record = (type: string, payload: object) => `${JSON.stringify({ timestamp: '2026-11-24T19:35:55.263Z', type, payload })}\n`;
const said = (role: string, text: string) => record('response_item', { type: 'message', role, content: [{ type: 'text', text }] });

describe('Codex CLI', () => {
  const config = () => join(env['CODEX_HOME']!, 'config.toml');
  const hooks = () => join(env['CODEX_HOME']!, 'hooks.json');
  // Without a newline at its end, as editors leave it.
  const ORIGINAL = '# my settings\nmodel = "a"   # the cheap one\n\n[mcp_servers.other]\ncommand = "other"';

  it('gets hooks and a server behind settings that keep their bytes, and loses them again', async () => {
    await writeFile(config(), ORIGINAL);
    const shown = await install('codex', '--dry-run');
    expect(shown.stdout).toContain('+[mcp_servers.total-recall]');
    expect(shown.stdout).toContain('Nothing was written');
    expect(await readFile(config(), 'utf8')).toBe(ORIGINAL);
    // Twice, as after an update.
    for (let time = 1; time <= 2; time++) {
      const { code, stdout } = await install('codex', '--yes');
      expect([code, stdout.includes('/hooks')]).toEqual([0, true]);
    }
    const written = await readFile(config(), 'utf8');
    expect(written.startsWith(`${ORIGINAL}\n`)).toBe(true);
    expect(written.split('[mcp_servers.total-recall]')).toHaveLength(2);
    expect(JSON.parse(await readFile(hooks(), 'utf8'))).toMatchObject({
      hooks: { Stop: [{ hooks: [{ type: 'command', command: expect.stringContaining(' hook codex --space work') as string }] }] },
    });
    expect(await uninstall('codex')).toMatchObject({ code: 0 });
    expect(await readFile(config(), 'utf8')).toBe(ORIGINAL);
    await expect(readFile(hooks(), 'utf8')).rejects.toThrow('ENOENT');
  });

  it('keeps what was written behind ours since', async () => {
    await install('codex', '--yes');
    await writeFile(config(), `${await readFile(config(), 'utf8')}[features]\nweb = true\n`);
    await uninstall('codex');
    expect(await readFile(config(), 'utf8')).toBe(`${ORIGINAL}\n[features]\nweb = true\n`);
  });

  it.each([
    ['that is no TOML', 'model = "a'],
    ['with a server of that name', '[mcp_servers.total-recall]\ncommand = "mine"\n'],
    ['whose servers take no table at the end', 'mcp_servers = { other = { command = "other" } }\n'],
  ])('keeps a file %s as it is', async (_, text) => {
    await writeFile(config(), text);
    expect(await install('codex', '--yes')).toMatchObject({ code: 1 });
    expect(await readFile(config(), 'utf8')).toBe(text);
    await expect(readFile(hooks(), 'utf8')).rejects.toThrow('ENOENT');
  });

  // Payloads as Codex 0.169 wrote them, without what they say of the model.
  it('brings evidence in with a prompt, and keeps a subagent as a session of its own', async () => {
    const [main, child] = [THREAD, CHILD].map((id) => join(memory.folder.path, `rollout-2026-11-24T19-35-55-${id}.jsonl`));
    const hook = (event: string, more: object) => {
      const payload = { session_id: THREAD, turn_id: 't1', transcript_path: main, cwd: '/srv', hook_event_name: event, ...more };
      return runCli(['hook', 'codex', ...options()], env, JSON.stringify(payload));
    };
    await writeFile(main!, record('session_meta', { id: THREAD, source: 'exec' }));
    const asked = await hook('UserPromptSubmit', { prompt: PROMPT });
    expect(JSON.parse(asked.stdout)).toMatchObject({
      hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: expect.stringContaining('is 17 now') as string },
    });
    await writeFile(main!, (await readFile(main!, 'utf8')) + said('user', 'Have the quay painted.'));
    const source = { subagent: { thread_spawn: { parent_thread_id: THREAD } } };
    await writeFile(child!, record('session_meta', { id: CHILD, source, agent_nickname: 'Ada' }) + said('assistant', 'I mixed #3355aa.'));
    const ended = { agent_transcript_path: child, agent_id: CHILD, agent_type: 'default', stop_hook_active: false };
    expect(await hook('SubagentStop', ended)).toMatchObject({ code: 0, stdout: '' });
    const { sessions } = await memory.space.sessions();
    expect(sessions.map(({ session }) => session)).toEqual(expect.arrayContaining([THREAD, CHILD]));
    expect((await memory.space.recall('Who mixed the colour?')).rendered).toContain('I mixed #3355aa.');
  });
});

describe('pi', () => {
  const extension = () => join(env['PI_CODING_AGENT_DIR']!, 'extensions/total-recall.ts');

  it('leaves an extension alone that is not ours', async () => {
    await mkdir(join(extension(), '..'), { recursive: true });
    await writeFile(extension(), 'export default () => {};\n');
    expect(await install('pi', '--yes')).toMatchObject({ code: 1 });
    expect(await readFile(extension(), 'utf8')).toBe('export default () => {};\n');
    expect(await runCli(['install', 'pi', '--scope', 'project'], env)).toMatchObject({ code: 2 });
  });

  it('gets an extension that keeps the session and brings the memory in, and loses it again', async () => {
    await rm(extension());
    await install('pi', '--yes');
    // Events and their context as pi 0.73 gives them, as far as the extension reads them.
    const session = join(memory.folder.path, 'pi-session.jsonl');
    const handlers = new Map<string, (event: object, ctx: object) => unknown>();
    const sent: { content: string }[] = [];
    const pi = {
      on: (event: string, handler: (event: object, ctx: object) => unknown) => handlers.set(event, handler),
      sendMessage: (message: { content: string }) => sent.push(message),
    };
    const ctx = { hasUI: false, ui: {}, sessionManager: { getSessionId: () => 'pi-1', getSessionFile: () => session } };
    const loaded = (await import(pathToFileURL(extension()).href)) as { default: (host: object) => void };
    loaded.default(pi);
    const emit = async (event: string, payload: object = {}): Promise<unknown> => handlers.get(event)!({ type: event, ...payload }, ctx);
    await emit('session_start', { reason: 'startup' });
    expect(await emit('before_agent_start', { prompt: PROMPT })).toMatchObject({
      message: { customType: 'total-recall', display: false, content: expect.stringContaining('is 17 now') as string },
    });
    const at = '2026-11-24T20:02:26.920Z';
    const line = (id: string, role: string, text: string) =>
      `${JSON.stringify({ type: 'message', id, parentId: null, timestamp: at, message: { role, content: [{ type: 'text', text }] } })}\n`;
    const brought = { type: 'custom_message', customType: 'total-recall', content: 'It is 17, says the memory.', display: false, id: 'c' };
    await writeFile(
      session,
      `${JSON.stringify({ type: 'session', version: 3, id: 'pi-1', timestamp: at })}\n${JSON.stringify(brought)}\n${line('a', 'user', PROMPT)}`,
    );
    await emit('session_before_compact');
    const { events } = await memory.space.session('pi-1').events();
    expect(events.map(({ kind }) => kind)).toEqual(['user_message']);
    await emit('session_compact');
    expect(sent).toMatchObject([{ customType: 'total-recall', content: expect.stringContaining('is 17 now') as string }]);
    await emit('session_shutdown');
    await uninstall('pi');
    await expect(readFile(extension(), 'utf8')).rejects.toThrow('ENOENT');
  });
});
