import type { Client } from '@modelcontextprotocol/client';
import type { NewEventWire, SessionClient } from '@total-recall/client';
import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callTool, connectStdio, startMcpHttp, type McpHttp, type ToolOutcome } from '../testing/mcp-clients.ts';
import { codeOf, outputOf } from '../testing/proxy-agents.ts';
import { startMemory } from '../testing/start-memory.ts';

const WINDOW = 12_000;
const BUDGET_TOKENS = 800;
/** Characters that an answer with no budget of its own may have, by the page on the MCP server. */
const ANSWER_CHARACTERS = 24_000;

let memory: Awaited<ReturnType<typeof startMemory>>;
let http: McpHttp;
let env: Record<string, string>;
const counter = createTokenCounter();

beforeAll(async () => {
  memory = await startMemory();
  env = { ...memory.env, TOTAL_RECALL_URL: memory.url, TOTAL_RECALL_API_KEY_FILE: memory.keyFile };
  http = await startMcpHttp(['--space', 'work'], env);
});

afterAll(async () => {
  await http.stop();
  await memory.stop();
  await counter.close();
});

/** An agent whose plug-in appends what it does, and whose model calls the tools of the MCP server in between. */
interface McpAgent {
  turn(number: number): Promise<void>;
  /** Recalls what the build of a turn wrote, and reads the whole of it by the name that the answer shows. */
  lookBack(turn: number): Promise<void>;
}

function mcpAgent(client: Client, session: SessionClient, name: string): McpAgent {
  let asked = 0;

  /** Calls a tool that must answer, within its budget where it takes one. */
  async function ask(tool: string, args: Record<string, unknown>): Promise<ToolOutcome> {
    const outcome = await callTool(client, tool, args);
    expect(outcome, tool).toMatchObject({ failed: false });
    const [tokens] = await counter.count('o200k', [outcome.text]);
    if (args['budgetTokens'] !== undefined) expect(tokens, tool).toBeLessThanOrEqual(args['budgetTokens'] as number);
    expect(outcome.text.length, tool).toBeLessThanOrEqual(ANSWER_CHARACTERS);
    // The plug-in appends each call with its answer, as it does those of every tool.
    const call = { id: `mcp_${++asked}`, name: `mcp__total-recall__${tool}` };
    await session.append([
      { kind: 'tool_call', call: { ...call, arguments: JSON.stringify(args) } },
      { kind: 'tool_result', call, text: outcome.text },
    ]);
    return outcome;
  }

  async function lookBack(turn: number): Promise<void> {
    const { text } = await ask('recall', { query: `code of the build of module-${turn}`, session: name, budgetTokens: BUDGET_TOKENS });
    const shown = text.slice(0, text.indexOf(codeOf(turn, 'a')));
    const [, ref] = /^.*^## (e\d+) /ms.exec(shown) ?? expect.fail(`no code of turn ${turn} in ${text}`);
    const opened = await ask('open', { ref: `${name}/${ref}`, budgetTokens: BUDGET_TOKENS });
    expect(opened.text).toContain(outputOf(turn, 'a'));
  }

  async function pickUp(): Promise<void> {
    const { text } = await ask('resume', { session: name, budgetTokens: BUDGET_TOKENS });
    expect(text).toContain(`Session ${name}: `);
    const { fields } = await ask('sessions', {});
    expect(fields.sessions).toContainEqual(expect.objectContaining({ session: name }));
    const { markers } = await memory.space.markers({ session: name, limit: 1 });
    for (const { id } of markers) await ask('expand', { marker: id, session: name, budgetTokens: BUDGET_TOKENS });
  }

  async function settle(turn: number): Promise<void> {
    const fact = { subject: name, attribute: 'last module', value: `module-${turn}` };
    await ask('remember', { ...fact, text: `The last module of ${name} is module-${turn}.` });
    const { fields } = await ask('profile', { subject: name });
    expect(fields.facts.map(({ value }: { value: string }) => value)).toEqual([`module-${turn}`]);
    await ask('append_message', { from: 'decision', text: `Module ${turn} comes before ${turn + 1}.`, session: name });
  }

  return {
    lookBack,
    async turn(number) {
      const asks = number % 5 === 0 ? [lookBack(number - 2)] : [];
      await Promise.all([session.append(workOf(number), { wait: 'searchable' }), ...asks]);
      if (number % 10 === 0) await settle(number);
      if (number % 25 === 0) await pickUp();
      expect((await session.window()).tokens.total).toBeLessThanOrEqual(WINDOW);
    },
  };
}

/** Two calls at once with their results, and every third turn something said. */
function workOf(turn: number): NewEventWire[] {
  const calls = ['a', 'b'].map((part) => ({ part, call: { id: `call_${turn}_${part}`, name: 'build' } }));
  return [
    ...(turn % 3 === 0 ? [{ kind: 'agent_message' as const, text: `Now module ${turn}.` }] : []),
    ...calls.map(({ part, call }) => ({
      kind: 'tool_call' as const,
      call: { ...call, arguments: JSON.stringify({ turn, part }) },
    })),
    ...calls.map(({ part, call }) => ({ kind: 'tool_result' as const, call, text: outputOf(turn, part) })),
  ];
}

const DOORS: [string, number, () => Promise<{ client: Client; close(): Promise<void> }>][] = [
  ['stdio', 80, () => connectStdio(['--space', 'work'], env, 'auto')],
  ['http', 200, httpDoor],
];

async function httpDoor() {
  const client = await http.connect('auto');
  return { client, close: () => client.close() };
}

describe.each(DOORS)('an agent over %s', (door, turns, connect) => {
  it(`calls the tools in between for ${turns} turns, and at the end reads the string of turn 3 as it was`, async () => {
    const name = `build-${door}`;
    const session = memory.space.session(name);
    await session.setPolicy({ windowTokens: WINDOW });
    await session.append({ kind: 'user_message', text: 'Build all modules, one after the other.' });
    const { client, close } = await connect();
    const agent = mcpAgent(client, session, name);
    for (let turn = 1; turn <= turns; turn++) await agent.turn(turn);

    const window = await session.window();
    expect(JSON.stringify(window)).toContain(codeOf(turns, 'b'));
    expect(JSON.stringify(window)).not.toContain(codeOf(3, 'a'));
    await agent.lookBack(3);
    await close();
  });
});
