import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type EventWire, type SessionClient } from '@total-recall/client';
import { SILENT_LOGGER } from '@total-recall/observability';
import { parseConfig } from '@total-recall/runtime';
import { createStandalone } from '@total-recall/standalone';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aiLoop,
  aiOwnToolsLoop,
  anthropicLoop,
  openAiLoop,
  openAiStreamLoop,
  responsesLoop,
  strictTemplateLoop,
  type AgentLoop,
} from './agent-loops/loops.ts';
import { AWKWARD_WORK, scriptedModel } from './agent-loops/scripted-model.ts';
import { openVendorServer, type VendorServer } from './agent-loops/vendor-server.ts';

const HANDLERS = {
  read_file: ({ path }: { path: string }) => `${path}: redirect(302, /login)`,
  run_tests: () => {
    throw new Error('2 tests failed');
  },
};

/**
 * Creates a fetch that loses the first answer of every append: the service has stored it, but the client does not know.
 */
function losingAnswers(): typeof fetch {
  const seen = new Set<string>();
  return async (input, init) => {
    const response = await fetch(input, init);
    const key = new Headers(init?.headers).get('idempotency-key');
    if (key === null || seen.has(key)) return response;
    seen.add(key);
    throw new TypeError('the connection broke');
  };
}

describe("the README's loop, over the official SDKs", () => {
  let vendor: VendorServer;
  let service: Awaited<ReturnType<typeof createStandalone>>;
  let dataDir: string;
  let sessionOf: (name: string) => SessionClient;

  beforeAll(async () => {
    vendor = await openVendorServer();
    dataDir = await mkdtemp(join(tmpdir(), 'total-recall-loops-'));
    const settings = { TOTAL_RECALL_DATA_DIR: dataDir, TOTAL_RECALL_PORT: '0', TOTAL_RECALL_OPS_PORT: '0', TOTAL_RECALL_EMBEDDER: 'off' };
    service = await createStandalone(parseConfig('standalone', settings), SILENT_LOGGER, '0.0.0-test');
    if (service.bootstrap.kind !== 'created') throw new Error('the first start made no key');
    const { apiKey } = service.bootstrap;
    const client = createClient({ url: service.url, apiKey, fetch: losingAnswers(), retry: { baseMs: 1 } });
    sessionOf = (name) => client.space(name).session('work');
  });

  afterAll(async () => {
    await service?.stop();
    await vendor?.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const LOOPS: readonly [name: string, open: (url: string) => AgentLoop][] = [
    ['openai', openAiLoop],
    ['openai-strict-template', strictTemplateLoop],
    ['openai-stream', openAiStreamLoop],
    ['openai-responses', responsesLoop],
    ['anthropic', (url) => anthropicLoop(url, { stream: false })],
    ['anthropic-stream', (url) => anthropicLoop(url, { stream: true })],
    ['ai', (url) => aiLoop(url, { stream: false })],
    ['ai-stream', (url) => aiLoop(url, { stream: true })],
    ['ai-own-tools', aiOwnToolsLoop],
  ];

  it.each(LOOPS)('%s: calls at once, bad arguments, failing and unknown tools, recall, retries', async (name, open) => {
    vendor.script(scriptedModel(AWKWARD_WORK));
    const session = sessionOf(name);
    const last = await open(vendor.url)(session, 'The login loops. Look at a.ts.', HANDLERS);
    expect(vendor.refused).toEqual([]);
    expect(last).toBe('Done.');
    expect(vendor.requests).toHaveLength(AWKWARD_WORK.length);

    const events: EventWire[] = [];
    for await (const event of session.allEvents()) events.push(event);
    const calls = AWKWARD_WORK.flatMap((answer) => answer.calls ?? []);
    const kinds = (kind: string) => events.filter((event) => event.kind === kind);
    expect(kinds('tool_call').map(({ body }) => body?.call?.id)).toEqual(calls.map(({ id }) => id));
    expect(
      kinds('tool_result')
        .flatMap(({ body }) => body?.call?.id ?? [])
        .sort(),
    ).toEqual(calls.map(({ id }) => id));
    const said = kinds('agent_message').map(({ body }) => body?.text);
    expect(said.slice(-2)).toEqual(['I read both.', 'Done.']);
    const results = new Map(kinds('tool_result').map(({ body }) => [body!.call!.id, body!]));
    expect(results.get('call_b')!.text).toBe('b.ts: redirect(302, /login)');
    const failed = [...results]
      .filter(([, { isError }]) => isError)
      .map(([id]) => id)
      .sort();
    expect(failed).toEqual(name.startsWith('anthropic') ? ['call_d', 'call_e', 'call_h'] : ['call_c', 'call_d', 'call_e', 'call_h']);
    expect(results.get('call_d')!.text).toContain('2 tests failed');
    expect(results.get('call_e')!.text).toContain('no_such_tool');
    expect(results.get('call_g')!.text).toContain('redirect(302, /login)');
    expect((await session.taskState()).state).toMatchObject({ goals: ['fix the login'] });
  });
});
