import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRequestBudget, LIGHT_AT_ONCE, LIGHT_BYTES } from './request-budget.ts';

/** Creates a scheduler whose delays end when the test says so. */
function patience() {
  const ends: (() => void)[] = [];
  return { ends, scheduler: { delay: () => new Promise<void>((resolve) => void ends.push(resolve)) } };
}

/** Creates a request that stays in flight until the test ends it. */
function request() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const state = { begun: false, code: undefined as unknown };
  const act = (): Promise<void> => {
    state.begun = true;
    return promise;
  };
  return { state, act, end: resolve };
}

const nothing = async (): Promise<void> => undefined;
const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

describe('the room of requests', () => {
  it('holds no more than it has, and of a tenant no more than its share, or one body; all come in in the order of their tenant', async () => {
    const body = fc.record({ tenant: fc.constantFrom('a', 'b', 'c'), bytes: fc.integer({ min: 1, max: 150 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(body, { minLength: 1, maxLength: 30 }), fc.infiniteStream(fc.nat(30)), async (sizes, picks) => {
        const room = createRequestBudget(patience().scheduler, { bytes: 100, smallBytes: 0, deadlineMs: 1 });
        const requests = sizes.map((each) => ({ ...each, held: Math.min(each.bytes, 50), isOver: false, ...request() }));
        const sumOf = (some: typeof requests): number => some.reduce((sum, { held }) => sum + held, 0);
        const answers = requests.map(({ tenant, bytes, act }) => room.within(tenant, bytes, act, nothing));
        for (let done = 0; done < requests.length; done += 1) {
          await settled();
          const open = requests.filter(({ state, isOver }) => state.begun && !isOver);
          expect(open.length).toBeGreaterThan(0);
          expect(room.held).toBe(sumOf(open));
          expect(room.held).toBeLessThanOrEqual(100);
          for (const tenant of ['a', 'b', 'c']) {
            const own = requests.filter((each) => each.tenant === tenant);
            const begun = own.filter(({ state }) => state.begun).length;
            expect(own.slice(0, begun).every(({ state }) => state.begun)).toBe(true);
            expect(sumOf(own.filter((each) => open.includes(each)))).toBeLessThanOrEqual(50);
          }
          const next = open[picks.next().value % open.length]!;
          next.isOver = true;
          next.end();
        }
        await Promise.all(answers);
        expect(room.held).toBe(0);
      }),
    );
  });

  it('refuses with a code and a time what found no room before its deadline, without beginning it, and lets the next in', async () => {
    const { ends, scheduler } = patience();
    let refused = 0;
    const room = createRequestBudget(scheduler, { bytes: 100, smallBytes: 0, deadlineMs: 1, onRefused: () => (refused += 1) });
    const [first, large, small] = [request(), request(), request()];
    void room.within('b', 45, first.act, nothing);
    void room.within('c', 20, request().act, nothing);
    const answer = room.within('a', 45, large.act, nothing);
    void room.within('a', 30, small.act, nothing);
    await settled();
    expect([first.state.begun, large.state.begun, small.state.begun]).toEqual([true, false, false]);
    ends[0]!();
    await expect(answer).rejects.toMatchObject({ code: 'overloaded', httpStatus: 503, retryAfterMs: 1_000 });
    await settled();
    expect([large.state.begun, small.state.begun, refused]).toEqual([false, true, 1]);
    ends[1]!();
    await settled();
    expect(refused).toBe(1);
  });

  it('lets small bodies pass those that wait for room', async () => {
    const room = createRequestBudget(patience().scheduler, { bytes: 100, smallBytes: 10, deadlineMs: 1 });
    const [first, large, small] = [request(), request(), request()];
    void room.within('a', 90, first.act, nothing);
    void room.within('a', 90, large.act, nothing);
    void room.within('a', 10, small.act, nothing);
    await settled();
    expect([first.state.begun, large.state.begun, small.state.begun]).toEqual([true, false, true]);
  });

  it('lets in a small body of unknown length where large ones have all room', async () => {
    const room = createRequestBudget(patience().scheduler, { bytes: 100, smallBytes: 10, deadlineMs: 1 });
    for (const tenant of ['a', 'b']) void room.within(tenant, 100, request().act, nothing);
    const arriving = (bytes: number) => room.within('c', 0, async (add) => [add(5), add(bytes - 5)], nothing);
    await arriving(10);
    await expect(arriving(11)).rejects.toMatchObject({ code: 'overloaded' });
    expect(room.held).toBe(100);
  });

  it('counts a body of unknown length as it arrives, and refuses what does not fit beside others', async () => {
    let refused = 0;
    const room = createRequestBudget(patience().scheduler, { bytes: 100, smallBytes: 0, deadlineMs: 1, onRefused: () => (refused += 1) });
    const [first, second] = [request(), request()];
    const beside = [room.within('a', 50, first.act, nothing), room.within('c', 10, second.act, nothing)];
    const arriving = room.within(
      'b',
      0,
      async (add) => {
        add(40);
        expect(room.held).toBe(100);
        add(1);
      },
      nothing,
    );
    await expect(arriving).rejects.toMatchObject({ code: 'overloaded', retryAfterMs: 1_000 });
    expect([room.held, refused]).toEqual([60, 1]);
    first.end();
    second.end();
    await Promise.all(beside);
    // One body alone is always admitted, and counts for the share of its tenant.
    await room.within(
      'a',
      0,
      async (add) => add(150),
      async () => expect(room.held).toBe(50),
    );
    expect(room.held).toBe(0);
  });

  it('works on as many requests at a time as there is memory for, and always on one', async () => {
    let most = 0;
    const room = createRequestBudget(patience().scheduler, { bytes: 100, smallBytes: 0, deadlineMs: 1, mostAtOnce: () => most });
    const [first, second, third, fourth] = [request(), request(), request(), request()];
    for (const [at, { act }] of [first, second, third, fourth].entries()) void room.workOn(at % 2 === 0 ? 'a' : 'b', LIGHT_BYTES + 1, act);
    await settled();
    expect([first, second, third, fourth].map(({ state }) => state.begun)).toEqual([true, false, false, false]);
    most = 2;
    first.end();
    await settled();
    expect([second, third, fourth].map(({ state }) => state.begun)).toEqual([true, true, false]);
    most = 1;
    second.end();
    await settled();
    expect(fourth.state.begun).toBe(false);
    third.end();
    await settled();
    expect(fourth.state.begun).toBe(true);
  });

  it('works for tenants in turn, and leaves one of several turns to others', async () => {
    let most = 1;
    const room = createRequestBudget(patience().scheduler, { bytes: 100, deadlineMs: 1, mostAtOnce: () => most });
    const [ours, theirs] = [Array.from({ length: 5 }, request), [request(), request()]];
    for (const { act } of ours) void room.workOn('a', LIGHT_BYTES + 1, act);
    for (const { act } of theirs) void room.workOn('b', LIGHT_BYTES + 1, act);
    const begun = () => [ours, theirs].map((some) => some.filter(({ state }) => state.begun).length);
    await settled();
    expect(begun()).toEqual([1, 0]);
    ours[0]!.end();
    await settled();
    expect(begun()).toEqual([2, 0]);
    ours[1]!.end();
    await settled();
    expect(begun()).toEqual([2, 1]);
    most = 3;
    theirs[0]!.end();
    await settled();
    // Two turns of three are theirs who have most to do.
    expect(begun()).toEqual([4, 2]);
    theirs[1]!.end();
    await settled();
    expect(begun()).toEqual([4, 2]);
    most = Infinity;
    ours[2]!.end();
    await settled();
    expect(begun()).toEqual([5, 2]);
  });

  it('works on light requests beside a large one that takes its time, a few at once', async () => {
    const room = createRequestBudget(patience().scheduler, { bytes: 100, deadlineMs: 1, mostAtOnce: () => 1 });
    const [running, next] = [request(), request()];
    for (const { act } of [running, next]) void room.workOn('a', LIGHT_BYTES + 1, act);
    const light = Array.from({ length: LIGHT_AT_ONCE + 1 }, request);
    for (const { act } of light) void room.within('a', 1, nothing, act);
    await settled();
    const begun = () => light.filter(({ state }) => state.begun).length;
    expect([running.state.begun, next.state.begun, begun()]).toEqual([true, false, LIGHT_AT_ONCE]);
    light[0]!.end();
    await settled();
    expect([next.state.begun, begun()]).toEqual([false, LIGHT_AT_ONCE + 1]);
    running.end();
    await settled();
    expect(next.state.begun).toBe(true);
  });
});
