import { LIMITS } from '@total-recall/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAnswerRoom, isRefusable, largestAnswer } from './answer-room.ts';

const KIB = 1024;
const LARGE = 100 * KIB;

/** Creates a scheduler whose delays end when the test says so. */
function patience() {
  const ends: (() => void)[] = [];
  return { ends, scheduler: { delay: () => new Promise<void>((resolve) => void ends.push(resolve)) } };
}

/** Creates an answer that is sent until the test ends it. */
function answer() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const state = { begun: false, resize: (_bytes: number): void => undefined };
  const act = (resize: (bytes: number) => void): Promise<void> => {
    Object.assign(state, { begun: true, resize });
    return promise;
  };
  return { state, act, end: resolve };
}

const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

describe('the room of answers', () => {
  it('holds no more than it has, or one answer alone, and of a tenant no more than its share; all come in, and it is empty then', async () => {
    const sizes = fc.record({ tenant: fc.constantFrom('a', 'b', 'c'), bytes: fc.integer({ min: 65, max: 700 }).map((kib) => kib * KIB) });
    await fc.assert(
      fc.asyncProperty(fc.array(sizes, { minLength: 1, maxLength: 25 }), fc.infiniteStream(fc.nat(25)), async (wanted, picks) => {
        const room = createAnswerRoom(patience().scheduler, { bytes: 500 * KIB, deadlineMs: 1 });
        const answers = wanted.map((each) => ({ ...each, held: Math.min(each.bytes, 250 * KIB), isOver: false, ...answer() }));
        const all = answers.map(({ tenant, bytes, act }) => room.within(tenant, bytes, act));
        for (let done = 0; done < answers.length; done += 1) {
          await settled();
          const open = answers.filter(({ state, isOver }) => state.begun && !isOver);
          expect(open.length).toBeGreaterThan(0);
          const sumOf = (some: typeof open): number => some.reduce((sum, { held }) => sum + held, 0);
          expect(room.held).toBe(sumOf(open));
          expect(room.held <= 500 * KIB || open.length === 1).toBe(true);
          for (const tenant of ['a', 'b', 'c']) {
            const own = open.filter((each) => each.tenant === tenant);
            expect(sumOf(own) <= 250 * KIB || own.length === 1).toBe(true);
          }
          const next = open[picks.next().value % open.length]!;
          next.isOver = true;
          next.end();
        }
        await Promise.all(all);
        expect(room.held).toBe(0);
      }),
    );
  });

  it('lets small answers in where it is full, and a tenant that has its share waits without others behind it', async () => {
    const room = createAnswerRoom(patience().scheduler, { bytes: 4 * LARGE, deadlineMs: 1 });
    const [first, second, ours, theirs, small] = [answer(), answer(), answer(), answer(), answer()];
    for (const each of [first, second, ours]) void room.within('a', LARGE, each.act);
    void room.within('b', LARGE, theirs.act);
    void room.within('a', 64 * KIB, small.act);
    await settled();
    expect([first, second, ours, theirs, small].map(({ state }) => state.begun)).toEqual([true, true, false, true, true]);
    expect(room.held).toBe(3 * LARGE);
    // It turned out to be smaller than was announced.
    first.state.resize(KIB);
    await settled();
    expect([ours.state.begun, room.held]).toEqual([true, 3 * LARGE]);
  });

  it('refuses with a code and a time what finds no room before its deadline, and lets those behind it in', async () => {
    const { ends, scheduler } = patience();
    let refused = 0;
    const room = createAnswerRoom(scheduler, { bytes: 4 * LARGE, tenantBytes: 4 * LARGE, deadlineMs: 1, onRefused: () => (refused += 1) });
    const [first, large, behind] = [answer(), answer(), answer()];
    void room.within('a', 3 * LARGE, first.act);
    const waited = room.within('b', 2 * LARGE, large.act);
    void room.within('c', LARGE, behind.act);
    await settled();
    expect([first, large, behind].map(({ state }) => state.begun)).toEqual([true, false, false]);
    ends[0]!();
    await expect(waited).rejects.toMatchObject({ code: 'overloaded', httpStatus: 503, retryAfterMs: 1_000 });
    await settled();
    expect([large.state.begun, behind.state.begun, refused]).toEqual([false, true, 1]);
  });

  it('counts one answer as the share of its tenant at most, and refuses what was not announced and does not fit beside it', async () => {
    const room = createAnswerRoom(patience().scheduler, { bytes: 4 * LARGE, deadlineMs: 1 });
    const first = answer();
    const sent = room.within('a', 0, first.act);
    first.state.resize(10 * LARGE);
    expect(room.held).toBe(2 * LARGE);
    await room.within('b', 0, async (resize) => resize(10 * LARGE));
    await expect(room.within('a', 0, async (resize) => resize(LARGE))).rejects.toMatchObject({ code: 'overloaded' });
    await room.within('b', 0, async (resize) => resize(64 * KIB));
    first.end();
    await sent;
    expect(room.held).toBe(0);
  });

  it('takes room beforehand for artifacts and pages of events, and refuses afterwards only what was read', () => {
    expect(['getArtifact', 'listEvents', 'expandMarker', 'recall'].map((id) => largestAnswer(id as 'recall'))).toEqual([
      LIMITS.attachmentBytes,
      LIMITS.pageBytes,
      LIMITS.pageBytes,
      0,
    ]);
    expect(['assembleWindow', 'exportAudit', 'appendEvents', 'erase'].filter((id) => isRefusable(id as 'recall'))).toEqual([
      'assembleWindow',
      'exportAudit',
    ]);
  });
});
