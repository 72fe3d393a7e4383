import { request } from 'node:http';
import { once } from 'node:events';
import { createClient, memoryTools, type Client } from '@total-recall/client';
import { startVendorEmulator, UPSTREAM_KEY, type VendorEmulator } from '@total-recall/proxy/testing';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStandalone, type ServiceUnderTest } from './open-services.ts';

const BODY: OpenAI.ChatCompletionCreateParamsNonStreaming = {
  model: 'gpt-4o',
  messages: [{ role: 'user', content: 'The harbour fee is 4711.' }],
};

describe('the proxy in the process of the gateway', () => {
  let emulator: VendorEmulator;
  let service: ServiceUnderTest;
  let admin: Client;
  let proxyUrl: string;

  beforeAll(async () => {
    emulator = await startVendorEmulator(100_000);
    service = await openStandalone({ TOTAL_RECALL_PROXY_PORT: '0', TOTAL_RECALL_PROXY_OPENAI_URL: emulator.url });
    proxyUrl = service.proxyUrl!;
    admin = createClient({ url: service.url, apiKey: service.apiKey! });
  });
  afterAll(async () => {
    await service.close();
    await emulator.close();
  });

  const agent = (key: string | undefined, space = 'main') =>
    new OpenAI({
      baseURL: `${proxyUrl}/v1`,
      apiKey: UPSTREAM_KEY,
      maxRetries: 0,
      defaultHeaders: { ...(key !== undefined && { 'X-Total-Recall-Key': key }), 'X-Total-Recall-Space': space },
    });
  const issue = async (scopes: readonly ('read' | 'write')[], spaces?: readonly string[]): Promise<string> =>
    (await admin.call('createKey', { body: { name: 'agent', scopes, ...(spaces && { spaces }) } as never })).apiKey;

  it('serves keys that may write into the space, and sends nothing on for any other', async () => {
    const before = emulator.calls.length;
    const refused = (key: string | undefined, status: number, space?: string) =>
      expect(agent(key, space).chat.completions.create(BODY)).rejects.toMatchObject({ status });
    await refused(undefined, 401);
    await refused('tr_0123456789abcdef_notakeyofanybodyatall0', 401);
    await refused(await issue(['read']), 403);
    const bound = await issue(['read', 'write'], ['work']);
    await refused(bound, 403, 'home');
    expect(emulator.calls.length).toBe(before);
    await agent(bound, 'work').chat.completions.create(BODY);
    expect(emulator.calls.length).toBe(before + 1);
    const memory = createClient({ url: service.url, apiKey: bound }).space('work');
    await expect.poll(async () => (await memory.sessions()).sessions.map(({ events }) => events), { timeout: 30_000 }).toEqual([2]);
  });

  it('answers recall within an answer by the memory of the key', async () => {
    const key = await issue(['read', 'write']);
    const tools = [{ type: 'function' as const, function: { name: 'other', parameters: { type: 'object' } } }];
    await agent(key, 'recalls').chat.completions.create({ ...BODY, tools });
    const memory = createClient({ url: service.url, apiKey: key }).space('recalls');
    await expect.poll(async () => (await memory.recall('harbour fee')).rendered, { timeout: 30_000 }).toContain('4711');
    let heard = '';
    emulator.script = ({ messages }) => {
      heard = JSON.stringify((messages as unknown[]).at(-1));
      if (heard.includes('r1')) return { text: 'It is 4711.' };
      return { calls: [{ id: 'r1', name: 'recall', arguments: JSON.stringify({ queries: ['harbour fee'] }) }] };
    };
    const { choices } = await agent(key, 'recalls').chat.completions.create({
      ...BODY,
      messages: [{ role: 'user', content: 'What was the fee?' }],
      tools,
    });
    expect(choices[0]!.message.content).toBe('It is 4711.');
    expect(heard).toContain('The harbour fee is 4711.');
    emulator.script = () => ({ text: 'Done.' });
  });

  it('leaves calls of recall to an agent that wants to see them, and knows the results for what was recalled', async () => {
    const key = await issue(['read', 'write']);
    const space = 'shown';
    const session = createClient({ url: service.url, apiKey: key }).space(space).session('talk');
    const earlier = createClient({ url: service.url, apiKey: key }).space(space).session('earlier');
    await earlier.append({ kind: 'user_message', text: 'The dock fee is 9155.' }, { wait: 'searchable' });
    const tools = [{ type: 'function' as const, function: { name: 'other', parameters: { type: 'object' } } }];
    const headers = { 'X-Total-Recall-Tools': 'shown', 'X-Total-Recall-Session': 'talk' };
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'What was the dock fee?' }];
    emulator.script = () => ({ calls: [{ id: 's1', name: 'recall', arguments: JSON.stringify({ queries: ['dock fee'] }) }] });
    const first = await agent(key, space).chat.completions.create({ ...BODY, messages, tools }, { headers });
    const { role, content, tool_calls: calls = [] } = first.choices[0]!.message;
    messages.push({ role, content, tool_calls: calls });
    const own = memoryTools(() => session);
    for (const call of calls) {
      if (call.type !== 'function') continue;
      const { name, arguments: args } = call.function;
      const result = await own.find((tool) => tool.name === name)!.run(JSON.parse(args) as never, undefined);
      messages.push({ role: 'tool', tool_call_id: call.id, content: result });
    }
    expect(JSON.stringify(messages.at(-1))).toContain('9155');
    emulator.script = () => ({ text: 'It is 9155.' });
    await agent(key, space).chat.completions.create({ ...BODY, messages, tools }, { headers });
    const results = async () => {
      const found = [];
      for await (const event of session.allEvents()) if (event.kind === 'tool_result') found.push(event.body?.recall?.evidence?.length);
      return found;
    };
    // The answer shows the question itself too where that was folded before the recall; the receipt has all that is shown.
    const shown = String(messages.at(-1)!.content).match(/^## e\d/gm)!.length;
    await expect.poll(() => results().catch(() => []), { timeout: 30_000 }).toEqual([shown]);
    emulator.script = () => ({ text: 'Done.' });
  });

  it('tells a model what is wrong with its question, which is no failure of the memory', async () => {
    const key = await issue(['read', 'write']);
    const tools = [{ type: 'function' as const, function: { name: 'other', parameters: { type: 'object' } } }];
    const asked = [
      { name: 'recall', arguments: { queries: ['fee'], kinds: ['assistant_message'] } },
      { name: 'recall', arguments: { queries: ['fee'], sessions: ['nowhere'] } },
      { name: 'open', arguments: { ref: 'e1', fromLine: 999 } },
    ];
    const calls = asked.map((call, at) => ({ id: `w${at}`, name: call.name, arguments: JSON.stringify(call.arguments) }));
    let heard: string[] = [];
    emulator.script = ({ messages }) => {
      heard = (messages as { role: string; content: string }[]).flatMap(({ role, content }) => (role === 'tool' ? [content] : []));
      return heard.length > 0 ? { text: 'I see.' } : { calls };
    };
    await agent(key, 'wrong').chat.completions.create({ ...BODY, tools });
    expect(heard).toEqual([
      expect.stringContaining('must be one of user_message'),
      expect.stringContaining('There is no session nowhere in this space. Name none to search all of them'),
      expect.stringContaining('the range begins after their end'),
    ]);
    // It reads the same as a model that an agent asks for itself, with the code in front.
    const { sessions } = await createClient({ url: service.url, apiKey: key }).space('wrong').sessions();
    const session = createClient({ url: service.url, apiKey: key }).space('wrong').session(sessions[0]!.session);
    const own = memoryTools(() => session);
    const told = asked.map((call) => own.find(({ name }) => name === call.name)!.run(call.arguments, undefined));
    expect(heard).toEqual(await Promise.all(told));
    expect(heard.at(-1)).toMatch(/^range_not_satisfiable: The text has/);
    const metrics = await (await fetch(`${service.operations[0]}/metrics`)).text();
    expect(metrics).toContain('total_recall_proxy_recalls_total{tool="open",result="refused"} 1');
    expect(metrics).not.toContain('total_recall_proxy_fallbacks_total{part="recall"}');
    emulator.script = () => ({ text: 'Done.' });
  });

  it('puts nothing back of what was recalled and then erased', async () => {
    const key = await issue(['read', 'write']);
    const tools = [{ type: 'function' as const, function: { name: 'other', parameters: { type: 'object' } } }];
    const space = 'forgets';
    const memory = admin.space(space);
    const { events } = await memory
      .session('fees')
      .append({ kind: 'user_message', text: 'The pilot fee is 5822.' }, { wait: 'searchable' });
    let heard = '';
    emulator.script = ({ messages }) => {
      heard = JSON.stringify(messages);
      if (heard.includes('5822') || heard.includes('What else?')) return { text: 'I know it now.' };
      return { calls: [{ id: 'r2', name: 'recall', arguments: JSON.stringify({ queries: ['pilot fee'] }) }] };
    };
    const asked = { role: 'user' as const, content: 'Do you know the pilot fee?' };
    const said = { role: 'assistant' as const, content: 'I know it now.' };
    const more = { ...BODY, messages: [asked, said, { role: 'user' as const, content: 'What else?' }], tools };
    await agent(key, space).chat.completions.create({ ...BODY, messages: [asked], tools });
    await agent(key, space).chat.completions.create(more);
    expect(heard).toContain('5822');
    await admin.erase({ space, eventIds: [events[0]!.id] });
    await agent(key, space).chat.completions.create(more);
    expect(heard).toContain('What else?');
    expect(heard).not.toContain('5822');
    emulator.script = () => ({ text: 'Done.' });
  });

  it('is reached under any name, and shows its metrics at the operations port alone', async () => {
    const ask = async (path: string, headers: Record<string, string>) => {
      const sent = request(`${proxyUrl}${path}`, { headers: { Host: 'proxy.fleet.example', ...headers } });
      sent.end();
      const [answer] = (await once(sent, 'response')) as [{ statusCode: number; resume(): void }];
      answer.resume();
      return answer.statusCode;
    };
    expect(await ask('/v1/models', { 'X-Total-Recall-Key': service.apiKey! })).toBe(203);
    expect(await ask('/-/metrics', { Host: 'localhost' })).toBe(401);
    expect(await ask('/v1/models', { 'X-Total-Recall-Key': service.apiKey!, Origin: 'https://page.example' })).toBe(403);
    expect(await (await fetch(`${service.operations[0]}/metrics`)).text()).toContain('total_recall_proxy_calls_total{');
  });
});

