import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startInstalled } from '../../tools/release/try-packages.ts';
import { LONG_TALK, RECALL } from '../integrations/open-framework.ts';
import { readPage } from './page.ts';
import { expectIn, program, shell, type Room } from './room.ts';

/** A way into the project, as its page says it. */
export interface Door {
  readonly name: string;
  readonly page: string;
  /** Takes too long for CI, where the tests of the command line run the same. */
  readonly isLong?: true;
  /** Runs what the page says and throws where it does not do what the page says. */
  enter(room: Room): Promise<void>;
}

/** Doors with the same packages share a folder. */
export interface DoorGroup {
  /** The folder of the packed package, where it is one for a framework. */
  readonly integration?: string;
  readonly packages: readonly string[];
  /** The oldest Node that the framework runs on. */
  readonly oldestNode?: number;
  readonly doors: readonly Door[];
}

const ANSWERS = [{ calls: [RECALL] }, { text: 'It is 54329.' }];
const README = readPage('README.md');
const CLIENT = readPage('docs/client.md');
const PROXY = readPage('docs/proxy.md');
const START = readPage('docs/start.md');
const PLUGINS = readPage('docs/plugins.md');

const COMMANDS: readonly Door[] = [
  {
    name: '30 seconds',
    page: 'README.md',
    isLong: true,
    enter: async (room) => expectIn(await shell(room, README.line('npx total-recall replay --demo')), 'found at once'),
  },
  {
    name: 'your own loop',
    page: 'README.md',
    async enter(room) {
      const answers = [{ calls: [RECALL, { id: 'call_f', name: 'read_file', arguments: '{"path":"package.json"}' }] }, ANSWERS[1]!];
      expectIn(await program(room, 'readme', README.examples('ts')[0]!, answers), 'It is 54329.');
      expectIn(JSON.stringify(room.vendor.requests[1]), '54329');
    },
  },
  ...['openai', 'openai, responses', '@anthropic-ai/sdk'].map((sdk, at) => ({
    name: `the client, ${sdk}`,
    page: 'docs/client.md',
    async enter(room: Room) {
      // The first of the three loops goes on until the model calls nothing any more.
      await program(room, `client-${at}`, CLIENT.examples('ts')[at]!, at === 0 ? ANSWERS : ANSWERS.slice(0, 1));
    },
  })),
  {
    name: 'the client, a planner',
    page: 'docs/client.md',
    enter: async (room) => expectIn(await program(room, 'planner', CLIENT.examples('ts').at(-1)!, []), 'read-logs done'),
  },
  { name: 'sessions that you have', page: 'docs/start.md', enter: importSessions },
  { name: 'the proxy', page: 'docs/proxy.md', enter: throughProxy },
  { name: 'the MCP server', page: 'docs/mcp.md', enter: callMcp },
  { name: 'Claude Code, a plug-in', page: 'docs/plugins.md', enter: installPlugin },
];

export const DOOR_GROUPS: readonly DoorGroup[] = [
  { packages: ['openai', '@anthropic-ai/sdk'], doors: COMMANDS },
  ...['ai-sdk', 'openai-agents', 'langgraph', 'mastra'].map((integration) => {
    const page = `docs/integrations/${integration}.md`;
    const { packages, examples } = readPage(page);
    const enter = async (room: Room): Promise<void> =>
      expectIn(await program(room, integration, examples('ts')[0]!, ANSWERS), 'It is 54329.');
    const oldestNode = { langgraph: 22, mastra: 22 }[integration];
    return { integration, packages, doors: [{ name: integration, page, enter }], ...(oldestNode ? { oldestNode } : {}) };
  }),
];

async function importSessions(room: Room): Promise<void> {
  const folder = join(room.folder, '.claude/projects/login');
  await mkdir(folder, { recursive: true });
  const lines = LONG_TALK.slice(0, 4).map(({ role, content }, at) => {
    const message = { role, content: at === 0 ? 'Why did the login loop? The cookie harbour-7 was dropped.' : content };
    const ids = { uuid: `u${at}`, parentUuid: at === 0 ? null : `u${at - 1}`, sessionId: 's1' };
    return JSON.stringify({ type: role, ...ids, timestamp: `2026-01-01T00:00:0${at}.000Z`, message });
  });
  await writeFile(join(folder, 's1.jsonl'), `${lines.join('\n')}\n`);
  // The page follows the folder for ever; once is enough here.
  expectIn(await shell(room, START.line('npx total-recall import').replace(' --follow', '')), 's1');
  expectIn(await shell(room, START.line('npx total-recall recall')), 'harbour-7');
}

