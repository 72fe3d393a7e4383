import type { NewEvent, PolicySettings } from '@total-recall/domain';
import { describe, expect, it } from 'vitest';
import { createMemoryService, createServiceStores } from '../../testing/memory-service.ts';

const PLACE = { tenant: 'acme', space: 'main', session: 's1' };
const LINES = Array.from({ length: 900 }, (_, at) => `line ${at + 1}: the über-value is ${at * 7}`);
const FILE = LINES.join('\n');

async function withEvents(events: NewEvent[], policy: PolicySettings = {}) {
  const service = createMemoryService(createServiceStores(), { policy: { windowTokens: 8_192, ...policy } });
  await service.ingest.start();
  const appended = await service.ingest.append({ ...PLACE, events });
  return { ...service, ids: appended.events.map(({ id }) => id) };
}

const READ: NewEvent[] = [
  { kind: 'user_message', text: 'Read the file.' },
  { kind: 'tool_call', call: { id: 'c1', name: 'read', arguments: '{"path":"a.txt"}' } },
  { kind: 'tool_result', text: FILE, call: { id: 'c1', name: 'read' } },
];

describe('open', () => {
  it('reads an event from its start to its end, part by part, within the budget, the same every time', async () => {
    const { ingest, retriever } = await withEvents(READ);
    let read = '';
    let next: { fromByte: number; fromLine?: number } | undefined = { fromByte: 0, fromLine: 1 };
    let parts = 0;
    while (next !== undefined) {
      const wanted = next.fromLine === undefined ? { fromByte: next.fromByte } : { fromLine: next.fromLine };
      const answer = await retriever.open({ ...PLACE, ref: 'e3', ...wanted });
      const again = await retriever.open({ ...PLACE, ref: 'e3', ...wanted });
      expect(again.text).toBe(answer.text);
      expect(answer.tokens).toBeLessThanOrEqual(answer.budgetTokens);
      expect(answer.rendered).toContain(answer.text);
      read += answer.text;
      parts += 1;
      next = answer.next;
    }
    expect(read).toBe(FILE);
    expect(parts).toBeGreaterThan(5);
    expect(parts).toBeLessThan(60);
    await ingest.stop();
  });

  it('reads lines, bytes, a part that a reference names, and an artifact, right after they were appended', async () => {
    const { retriever, ids, ingest } = await withEvents(READ);
    const byLines = await retriever.open({ ...PLACE, ref: 'e3', fromLine: 100, toLine: 102 });
    expect(byLines).toMatchObject({
      text: `${LINES.slice(99, 102).join('\n')}\n`,
      fromLine: 100,
      toLine: 102,
      totalLines: 900,
      complete: true,
    });
    expect(byLines.rendered).toContain('[e3, lines 100-102 of 900, bytes ');
    const { fromByte, toByte } = byLines;
    const whole = { tenant: 'acme', space: 'main' };
    const same = [`s1/e3:${fromByte}-${toByte}`, `${ids[2]!}:${fromByte}-${toByte}`];
    for (const ref of same) expect((await retriever.open({ ...whole, ref })).text).toBe(byLines.text);
    const { body } = await retriever.event({ ...whole, eventId: 's1/e3' });
    const ref = body!.artifacts![0]!.id;
    const artifact = await retriever.open({ ...PLACE, ref, fromLine: 900 });
    expect(artifact).toMatchObject({ artifactId: ref, text: LINES[899], complete: true });
    expect(artifact.next).toBeUndefined();
    await ingest.stop();
  });

  it('reads on further where a call of a large window asks for it', async () => {
    const service = createMemoryService(createServiceStores(), { policy: { windowTokens: 1_000_000 } });
    await service.ingest.start();
    await service.ingest.append({ ...PLACE, events: READ });
    const read = async (budgetTokens?: number) => service.retriever.open({ ...PLACE, ref: 'e3', ...(budgetTokens && { budgetTokens }) });
    const [usual, more, most] = [await read(), await read(9_000), await read(900_000)];
    expect([usual.budgetTokens, more.budgetTokens, most.budgetTokens]).toEqual([4_000, 9_000, 15_625]);
    expect(usual.complete).toBe(false);
    expect(more.text.length).toBeGreaterThan(1.5 * usual.text.length);
    expect(more.tokens).toBeLessThanOrEqual(9_000);
    await service.ingest.stop();
  });

  it('names what it cannot read', async () => {
    const picture = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]);
    const { retriever, ingest, ids } = await withEvents([
      { kind: 'user_message', text: 'See.', attachments: [{ mime: 'image/png', data: picture }] },
    ]);
    const { body } = await retriever.event({ ...PLACE, eventId: ids[0]! });
    const cases: [object, string][] = [
      [{ ref: 'e9' }, 'not_found'],
      [{ ref: 'nobody/e1' }, 'not_found'],
      [{ ref: `art_${'0'.repeat(32)}` }, 'not_found'],
      [{ ref: 'e1', fromLine: 50 }, 'range_not_satisfiable'],
      [{ ref: body!.artifacts![0]!.id }, 'unsupported_media_type'],
      [{ ref: 'e1', session: undefined }, 'invalid_request'],
      [{ ref: 'e1', budgetTokens: 5 }, 'invalid_request'],
    ];
    for (const [request, code] of cases) {
      await expect(retriever.open({ ...PLACE, ref: '', ...request }), JSON.stringify(request)).rejects.toMatchObject({ code });
    }
    await ingest.stop();
  });

  it('says what to raise where a call may name no larger budget', async () => {
    const small = await withEvents(READ, { pullTokens: 64, pullMaxTokens: 64 });
    await expect(small.retriever.open({ ...PLACE, ref: 'e3', budgetTokens: 5 })).rejects.toThrow(
      'until a person raises pullMaxTokens in it to 300',
    );
    await small.ingest.stop();
    const usual = await withEvents(READ);
    await expect(usual.retriever.open({ ...PLACE, ref: 'e3', budgetTokens: 5 })).rejects.toThrow('use at least 300');
    await usual.ingest.stop();
  });

  it('I-13 brings what is never indexed again, and I-08 nothing of another space', async () => {
    const { retriever, ingest } = await withEvents(READ);
    const { rendered } = await retriever.open({ ...PLACE, ref: 'e3', fromLine: 300, toLine: 310 });
    const call = { id: 'o1', name: 'open' };
    const { events } = await ingest.append({
      ...PLACE,
      events: [
        { kind: 'tool_call', call: { ...call, arguments: '{"ref":"e3"}' } },
        { kind: 'tool_result', call, text: rendered },
      ],
      wait: 'searchable',
    });
    const { hits } = await retriever.recall({ ...PLACE, queries: [LINES[304]!] });
    expect(hits.map(({ eventId }) => eventId)).not.toContain(events[1]!.id);
    await expect(retriever.open({ ...PLACE, space: 'other', ref: 's1/e3' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(retriever.open({ ...PLACE, session: 's1', ref: 'e999' })).rejects.toMatchObject({
      code: 'not_found',
      message: 'There is no such event here. One listed below "# session SESSION" is named SESSION/e999.',
    });
    await ingest.stop();
  });

  it('and recall are refused beyond the calls of a turn, and never without a call', async () => {
    const { retriever, ingest } = await withEvents(READ);
    const response = ['p1', 'p2'].map((id): NewEvent => ({
      kind: 'tool_call',
      messageId: 'm9',
      call: { id, name: id === 'p1' ? 'recall' : 'open', arguments: id === 'p1' ? '{"queries":["a"]}' : '{"ref":"e3"}' },
    }));
    await ingest.append({ ...PLACE, events: response });
    await expect(retriever.recall({ ...PLACE, queries: ['über-value'], callId: 'p1' })).resolves.toBeDefined();
    const message = expect.stringMatching(
      /^A turn may make one call of recall and open together, and this is one more\. Use what came back/,
    );
    const refused = { code: 'pull_limit', message, details: { pullCalls: 1 } };
    await expect(retriever.open({ ...PLACE, ref: 'e3', callId: 'p2' })).rejects.toMatchObject(refused);
    await expect(retriever.recall({ ...PLACE, queries: ['a'], callId: 'p2' })).rejects.toMatchObject(refused);
    for (let asked = 0; asked < 3; asked++) await expect(retriever.open({ ...PLACE, ref: 'e3' })).resolves.toBeDefined();
    await ingest.stop();
  });
});