it('counts wrong keys by the client behind a trusted proxy', async () => {
  const emulator = await startVendorEmulator(100_000);
  const service = await openStandalone({
    TOTAL_RECALL_PROXY_PORT: '0',
    TOTAL_RECALL_PROXY_OPENAI_URL: emulator.url,
    TOTAL_RECALL_TRUSTED_PROXIES: '127.0.0.1',
    TOTAL_RECALL_UNKNOWN_KEYS_PER_SECOND: '1',
  });
  const statusOf = async (key: string, client: string): Promise<number> => {
    const headers = { Authorization: `Bearer ${UPSTREAM_KEY}`, 'X-Total-Recall-Key': key, 'X-Forwarded-For': client };
    const answer = await fetch(`${service.proxyUrl!}/v1/models`, { headers });
    await answer.arrayBuffer();
    return answer.status;
  };
  try {
    const wrong = (at: number): string => `tr_${String(at).padStart(16, '0')}_${'A'.repeat(43)}`;
    const statuses: number[] = [];
    for (let at = 0; at < 60 && statuses.at(-1) !== 429; at++) statuses.push(await statusOf(wrong(at), '8.8.8.8'));
    expect(statuses.at(-1)).toBe(429);
    expect(await statusOf(wrong(99), '8.8.4.4')).toBe(401);
    expect(await statusOf(service.apiKey!, '8.8.4.4')).toBeLessThan(300);
  } finally {
    await service.close();
    await emulator.close();
  }
});
