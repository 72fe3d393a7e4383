import { ERASURES_UNDER_WAY } from '@total-recall/ports';
import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { serveErasing, TENANT, text } from '../../testing/serve-erasing.ts';

const SPACE = { tenant: TENANT, scope: { kind: 'space', space: 'main' }, actor: 'key_e' } as const;
const WAIT = { timeout: 10_000 };

const tokens = createTokenCounter();
afterAll(() => tokens.close());

/** A place in the code at which work waits until it is let go. */
function gate() {
  const opened = Promise.withResolvers<void>();
  const state = { reached: 0 };
  return { state, pass: () => (++state.reached, opened.promise), open: () => opened.resolve() };
}

describe('an eraser that stops while an erasure is under way', () => {
  it('on a cluster waits for no server, answers that it runs, and the next process finishes it', async () => {
    const wiping = gate();
    const service = await serveErasing(tokens, { mode: 'cluster', afterPurge: wiping.pass });
    const [said] = await service.say('main', 'run-1', [text('The gull eats')]);
    const asked = service.eraser().erase(SPACE);
    await vi.waitFor(() => expect(wiping.state.reached).toBe(1), WAIT);
    await service.eraser().stop();
    const { id, status } = await asked;
    expect(status).toBe('running');
    wiping.open();
    await service.restart();
    await vi.waitFor(async () => expect(await service.eraser().erasure(TENANT, id)).toMatchObject({ status: 'done' }), WAIT);
    expect(await service.readable()).not.toContain(said!.id);
    await service.stop();
  });

  it('writes nothing down any more for what is still planned, and refuses that', async () => {
    const planned = gate();
    const service = await serveErasing(tokens, { mode: 'cluster', answerWithinMs: 60_000, refuseNow: planned.pass });
    await service.say('main', 'run-1', [text('The gull eats')]);
    const asked = service
      .eraser()
      .erase(SPACE)
      .catch((error: unknown) => error);
    await vi.waitFor(() => expect(planned.state.reached).toBe(1), WAIT);
    await service.eraser().stop();
    // The gateway asks another process then.
    expect(await asked).toMatchObject({ code: 'unavailable', details: { problem: ERASURES_UNDER_WAY, nothingErased: true } });
    planned.open();
    await service.restart();
    expect(await service.eraser().erasures(TENANT, 10)).toEqual([]);
    expect((await service.stores.ledger.read(0, 0, 10)).length).toBe(0);
    await service.stop();
  });

  it('in one process ends the step under way and begins no other; the next start goes on', async () => {
    const purging = gate();
    const service = await serveErasing(tokens, { beforePurge: purging.pass });
    for (const session of ['run-1', 'run-2']) await service.say('main', session, [text('The gull eats')]);
    const asked = service.eraser().erase({
      tenant: TENANT,
      scope: { kind: 'events', space: 'main', eventIds: service.said.map(({ id }) => id) },
      actor: 'key_e',
    });
    await vi.waitFor(() => expect(purging.state.reached).toBe(1), WAIT);
    const stopped = service.eraser().stop();
    purging.open();
    await stopped;
    const { id, status } = await asked;
    expect([status, purging.state.reached]).toEqual(['running', 1]);
    expect((await service.readable()).size).toBeGreaterThan(0);
    await service.restart();
    await vi.waitFor(async () => expect(await service.eraser().erasure(TENANT, id)).toMatchObject({ status: 'done' }), WAIT);
    expect((await service.readable()).size).toBe(0);
    await service.stop();
  });

  it('answers, past the time of a call, as soon as the request is in the ledger, however long it was planned', async () => {
    const [planned, wiping] = [gate(), gate()];
    const service = await serveErasing(tokens, { mode: 'cluster', answerWithinMs: 30, refuseNow: planned.pass, afterPurge: wiping.pass });
    await service.say('main', 'run-1', [text('The gull eats')]);
    let isAnswered = false;
    const asked = service
      .eraser()
      .erase(SPACE)
      .finally(() => (isAnswered = true));
    await vi.waitFor(() => expect(planned.state.reached).toBe(1), WAIT);
    const fromMs = performance.now();
    await vi.waitFor(() => expect(performance.now() - fromMs).toBeGreaterThan(60), WAIT);
    expect(isAnswered).toBe(false);
    planned.open();
    expect(await asked).toMatchObject({ status: 'running' });
    wiping.open();
    await service.stop();
  });
});
