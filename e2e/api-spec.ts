import { createClient, memoryTools, TotalRecallApiError, type Client, type NewEventWire } from '@total-recall/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** A fresh service seen from outside, in one process or in several. */
export interface ApiUnderTest {
  readonly url: string;
  /** Key of the tenant `default` with every scope. Windows have 8,192 tokens unless a policy sets another size. */
  readonly apiKey: string;
  /** Fetch to use; plain HTTP by default. */
  readonly fetch?: typeof fetch;
  /** Operations addresses of all its processes. */
  readonly operations: readonly string[];
  close(): Promise<void>;
}

/** Builds one turn of an agent that reads a file and comments on it. */
function turn(at: number): NewEventWire[] {
  const id = `call-${at}`;
  const lines = Array.from(
    { length: 40 },
    (_, line) => `line ${line} of report ${at}: depot ${at}-${line} holds ${at * 37 + line} crates of instruments`,
  ).join('\n');
  return [
    {
      kind: 'user_message',
      text: `Look at report ${at} and tell me the seal number.`,
      occurredAt: new Date(Date.UTC(2026, 0, 1, 10, at)).toISOString(),
    },
    { kind: 'thinking', text: 'I should read the report first.', messageId: `m-${at}` },
    { kind: 'tool_call', call: { id, name: 'read_report', arguments: JSON.stringify({ number: at }) }, messageId: `m-${at}` },
    { kind: 'tool_result', call: { id, name: 'read_report' }, text: `${lines}\nseal number QX-${at}-7741` },
    { kind: 'agent_message', text: `The seal number of report ${at} is QX-${at}-7741.`, messageId: `n-${at}` },
  ];
}

