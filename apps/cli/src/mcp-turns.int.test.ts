import { join } from 'node:path';
import { createClient, type SpaceClient } from '@total-recall/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callTool, connectStdio, startMcpHttp, type Era, type McpHttp } from '../testing/mcp-clients.ts';
import { codeOf, outputOf } from '../testing/proxy-agents.ts';
import { startCli, temporaryFolder, type Started } from '../testing/run-cli.ts';

const TURNS = 200;
const WINDOW = 8_192;
const MOST_CHARACTERS = 24_000;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let service: Started;
let http: McpHttp;
let env: { TOTAL_RECALL_URL: string; TOTAL_RECALL_API_KEY: string };
let space: SpaceClient;

beforeAll(async () => {
  folder = await temporaryFolder();
  service = startCli(['serve', '--data-dir', join(folder.path, 'memory')], {
    TOTAL_RECALL_PORT: '0',
    TOTAL_RECALL_OPS_PORT: '0',
    TOTAL_RECALL_LOG_LEVEL: 'warn',
    TOTAL_RECALL_EMBEDDER: 'off',
  });
  const output = await service.printed(/Ctrl-C stops it/);
  env = {
    TOTAL_RECALL_URL: /^ *API +(http:\S+)/m.exec(output)![1]!,
    TOTAL_RECALL_API_KEY: /\btr_[0-9a-f]+_[\w-]{20,}/.exec(output)![0],
  };
  space = createClient({ url: env.TOTAL_RECALL_URL, apiKey: env.TOTAL_RECALL_API_KEY }).space('work');
  http = await startMcpHttp(['--space', 'work'], env);
}, 120_000);

afterAll(async () => {
  await http.stop();
  service.child.kill('SIGTERM');
  await service.finished;
  await folder.remove();
});

async function connect(door: 'stdio' | 'HTTP', era: Era) {
  if (door === 'stdio') return connectStdio(['--space', 'work'], env, era);
  const client = await http.connect(era);
  return { client, close: () => client.close() };
}

describe.each([
  ['stdio', 'auto'],
  ['HTTP', 'legacy'],
] as const)('an agent over %s (%s)', (door, era) => {
  const session = `build-${door.toLowerCase()}`;

  it('keeps 200 turns with calls at once, and reads what left its window word for word', { timeout: 300_000 }, async () => {
    await space.session(session).setPolicy({ windowTokens: WINDOW });
    const { client, close } = await connect(door, era);
    const failed: string[] = [];
    let longest = 0;
    const call = async (name: string, args: Record<string, unknown>): Promise<string> => {
      const { text, failed: isFailed } = await callTool(client, name, args);
      if (isFailed) failed.push(`${name}: ${text}`);
      longest = Math.max(longest, text.length);
      return text;
    };
    const say = (from: string, text: string): Promise<string> => call('append_message', { from, text, session });

    for (let turn = 1; turn <= TURNS; turn++) {
      await say('user', `Build module-${turn}.`);
      await say('assistant', outputOf(turn, 'a'));
      if (turn % 10 === 0) {
        await Promise.all([
          call('recall', { query: `What did the build of module-${turn - 5} end with?`, session }),
          call('sessions', {}),
          call('resume', { session, budgetTokens: 1_000 }),
          call('profile', {}),
        ]);
      }
      if (turn % 25 === 0) {
        const port = String(4_000 + turn);
        await call('remember', { text: `The port of ${session} is ${port}.`, attribute: `port of ${session}`, value: port });
      }
      if (turn % 40 === 0) {
        const left = new AbortController();
        const asked = callTool(client, 'recall', { query: `module-${turn}` }, left.signal);
        left.abort();
        await expect(asked).rejects.toThrow();
      }
    }

    expect(failed).toEqual([]);

    const answer = await call('recall', { query: 'What did the build of module-3 end with?', session });
    expect(answer).toContain(codeOf(3, 'a'));
    const [, ref] = /^## (e\d+)\S* T\d+ assistant[^\n]*\nturn 3a/m.exec(answer)!;
    expect(await call('open', { ref: `${session}/${ref}` })).toContain(outputOf(3, 'a'));
    // The answer that an agent keeps against the advice is no evidence of its own.
    await say('assistant', answer);
    const again = await call('recall', { query: `code ${codeOf(3, 'a')} of the build of module-3`, session, budgetTokens: 4_000 });
    expect(again.split(codeOf(3, 'a'))).toHaveLength(2);

    const resumed = await call('resume', { session });
    expect(resumed).toContain(codeOf(TURNS, 'a'));
    const [, marker] = /^(m[\w.]+): \[Events /m.exec(resumed)!;
    expect(await call('expand', { marker, session })).toMatch(/turns \d+ to \d+/);
    const facts = await call('profile', { attribute: `port of ${session}` });
    expect(facts).toContain('4200');
    expect(facts).not.toContain('4175');

    expect(longest).toBeLessThanOrEqual(MOST_CHARACTERS);
    expect(failed).toEqual([]);
    await close();
  });
});
