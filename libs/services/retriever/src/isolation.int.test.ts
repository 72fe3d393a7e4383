import { createHash } from 'node:crypto';
import type { NewEvent, SessionAddress } from '@total-recall/domain';
import { TotalRecallError } from '@total-recall/runtime';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemoryService, createServiceStores } from '../testing/memory-service.ts';

/** Every tenant has the same spaces, every space the same sessions, all with the same content. */
const PLACES: SessionAddress[] = ['acme', 'rival'].flatMap((tenant) =>
  ['main', 'side'].flatMap((space) => ['s1', 's2'].map((session) => ({ tenant, space, session }))),
);
const spaceOf = ({ tenant, space }: { tenant: string; space: string }): string => `${tenant}/${space}`;
const secretOf = (place: SessionAddress): string => `zx${createHash('sha256').update(spaceOf(place)).digest('hex').slice(0, 12)}`;
const TOPICS = ['harbour', 'lighthouse', 'anchor', 'compass'];

interface Step {
  readonly place: number;
  readonly act: 'say' | 'secret' | 'long' | 'card' | 'compact';
  readonly topic: number;
}
const arbitrarySteps = fc.array(
  fc.record({
    place: fc.nat(PLACES.length - 1),
    act: fc.constantFrom<Step['act'][]>('say', 'say', 'say', 'secret', 'long', 'card', 'compact'),
    topic: fc.nat(TOPICS.length - 1),
  }),
  { minLength: 12, maxLength: 50, size: 'max' },
);

function eventOf({ act, topic }: Step, place: SessionAddress): NewEvent {
  const text = `we talked about the ${TOPICS[topic]} and its keeper`;
  if (act === 'secret') return { kind: 'decision', text: `${text}: ${secretOf(place)}` };
  if (act === 'long') return { kind: 'tool_result', text: `${text} `.repeat(200), call: { id: 'c', name: 'read' } };
  return { kind: topic % 2 === 0 ? 'user_message' : 'agent_message', text };
}

type Service = ReturnType<typeof createMemoryService>;

async function run(service: Service, steps: readonly Step[], running: boolean) {
  const owners = new Map<string, string>();
  const positions: string[] = [];
  for (const step of steps) {
    const place = PLACES[step.place]!;
    if (step.act === 'card' || step.act === 'compact') {
      const known = running && (await service.stores.log.lastOffset(`${place.tenant}/${place.space}/${place.session}`)) >= 0;
      if (!known) continue;
      if (step.act === 'compact') await service.ingest.compact({ ...place, trigger: 'demand', targetTokens: 0 });
      else {
        const expectedVersion = (await service.retriever.taskState(place)).state?.version ?? 0;
        const { eventId } = await service.ingest.updateTaskState({
          ...place,
          update: { expectedVersion, fields: { goals: [`keep ${secretOf(place)}`] } },
        });
        owners.set(eventId, spaceOf(place));
      }
      continue;
    }
    const { events, position } = await service.ingest.append({ ...place, events: [eventOf(step, place)] });
    owners.set(events[0]!.id, spaceOf(place));
    positions.push(position!);
  }
  return { owners, positions };
}

const codeOf = (error: unknown): string => (error instanceof TotalRecallError ? error.code : String(error));