/** Describes the promises of the public API, over any transport and in any deployment. */
export function describeApi(name: string, open: () => Promise<ApiUnderTest>): void {
  describe(`the public API ${name}`, () => {
    let service: ApiUnderTest | undefined;
    let client: Client;

    beforeAll(async () => {
      service = await open();
      client = createClient(service);
    });

    afterAll(() => service?.close());

    const metricsOf = async (): Promise<string> => {
      const texts = await Promise.all(service!.operations.map(async (at) => (await fetch(`${at}/metrics`)).text()));
      return texts.join('\n');
    };
    const session = () => client.space('demo').session('long');

    describe('a session, from the first event to what was evicted', () => {
      let position: string | undefined;

      it('appends, and compacts by itself when the window fills', async () => {
        for (let at = 1; at <= 24; at++) ({ position } = await session().append(turn(at), { wait: 'searchable' }));
        await expect.poll(async () => (await session().get()).cycle, { timeout: 60_000 }).toBeGreaterThan(0);
        const view = await session().get();
        expect(view).toMatchObject({
          tenant: 'default',
          space: 'demo',
          session: 'long',
          turn: expect.any(Number),
          policy: { family: 'o200k', budgets: { window: 8_192 } },
        });
        expect(view.events).toBeGreaterThanOrEqual(24 * 5);
        expect(view.windowTokens).toBeLessThan(view.tokensIn);
      });

      it('assembles windows in every format, under the budget', async () => {
        for (const format of ['blocks', 'openai', 'anthropic'] as const) {
          const window = await session().window({
            format,
            after: position,
            blocks: {
              system: 'You audit depots.',
              userMessage: 'Go on.',
              tools: [{ type: 'function', function: { name: 'read_report', parameters: { type: 'object' } } }],
            },
          });
          expect(window.tokens.total).toBeLessThanOrEqual(window.budgets.window - window.budgets.headroom);
          expect(window.blocks.some((block) => block.kind === 'marker')).toBe(true);
          expect(['openai' in window, 'anthropic' in window]).toEqual([format === 'openai', format === 'anthropic']);
          expect(window.anatomy).toMatchObject({ session: 'long', assembledAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) });
        }
        expect((await session().window({ atTurn: 3 })).turn).toBe(3);
        await expect(session().window({ windowTokens: 512 })).rejects.toMatchObject({ code: 'window_over_budget', status: 422 });
      });

      it('finds again what was evicted, word for word', async () => {
        const answer = await session().recall({ query: 'seal number of report 2 QX-2-7741', explain: true });
        expect(answer.rendered).toContain('QX-2-7741');
        expect(answer.tokens).toBeLessThanOrEqual(answer.budgetTokens);
        expect(answer.hits[0]).toMatchObject({ session: 'long', packed: true, sources: expect.arrayContaining(['text']) });
        await expect
          .poll(async () => (await client.space('demo').retrievals({ limit: 5 })).retrievals.map((record) => record.retrievalId))
          .toContain(answer.retrievalId);
      });

      it('reads the turns that a marker names, part by part', async () => {
        const { markers } = await client.space('demo').markers({ session: 'long' });
        const { fromTurn, toTurn, fromOrdinal } = markers.reduce((a, b) => (a.fromOrdinal < b.fromOrdinal ? a : b));
        const ref = `T${fromTurn}-T${toTurn}`;
        let answer = await session().open({ ref });
        expect(answer).toMatchObject({
          session: 'long',
          turn: fromTurn,
          complete: false,
          next: { ref: expect.stringMatching(/^e\d+-T\d+$/) },
        });
        expect(answer.rendered).toContain(`\n[${ref}, the first `);
        const ordinals = answer.events!.map(({ ordinal }) => ordinal);
        for (let parts = 1; answer.next !== undefined && parts < 100; parts++) {
          const { fromLine, fromByte } = answer.next;
          answer = await session().open({ ref: answer.next.ref!, ...(fromLine === undefined ? { fromByte } : { fromLine }) });
          ordinals.push(...answer.events!.map(({ ordinal }) => ordinal));
          expect(answer.tokens).toBeLessThanOrEqual(answer.budgetTokens);
        }
        const { events } = await session().events({ limit: 500 });
        const ofTurns = events.filter(
          ({ turn, kind }) => turn >= fromTurn && turn <= toTurn && kind !== 'compaction' && kind !== 'task_state',
        );
        expect([...new Set(ordinals)]).toEqual(ofTurns.map(({ ordinal }) => ordinal));
        expect(ordinals[0]).toBe(fromOrdinal);
        const [, tool] = memoryTools(() => session());
        expect(tool!.description).toContain('T20-T27');
        expect(await tool!.run({ ref: `Events T${fromTurn}-T${toTurn}` }, undefined)).toContain(`\n[${ref}, the first `);
        expect(await tool!.run({ ref: 'T99999' }, undefined)).toContain('The last turn of long is T');
      });

      it('browses markers, their manifests and exactly what stands behind them', async () => {
        const { markers } = await client.space('demo').markers();
        expect(markers.length).toBeGreaterThan(0);
        const oldest = markers.reduce((a, b) => (a.fromOrdinal < b.fromOrdinal ? a : b));
        const { marker, manifests } = await session().manifest(oldest.id);
        expect(marker.id).toBe(oldest.id);
        const ids = manifests.flatMap((manifest) => manifest.eventIds);
        const expanded: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await session().expand(oldest.id, { limit: 7, ...(cursor === undefined ? {} : { cursor }) });
          expanded.push(...page.events.map((event) => event.id));
          cursor = page.cursor;
        } while (cursor !== undefined);
        expect(expanded.length).toBe(oldest.eventCount);
        expect(new Set(expanded)).toEqual(new Set(ids));
      });

      it('walks every event in order, compactions included', async () => {
        const kinds: string[] = [];
        let last = 0;
        for await (const event of session().allEvents()) {
          expect(event.ordinal).toBe(last + 1);
          last = event.ordinal;
          kinds.push(event.kind);
        }
        expect(kinds.filter((kind) => kind === 'user_message')).toHaveLength(24);
        expect(kinds).toContain('compaction');
      });

      it('keeps a large result as an artifact and serves ranges of it', async () => {
        const text = `${'0123456789'.repeat(2_000)}END`;
        await session().append(
          [
            { kind: 'tool_call', call: { id: 'big', name: 'dump', arguments: '{}' } },
            { kind: 'tool_result', call: { id: 'big', name: 'dump' }, text },
          ],
          { wait: 'searchable' },
        );
        let artifactId: string | undefined;
        for await (const event of session().allEvents()) artifactId = event.body?.artifacts?.[0]?.id ?? artifactId;
        const whole = await client.space('demo').artifact(artifactId!);
        expect(new TextDecoder().decode(whole.bytes)).toBe(text);
        const part = await client.space('demo').artifact(artifactId!, { from: 19_998, to: 20_003 });
        expect([new TextDecoder().decode(part.bytes), part.sizeBytes]).toEqual(['89END', 20_003]);
        await expect(client.space('demo').artifact(artifactId!, { from: 50_000 })).rejects.toMatchObject({
          code: 'range_not_satisfiable',
          details: { sizeBytes: 20_003 },
        });
      });

      it('keeps a task state, version by version', async () => {
        expect((await session().taskState()).state).toBeNull();
        const first = await session().updateTaskState({
          expectedVersion: 0,
          fields: { goals: ['Audit all depots'], premises: { year: '2026' }, phase: 'execute' },
        });
        expect(first).toMatchObject({ version: 1 });
        expect((await session().taskState()).state).toMatchObject({ version: 1, goals: ['Audit all depots'], phase: 'execute' });
        const late = await session()
          .updateTaskState({ expectedVersion: 0, fields: {} })
          .catch((error: unknown) => error);
        expect(late).toBeInstanceOf(TotalRecallApiError);
        expect(late).toMatchObject({ code: 'task_state_conflict' });
      });

      it('compacts on demand and says what it did', async () => {
        expect(['compacted', 'stopped']).toContain((await session().compact()).kind);
        expect((await session().anatomy({ limit: 3 })).anatomy.length).toBe(3);
      });

      it('imports a session of another tool, once', async () => {
        const file = JSON.stringify([
          { role: 'user', content: 'hello' },
          { role: 'assistant', content: null, tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }] },
          { role: 'tool', tool_call_id: 'c', content: 'done' },
        ]);
        const first = await client.space('demo').session('imported').import(file);
        expect(first).toMatchObject({ format: 'openai-chat', sessions: [{ session: 'imported', events: 3, appended: 3, duplicates: 0 }] });
        await client.space('demo').session('imported').get();
        expect((await client.space('demo').session('imported').events()).events.map((event) => event.kind)).toEqual([
          'user_message',
          'tool_call',
          'tool_result',
        ]);
        expect(await client.space('demo').session('imported').import(file)).toMatchObject({ sessions: [{ appended: 0, duplicates: 3 }] });
      });

      it('lists what there is, page by page', async () => {
        // Lists may lag by a second when another process writes them.
        await expect.poll(async () => (await client.spaces()).spaces, { timeout: 30_000 }).toMatchObject([{ space: 'demo', sessions: 2 }]);
        const one = await client.space('demo').sessions({ limit: 1 });
        const two = await client.space('demo').sessions({ limit: 1, cursor: one.cursor! });
        expect([one.sessions[0]!.session, two.sessions[0]!.session].sort()).toEqual(['imported', 'long']);
        expect((await client.tools()).openai.map((tool) => tool.function.name)).toEqual(['recall', 'open', 'update_task_state']);
        expect((await client.exportAudit()).entries.map((entry) => entry.action)).toContain('tenant.bootstrap');
        expect((await client.audit()).entries.map((entry) => entry.action)).toContain('read.listEvents');
        expect(await client.space('demo').setPolicy({ windowTokens: 16_000 })).toMatchObject({
          level: 'space',
          settings: { windowTokens: 16_000 },
        });
        expect((await session().policy()).effective).toMatchObject({ budgets: { window: 16_000 } });
      });

      it('counts what an agent uses of a recall whose answer it appended as it came', async () => {
        const space = client.space('used');
        const harbour = space.session('harbour');
        const rest = Array.from({ length: 6 }, (_, at): NewEventWire => ({ kind: 'user_message', text: `And what of quay ${at}?` }));
        await harbour.append([{ kind: 'user_message', text: 'The gate code of the north quay is NQ-70417.' }, ...rest]);
        const { rendered, retrievalId } = await harbour.recall({ query: 'gate code of the north quay', limit: 1, budgetTokens: 150 });
        const call = { id: 'ask', name: 'recall' };
        await harbour.append([
          { kind: 'tool_call', call: { ...call, arguments: JSON.stringify({ query: 'gate code of the north quay' }) } },
          { kind: 'tool_result', call, text: rendered },
          { kind: 'tool_call', call: { id: 'open', name: 'open_gate', arguments: JSON.stringify({ code: 'NQ-70417' }) } },
        ]);
        const logged = async () => (await space.retrievals()).retrievals.find((one) => one.retrievalId === retrievalId);
        await expect
          .poll(async () => (await logged())?.uses, { timeout: 120_000 })
          .toMatchObject([{ kind: 'exact', afterEvents: 1, afterTurns: 1 }]);
        expect(await logged()).toMatchObject({ received: { session: 'harbour', turn: 8 } });
        const from = new Date(Date.now() - 3_600_000).toISOString();
        for (const by of ['all', 'day', 'session'] as const) {
          const { groups } = await space.demand({ by, from });
          expect(groups).toMatchObject([{ turns: 9, modelTurns: 2, recallTurns: 1, retrievals: 1, receivedUsed: 1, recallUseRate: 1 }]);
        }
        expect((await space.demand({ by: 'day', to: from })).groups).toEqual([]);
        expect((await client.space('demo').demand()).groups[0]).toMatchObject({ received: 0, recallUseRate: null });
        await expect(space.demand({ from: 'yesterday' })).rejects.toMatchObject({ code: 'invalid_request' });
        const metrics = await metricsOf();
        expect(metrics).toMatch(/total_recall_recall_evidence_used_total\{kind="exact"\} 1/);
      });

      it('pushes evidence into windows where the policy says so, which is no recall of the agent', async () => {
        const space = client.space('used');
        const other = space.session('other');
        await other.append({ kind: 'user_message', text: 'Good morning.' }, { wait: 'searchable' });
        const request = { format: 'anthropic', blocks: { userMessage: 'What is the gate code of the north quay?' } } as const;
        expect((await other.window(request)).tokens.pack).toBe(0);
        await other.setPolicy({ pushTokens: 300 });
        const window = await other.window(request);
        expect(window.tokens.pack).toBeGreaterThan(0);
        expect(window.blocks.at(-2)).toMatchObject({ kind: 'pack', text: expect.stringContaining('NQ-70417') });
        expect(window.anatomy.packTokens).toBe(window.tokens.pack);
        expect((await space.retrievals({ session: 'other' })).retrievals).toMatchObject([{ pushed: true }]);
        expect((await space.demand()).groups).toMatchObject([{ retrievals: 1, recallTurns: 1 }]);
        await expect(other.setPolicy({ pushTokens: 63 })).rejects.toMatchObject({ code: 'invalid_policy' });
      });

      it('starts recall while a user is typing, and pushes what it found with the message', async () => {
        const space = client.space('used');
        const typed = space.session('typed');
        await typed.append({ kind: 'user_message', text: 'Good evening.' }, { wait: 'searchable' });
        expect(await typed.prefetch('What is the gate code of the')).toEqual({ result: 'off' });
        await typed.setPolicy({ pushTokens: 300 });
        expect(await typed.prefetch('What is')).toEqual({ result: 'too_short' });
        expect(await typed.prefetch('What is the gate code of the north qu')).toEqual({ result: 'started' });
        await expect.poll(async () => (await space.retrievals({ session: 'typed' })).retrievals, { timeout: 30_000 }).toHaveLength(1);
        await typed.append({ kind: 'user_message', text: 'What is the gate code of the north quay?' }, { wait: 'searchable' });
        const window = await typed.window();
        expect(window.blocks.find(({ kind }) => kind === 'pack')).toMatchObject({ text: expect.stringContaining('NQ-70417') });
        expect(await metricsOf()).toMatch(/total_recall_recall_prefetch_requests_total\{result="started"\} 1/);
      });

      it('answers ready and counts what it answered', async () => {
        for (const at of service!.operations)
          await expect.poll(async () => (await fetch(`${at}/readyz`)).json()).toMatchObject({ ready: true });
        const metrics = await metricsOf();
        expect(metrics).toMatch(/total_recall_gateway_requests_total\{[^}]*route="\/v1\/spaces\/\{space\}\/recall"[^}]*\} [1-9]/);
        expect(metrics).toMatch(/total_recall_gateway_refused_total\{code="task_state_conflict"\} 1/);
      });
    });

    describe('a session whose policy shrinks after its last event', () => {
      it('is compacted by the window that is asked for, and fits', async () => {
        const space = client.space('shrinking');
        const shrinking = space.session('s');
        await shrinking.setPolicy({ windowTokens: 64_000 });
        for (let at = 1; at <= 24; at++) await shrinking.append(turn(at), { wait: 'searchable' });
        expect((await shrinking.get()).cycle).toBe(0);
        await shrinking.setPolicy({ windowTokens: 8_192 });
        const window = await shrinking.window();
        expect(window.tokens.total + window.budgets.headroom).toBeLessThanOrEqual(8_192);
        expect(window.cycle).toBeGreaterThan(0);
        expect(window.blocks.some((block) => block.kind === 'marker')).toBe(true);
        const recalled = await shrinking.recall({ query: 'seal number of report 3' });
        expect(recalled.rendered).toContain('QX-3-7741');
      });

      it('fits again where the task state that was derived is more than the smaller window may hold', async () => {
        const space = client.space('shrinking-twice');
        const shrinking = space.session('s');
        await shrinking.setPolicy({ windowTokens: 24_000 });
        const unanswered = (at: number): NewEventWire[] => {
          const decided = `Report ${at} stays sealed in depot ${at}, ${'since the crates are counted by hand, '.repeat(4)}as agreed.`;
          return [...turn(at).slice(0, 4), { kind: 'decision', text: decided }];
        };
        for (let at = 1; at <= 40; at++) await shrinking.append(unanswered(at), { wait: 'searchable' });
        const before = await shrinking.window();
        expect(before.tokens.task).toBeGreaterThan(200);
        await shrinking.setPolicy({ windowTokens: 3_000 });
        const window = await shrinking.window();
        expect(window.tokens.total + window.budgets.headroom).toBeLessThanOrEqual(3_000);
        expect(window.tokens.task).toBeLessThanOrEqual(window.budgets.task);
        expect(window.tokens.markers).toBeLessThanOrEqual(window.budgets.markers);
      });
    });
  });
}
