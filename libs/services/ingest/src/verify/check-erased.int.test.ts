import { quantiseVector } from '@total-recall/domain';
import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, afterEach, expect, it } from 'vitest';
import { serveErasing, TENANT, text, type ErasingService } from '../../testing/serve-erasing.ts';
import { checkErased } from './check-erased.ts';

const tokens = createTokenCounter();
afterAll(() => tokens.close());

let service: ErasingService;
afterEach(() => service.stop());

const MODEL = 'hash-2';

/** Says something and keeps what the index has of it, with a vector; returns what writes that into the index again. */
async function sayIndexed(space: string) {
  const { index } = service.stores;
  const [said] = await service.say(space, 'run-1', [text('The gull nests at Skomer.'), text('The crane turns.')]);
  const [event] = await index.events(TENANT, space, [said!.id]);
  const vector = { tenant: TENANT, space, eventId: said!.id, part: 0, vector: quantiseVector(Float32Array.of(1, 0)) };
  const write = async () => {
    await index.erasing!.rewrite(0, [{ event: event!, documents: [{ eventId: said!.id, part: 0, terms: ['gull'] }] }]);
    await index.vectors!.writeVectors(0, MODEL, [vector]);
  };
  await index.vectors!.writeVectors(0, MODEL, [vector]);
  return { id: said!.id, write };
}

it.each([
  ['an event', (eventId: string) => ({ kind: 'events', space: 'main', eventIds: [eventId] }) as const],
  ['a session', () => ({ kind: 'session', space: 'main', session: 'run-1' }) as const],
  ['a space', () => ({ kind: 'space', space: 'main' }) as const],
])('counts documents and vectors that the index has again of what was erased, and names what it does not look at: %s', async (_, scope) => {
  service = await serveErasing(tokens);
  const { id, write } = await sayIndexed('main');
  const { certificate } = await service.eraser().erase({ tenant: TENANT, scope: scope(id), actor: 'key_e' });
  const { stores, memory } = service;
  const check = () => checkErased({ ...stores, sealer: memory.deps.sealer }, certificate!.statement);
  expect(await check()).toMatchObject({ readable: 0, documents: 0, vectors: 0, unchecked: expect.arrayContaining(['analytics']) });
  await write();
  expect(await check()).toMatchObject({ readable: 0, documents: 1, vectors: 1 });
});
