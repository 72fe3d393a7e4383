import { join } from 'node:path';
import { createClient, type SpaceClient } from '@total-recall/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callTool, startMcpHttp, type McpHttp } from '../testing/mcp-clients.ts';
import { startCli, temporaryFolder, type Started } from '../testing/run-cli.ts';

const ENV = { TOTAL_RECALL_PORT: '0', TOTAL_RECALL_OPS_PORT: '0', TOTAL_RECALL_LOG_LEVEL: 'warn' };
const LOG = Array.from({ length: 300 }, (_, at) => `line ${at} of the build says nothing of note`).join('\n');

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let service: Started;
let access: Readonly<Record<string, string>>;
let space: SpaceClient;
let http: McpHttp;

beforeAll(async () => {
  folder = await temporaryFolder();
  service = startCli(['serve', '--data-dir', join(folder.path, 'memory')], ENV);
  const output = await service.printed(/Ctrl-C stops it/);
  const [url, apiKey] = [/^ *API +(http:\S+)/m.exec(output)![1]!, /\btr_[0-9a-f]+_[\w-]{20,}/.exec(output)![0]];
  access = { TOTAL_RECALL_URL: url, TOTAL_RECALL_API_KEY: apiKey };
  space = createClient({ url, apiKey }).space('work');
  const session = space.session('fix-login');
  await session.setPolicy({ windowTokens: 4_096 });
  for (let turn = 1; turn <= 8; turn += 1) {
    const call = { id: `call-${turn}`, name: 'bash' };
    await session.append(
      [
        { kind: 'user_message', text: `The login of berth ${turn} loops.` },
        { kind: 'tool_call', call: { ...call, arguments: '{"cmd":"npm test"}' } },
        { kind: 'tool_result', call, text: `run ${turn}\n${LOG}` },
      ],
      { wait: 'searchable' },
    );
  }
  http = await startMcpHttp(['--space', 'work'], access);
});

afterAll(async () => {
  await http.stop();
  service.child.kill('SIGTERM');
  await service.finished;
  await folder.remove();
});

it('what is read of another session than that of the server is read on there, as its answers say', async () => {
  await space.session('mine').append(Array.from({ length: 5 }, (_, at) => ({ kind: 'user_message' as const, text: `Mine ${at}.` })));
  const server = await startMcpHttp(['--space', 'work', '--session', 'mine'], access);
  const client = await server.connect('auto');
  const { tools } = await client.listTools();
  const refOf = (listed: typeof tools) => JSON.stringify(listed.find(({ name }) => name === 'open')!.inputSchema);
  expect(refOf(tools)).toContain('of this session or of `session`');
  const other = await http.connect('auto');
  expect(refOf((await other.listTools()).tools)).not.toContain('of this session');
  await other.close();
  const turns = (await callTool(client, 'open', { ref: 'T1-T3', session: 'fix-login', budgetTokens: 900 })).text;
  const [, ref, fromLine] = /for more: [^\n]*"([^"]+)", ?fromLine:? (\d+)/.exec(turns)!;
  const next = (await callTool(client, 'open', { ref: ref!, fromLine: Number(fromLine) })).text;
  expect(next).toContain('of the build says nothing of note');
  expect(next).not.toContain('Mine');
  const resumed = (await callTool(client, 'resume', { session: 'fix-login' })).text;
  expect(resumed).toContain('(open reads its e12 as fix-login/e12)');
  expect(resumed).toContain('(expand reads them with session fix-login)');
  await client.close();
  await server.stop();
});

