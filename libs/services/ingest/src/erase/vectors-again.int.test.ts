import { createHashingEmbedder } from '@total-recall/adapter-memory';
import type { NewEvent } from '@total-recall/domain';
import type { Embedder, EmbeddingInput } from '@total-recall/ports';
import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, describe, expect, it } from 'vitest';
import { serveErasing, TENANT, text, type ErasingService, type Said } from '../../testing/serve-erasing.ts';

const tokens = createTokenCounter();
afterAll(() => tokens.close());

const PLACE = { tenant: TENANT, space: 'main' };
const SECRET = 'My test came back positive in March.';
const REPLY = 'Understood, this is noted.';
const reply = (words = REPLY): NewEvent => ({ kind: 'agent_message', text: words });

/** Creates an embedder whose vectors have a trace of the message before, and that keeps what it read. */
function readingEmbedder(hold: () => Promise<void> = async () => undefined) {
  const hashing = createHashingEmbedder();
  const read: EmbeddingInput[] = [];
  const withBefore = ({ before = '', ...input }: EmbeddingInput): EmbeddingInput => ({ ...input, text: `${before} ${input.text}` });
  const embedder: Embedder = {
    ...hashing,
    embed: async (inputs, options) => {
      read.push(...inputs);
      const made = await hashing.embed(inputs.map(withBefore), options);
      await hold();
      return made;
    },
  };
  return { embedder, read, vectorOf: async (words: string) => (await hashing.embed([{ text: words, kind: 'document' }]))[0]!.vector };
}

type Reading = ReturnType<typeof readingEmbedder>;

/** Returns how near the vector of a short event is to these words; undefined without a vector. */
async function nearness(service: ErasingService, { vectorOf, embedder }: Reading, eventId: string, words: string) {
  const found = await service.stores.index.vectors!.similarities({
    ...PLACE,
    model: embedder.model,
    vector: await vectorOf(words),
    documents: [0, 1].map((part) => ({ eventId, part })),
  });
  const [own] = found.filter((similarity) => similarity !== undefined);
  return own && Math.round(own * 100) / 100;
}

const erase = (service: ErasingService, events: readonly (Said | undefined)[]) =>
  service.eraser().erase({
    tenant: TENANT,
    scope: { kind: 'events', space: 'main', eventIds: events.map((event) => event!.id) },
    actor: 'key',
  });

describe('vectors after an erasure', () => {
  it('have no trace of an erased message in the reply to it, and stay as they are elsewhere', async () => {
    const reading = readingEmbedder();
    const service = await serveErasing(tokens, { embedder: reading.embedder });
    const [secret, answer, next, other] = await service.say('main', 'run-1', [text(SECRET), reply(), text('Thanks.'), reply('See you.')]);
    await service.memory.ingest.settle(10_000);
    expect(await nearness(service, reading, answer!.id, `${SECRET} assistant: ${REPLY}`)).toBe(1);
    const before = [await nearness(service, reading, next!.id, REPLY), await nearness(service, reading, other!.id, 'Thanks.')];

    reading.read.length = 0;
    expect(await erase(service, [secret])).toMatchObject({ status: 'done' });
    await service.memory.ingest.settle(10_000);
    expect(await nearness(service, reading, answer!.id, `assistant: ${REPLY}`)).toBe(1);
    expect(await nearness(service, reading, secret!.id, SECRET)).toBeUndefined();
    expect([await nearness(service, reading, next!.id, REPLY), await nearness(service, reading, other!.id, 'Thanks.')]).toEqual(before);
    expect(new Set(reading.read.map((input) => JSON.stringify([input.text, input.before])))).toEqual(
      new Set([JSON.stringify([`assistant: ${REPLY}`, undefined])]),
    );
    await service.stop();
  });

  it('have no trace of it where it is the last event of a page of a long session', async () => {
    const reading = readingEmbedder();
    const service = await serveErasing(tokens, { embedder: reading.embedder });
    const small = Array.from({ length: 499 }, (_, at): NewEvent => ({ kind: 'decision', text: `Berth ${at} is free.` }));
    const said = await service.say('main', 'run-1', small);
    said.push(...(await service.say('main', 'run-1', [text(SECRET), reply()])));
    await service.memory.ingest.settle(30_000);
    expect(await nearness(service, reading, said[500]!.id, `${SECRET} assistant: ${REPLY}`)).toBe(1);
    await erase(service, [said[499]]);
    await service.memory.ingest.settle(30_000);
    expect(await nearness(service, reading, said[500]!.id, `assistant: ${REPLY}`)).toBe(1);
    await service.stop();
  });

  it('have no trace of it when a batch that had read it writes after the erasure', async () => {
    const asked = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const reading = readingEmbedder(async () => {
      asked.resolve();
      await released.promise;
    });
    const service = await serveErasing(tokens, { embedder: reading.embedder });
    const [secret, answer] = await service.say('main', 'run-1', [text(SECRET), reply()]);
    await asked.promise;
    expect(await erase(service, [secret])).toMatchObject({ status: 'done' });
    expect(reading.read.map(({ before }) => before)).toContain(SECRET);
    released.resolve();
    await service.memory.ingest.settle(10_000);
    expect(await nearness(service, reading, answer!.id, `assistant: ${REPLY}`)).toBe(1);
    await service.stop();
  });

  it('are there for results of erased calls and for task states, of which only those that quoted are made again', async () => {
    const reading = readingEmbedder();
    const service = await serveErasing(tokens, { embedder: reading.embedder });
    const call = { id: 'c1', name: 'read_file' };
    const found = 'The ferry leaves at six from the north quay.';
    const [asking, calling, result] = await service.say('main', 'run-1', [
      text('Please read the timetable.'),
      { kind: 'tool_call', call: { ...call, arguments: '{"path":"/srv/zephyr.txt"}' } },
      { kind: 'tool_result', call, text: found },
    ]);
    const { ingest } = service.memory;
    const update = (fields: object) =>
      ingest.updateTaskState({ ...PLACE, session: 'run-1', update: { fields }, wait: 'searchable' } as never);
    await update({ goals: ['catch the ferry'] });
    await update({ risks: ['zephyr is late'] });
    await ingest.settle(10_000);
    const states = (await service.stores.index.sessionEvents({ ...PLACE, session: 'run-1', fromOrdinal: 1, limit: 100 }))
      .filter(({ record }) => record.envelope.kind === 'task_state')
      .map(({ record }) => record.envelope.id);
    expect(states).toHaveLength(2);
    const held = () => Promise.all([result!.id, ...states].map((id) => nearness(service, reading, id, found)));
    expect(await held()).toEqual([expect.any(Number), expect.any(Number), expect.any(Number)]);

    reading.read.length = 0;
    expect(await erase(service, [calling])).toMatchObject({ status: 'done' });
    await ingest.settle(10_000);
    expect(await held()).toEqual([expect.any(Number), expect.any(Number), expect.any(Number)]);
    const made = [...new Set(reading.read.map(({ text: words }) => words))];
    expect(made).toHaveLength(2);
    expect(made.join(' ')).toContain(found);
    expect(made.join(' ')).not.toContain('zephyr');
    expect(asking).toBeDefined();
    await service.stop();
  });
});