describe('tenants, spaces and sessions of the same names and texts', () => {
  it.each([
    ['searchable', true],
    ['pending', false],
  ])('I-08 never see each other while events are %s, whatever ids, cursors, positions and markers are forged', async (_name, running) => {
    let [hits, markers, artifacts] = [0, 0, 0];
    await fc.assert(
      fc.asyncProperty(arbitrarySteps, async (steps) => {
        const stores = createServiceStores(2);
        const service = createMemoryService(stores, { policy: { windowTokens: 8_192 } });
        const { ingest, retriever } = service;
        if (running) await ingest.start();
        const { owners, positions } = await run(service, steps, running);
        if (running) await ingest.settle(30_000);

        const foreign = PLACES.map(secretOf);
        const expectOwn = (place: SessionAddress, answer: unknown, ids: readonly string[] = []): void => {
          const text = JSON.stringify(answer, (_key, value: unknown) =>
            value instanceof Uint8Array ? Buffer.from(value).toString() : value,
          );
          for (const secret of foreign) if (secret !== secretOf(place)) expect(text).not.toContain(secret);
          for (const [id, owner] of owners) if (owner !== spaceOf(place)) expect(text).not.toContain(id);
          for (const id of ids) expect(owners.get(id)).toBe(spaceOf(place));
        };
        const attempt = async <T>(place: SessionAddress, read: Promise<T>): Promise<T | undefined> => {
          try {
            const answer = await read;
            expectOwn(place, answer);
            return answer;
          } catch (error) {
            expect(['not_found', 'invalid_position', 'invalid_cursor', 'invalid_request', 'not_caught_up']).toContain(codeOf(error));
            expectOwn(place, (error as Error).message);
            return undefined;
          }
        };

        const seenArtifacts: { place: SessionAddress; id: string }[] = [];
        for (const place of PLACES) {
          for (const queries of [[`${TOPICS[0]!} keeper`, foreign.join(' ')], ['lighthouse anchor compass']]) {
            for (const more of [
              {},
              { scope: { sessions: ['s1', 's2'] } },
              { after: positions[place.session.length % positions.length]! },
            ]) {
              const answer = await attempt(place, retriever.recall({ ...place, queries, limit: 50, ...more }));
              hits += answer?.hits.length ?? 0;
              expectOwn(
                place,
                '',
                [...(answer?.hits ?? []), ...(answer?.passages ?? [])].map(({ eventId }) => eventId),
              );
            }
          }
          if (!running) continue;
          const page = await attempt(place, retriever.events({ ...place, limit: 100 }));
          for (const { id, body } of page?.events ?? []) {
            for (const artifact of body?.artifacts ?? []) seenArtifacts.push({ place, id: artifact.id });
            expect(owners.get(id) ?? spaceOf(place)).toBe(spaceOf(place));
          }
          for (const id of owners.keys()) {
            const read = await attempt(place, retriever.event({ tenant: place.tenant, space: place.space, eventId: id }));
            expect(read !== undefined).toBe(owners.get(id) === spaceOf(place));
          }
          for (const format of ['blocks', 'openai', 'anthropic'] as const)
            await attempt(place, retriever.assembleWindow({ ...place, format }));
          for (const after of positions.slice(0, 6)) await attempt(place, retriever.assembleWindow({ ...place, after }));
          await attempt(place, retriever.taskState(place));
          await attempt(place, retriever.session(place));
          await attempt(place, retriever.anatomy({ ...place, limit: 100 }));
          await attempt(place, retriever.retrievals({ ...place, limit: 100 }));
          const sessions = await retriever.sessions({ tenant: place.tenant, space: place.space, limit: 100 });
          for (const summary of sessions.sessions) expect(spaceOf(summary)).toBe(spaceOf(place));
          const found = await attempt(place, retriever.markers({ tenant: place.tenant, space: place.space, limit: 100 }));
          markers += found?.markers.length ?? 0;
          for (const markerId of ['m1', 'm2', 'm2.p', '../m1']) {
            for (const cursor of [undefined, 'm1.1', 'm2.2', 'm1.999', `${markerId}.1`])
              await attempt(place, retriever.expand({ ...place, markerId, limit: 50, ...(cursor === undefined ? {} : { cursor }) }));
            await attempt(place, retriever.manifest({ ...place, markerId }));
          }
        }
        for (const { place, id } of seenArtifacts) {
          for (const other of PLACES) {
            const read = await attempt(other, retriever.artifact({ tenant: other.tenant, space: other.space, artifactId: id }));
            if (spaceOf(other) !== spaceOf(place)) expect(read).toBeUndefined();
            else artifacts += 1;
          }
        }
        expect([service.failures, service.violations]).toEqual([[], []]);
        await ingest.stop();
      }),
      { numRuns: 8, endOnFailure: true },
    );
    expect(hits).toBeGreaterThan(50);
    if (running) expect(Math.min(markers, artifacts)).toBeGreaterThan(0);
  });
});