const ASKS_OPENAI = "(await sdk.chat.completions.create({ model: 'gpt-5', messages })).choices[0]?.message.content";
const ASKS_ANTHROPIC = "(await sdk.messages.create({ model: 'claude-opus-4-6', max_tokens: 99, messages })).content";
/** Lines of the page's table, with what makes a client of each and what asks it. */
const LINES = [
  ['export OPENAI_BASE_URL=http://127.0.0.1:8424/v1', 'new OpenAI()', ASKS_OPENAI],
  ["new OpenAI({ baseURL: 'http://127.0.0.1:8424/v1' })", undefined, ASKS_OPENAI],
  ['export ANTHROPIC_BASE_URL=http://127.0.0.1:8424', 'new Anthropic()', ASKS_ANTHROPIC],
  ["new Anthropic({ baseURL: 'http://127.0.0.1:8424' })", undefined, ASKS_ANTHROPIC],
] as const;

/** The line of the page, to a vendor of ours and on a free port, and lines of SDKs from the table. */
async function throughProxy(room: Room): Promise<void> {
  const [, , ...args] = PROXY.line('npx total-recall proxy').split(' ');
  const vendors = ['--openai-url', room.vendor.url, '--anthropic-url', room.vendor.url];
  const more = ['--json', '--port', '0', '--url', room.url, ...vendors];
  process.env['TOTAL_RECALL_API_KEY'] = room.apiKey;
  const proxy = await startInstalled(room, [...args, ...more]).finally(() => delete process.env['TOTAL_RECALL_API_KEY']);
  try {
    const { url } = JSON.parse(proxy.printed) as { url: string };
    const page = await readFile(new URL('../../docs/proxy.md', import.meta.url), 'utf8');
    for (const [at, [line, client, asks]] of LINES.entries()) {
      if (!page.includes(`\`${line}\``)) throw new Error(`it has no ${line}`);
      const exported = /^export (\w+)=(.*)$/.exec(line);
      const code = `import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
${exported ? `process.env['${exported[1]}'] = '${exported[2]}';` : ''}
const sdk = ${client ?? line};
const messages = [{ role: 'user' as const, content: 'Hello.' }];
console.log(${asks}, Anthropic.name, OpenAI.name);
`;
      const printed = await program(room, `proxy-${at}`, code.replaceAll('http://127.0.0.1:8424', url), [ANSWERS[1]!]);
      expectIn(printed, 'It is 54329.');
    }
  } finally {
    await proxy.stop();
  }
}

/** Starts the server as the configuration of the page says, and asks it for its tools. */
async function callMcp(room: Room): Promise<void> {
  const [config] = readPage('docs/mcp.md').examples('json');
  const { command, args } = (JSON.parse(config!) as { mcpServers: Record<string, { command: string; args: string[] }> }).mcpServers[
    'total-recall'
  ]!;
  const installed = args.map((arg) => arg.replace('/path/to/total-recall/apps/cli', join(room.folder, 'node_modules/total-recall')));
  const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'doors', version: '1.0.0' } };
  const messages = [
    { jsonrpc: '2.0', id: 1, method: 'initialize', params: hello },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'recall', arguments: { query: 'staging database port' } } },
  ];
  const running = promisify(execFile)(command === 'node' ? room.node : command, installed, {
    cwd: room.folder,
    env: room.env,
    timeout: 60_000,
  });
  const child = running.child;
  let printed = '';
  child.stdout!.on('data', (chunk: string) => {
    printed += chunk;
    if (printed.includes('"id":2')) child.stdin!.end();
  });
  for (const message of messages) child.stdin!.write(`${JSON.stringify(message)}\n`);
  expectIn((await running).stdout, '54329');
}

async function installPlugin(room: Room): Promise<void> {
  const settings = join(room.folder, '.claude/settings.json');
  const [key, install] = PLUGINS.examples('sh');
  await shell(room, key!);
  const [shown, done, undone] = install!.split('\n');
  const npx = (line: string): string => `npx ${line}`;
  expectIn(await shell(room, npx(shown!)), 'settings.json');
  if (existsSync(settings)) throw new Error('what was only to be shown was written');
  await shell(room, npx(done!));
  expectIn(await readFile(settings, 'utf8'), 'SessionStart');
  await shell(room, npx(undone!));
  if (existsSync(settings)) throw new Error('uninstall left a file that was not there');
}
