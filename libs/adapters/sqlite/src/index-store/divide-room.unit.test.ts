import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRoomDivision } from './divide-room.ts';

const ROOM = 120;

/** Asks the sets in turn, each named by its place and wanting so much, and returns what each gets the last time. */
function inTurn(wants: readonly number[], { rounds = 3, uses = 1 } = {}): number[] {
  const roomOf = createRoomDivision();
  let got: number[] = [];
  for (let round = 0; round < rounds; round += 1)
    got = wants.map((own, set) => {
      let room = 0;
      for (let use = 0; use < uses; use += 1) room = roomOf(set, own, ROOM);
      return room;
    });
  return got;
}

describe('sets that are asked in turn', () => {
  it('have all of the room where they fit together, however different they are', () => {
    const wants = [80, 10, 5, 20, 5];
    expect(inTurn(wants).every((got, set) => got >= wants[set]!)).toBe(true);
  });

  it('have an equal part where they do not, also where each is asked several times', () => {
    expect(inTurn([100, 100])).toEqual([60, 60]);
    expect(inTurn([900, 900, 900], { uses: 5 })).toEqual([40, 40, 40]);
  });

  it('have an equal part, too, where they are one more than are remembered', () => {
    const wants = Array.from({ length: 65 }, () => ROOM);
    const got = inTurn(wants);
    expect(got.reduce((sum, own) => sum + own, 0)).toBeCloseTo(ROOM);
  });

  it('never keep more together than there is room', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 2 * ROOM }), { minLength: 1, maxLength: 12 }), (wants) => {
        const kept = inTurn(wants).map((got, set) => Math.min(got, wants[set]!));
        expect(kept.reduce((sum, own) => sum + own, 0)).toBeLessThanOrEqual(ROOM + 1e-6);
      }),
    );
  });

  it('get the room back when nobody asks for the others any more', () => {
    const roomOf = createRoomDivision();
    for (const set of [1, 2, 1]) roomOf(set, 100, ROOM);
    expect(roomOf(1, 100, ROOM)).toBe(60);
    for (let use = 0; use < 40; use += 1) roomOf(1, 100, ROOM);
    expect(roomOf(1, 100, ROOM)).toBe(ROOM);
  });
});