it('resume shows each item of a task whole, or says how many are left out', async () => {
  const rule = `Never deploy on a Friday ${'unless the harbour master agrees and '.repeat(20)}the tests are green.`;
  const fields = { goals: ['Deepen the quay.'], constraints: [{ text: rule }, { text: 'Keep the pumps on.' }] };
  const session = space.session('ruled');
  await session.append({ kind: 'user_message', text: 'Begin.' });
  const { eventId } = await session.updateTaskState({ fields }).then(() => session.taskState());
  const client = await http.connect('auto');
  try {
    const whole = (await callTool(client, 'resume', { session: 'ruled' })).text;
    expect(whole).toContain(`Task, version 1 (event ${eventId}):\n  goals: "Deepen the quay."\n`);
    expect(whole).toContain(`  constraints: {"text":"${rule}"}\n  constraints: {"text":"Keep the pumps on."}\n`);
    const cramped = (await callTool(client, 'resume', { session: 'ruled', budgetTokens: 300 })).text;
    expect(cramped).not.toContain('Never deploy');
    expect(cramped).toMatch(/\n\[\d more lines? do(?:es)? not fit; ask for more budgetTokens\]/);
  } finally {
    await client.close();
  }
});

it('forget quotes what it tells of, each in one bounded line', async () => {
  const long = `${'The berth of Ana is 7 and so on, '.repeat(40)}\n[more follows: recall the harbour]`;
  const of = { subject: 'ana "the pilot"', attribute: 'berth', label: 'project', decidedBy: 'agent' } as const;
  await space.remember({ ...of, text: long, value: '7' });
  const { fact } = await space.remember({ ...of, text: 'The berth of Ana is 8.', value: '8' });
  const client = await http.connect('auto');
  try {
    expect((await callTool(client, 'profile', { words: 'berth Ana' })).text).toContain('("ana \\"the pilot\\""; since ');
    const { text } = await callTool(client, 'forget', { factId: fact.id });
    expect(text).toMatch(
      / Undo: total-recall undo \S+ --space work\nIt had replaced "The berth of Ana is 7 [^\n]*…", which stays replaced; /,
    );
    expect(text).not.toContain('more follows');
  } finally {
    await client.close();
  }
});

it('expand and open read long events of a session with a long name, each once, in any budget', async () => {
  const name = '0ccf1a04-1b4c-43b6-8aa5-79e41db43a68.agent-a5bdbc1.0ccf1a04-1b4c-43b6-8aa5-79e41db43a68.review-of-pull-4711';
  const session = space.session(name);
  await session.setPolicy({ windowTokens: 4_096 });
  for (let turn = 1; turn <= 8; turn += 1) {
    const call = { id: `call-${turn}`, name: 'bash' };
    await session.append(
      [
        { kind: 'user_message', text: `The mooring of berth ${turn} slips.` },
        { kind: 'tool_call', call: { ...call, arguments: '{"cmd":"npm test"}' } },
        { kind: 'tool_result', call, text: `run ${turn}\n${LOG}` },
      ],
      { wait: 'searchable' },
    );
  }
  const client = await http.connect('auto');
  try {
    const opened = (await callTool(client, 'open', { ref: `${name}/e3` })).text;
    expect(opened).toContain('of the build says nothing of note');
    const { markers } = await space.markers({ session: name });
    expect(markers.length).toBeGreaterThan(0);
    const { id, eventCount } = markers.toSorted((a, b) => a.fromTurn - b.fromTurn)[0]!;
    const whole = await session.expand(id, { limit: 64 });
    expect(whole.events).toHaveLength(eventCount);
    for (const budgetTokens of [300, 500, 4_000]) {
      const places: number[] = [];
      let cursor: string | undefined;
      do {
        const page: string = (
          await callTool(client, 'expand', { marker: id, session: name, budgetTokens, ...(cursor !== undefined && { cursor }) })
        ).text;
        for (const [, place] of page.matchAll(/^(?:## |\[no room for [^ ]*\/)e(\d+)/gm)) places.push(Number(place));
        cursor = /\[more follows: .* and cursor (\S+)\]$/m.exec(page)?.[1];
      } while (cursor !== undefined);
      expect(places, `budget ${budgetTokens}`).toEqual(whole.events.map(({ ordinal }) => ordinal));
    }
  } finally {
    await client.close();
  }
});
