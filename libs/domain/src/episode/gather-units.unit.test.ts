import { describe, expect, it } from 'vitest';
import type { LedgerAct, LedgerEntry } from '../ledger/ledger-entry.ts';
import { evolveUnits } from '../unit/evolve-units.ts';
import type { NewGroup } from '../unit/group.ts';
import { emptySpaceUnits, type SpaceUnits } from '../unit/space-units.ts';
import type { NewUnit, UnitDecision } from '../unit/unit.ts';
import { gatherSteps, type GroupRoom } from './gather-units.ts';

const episode = (n: number, marks: readonly string[], audience?: string): NewGroup => ({
  id: `episode:e${n}`,
  kind: 'episode',
  events: [{ eventId: `e${n}`, session: `s${n}`, ordinal: 1, at: n }],
  members: [],
  marks,
  ...(audience !== undefined && { audience }),
});
const fact = (n: number, key: string): NewUnit => ({
  id: `e${n}.0`,
  label: 'feedback',
  key,
  subject: 'user',
  evidence: { eventId: `e${n}`, session: `s${n}`, from: 0, to: 9, at: n },
});
const folded = (acts: readonly LedgerAct[]): SpaceUnits =>
  evolveUnits(
    emptySpaceUnits('t', 'main'),
    acts.map((act, at): LedgerEntry => ({ id: `x${at}`, sequence: at + 1, epoch: 1, tenant: 't', space: 'main', at: 90, actor: 'a', act })),
  );
const added = (units: readonly (NewGroup | NewUnit)[]): LedgerAct => ({
  type: 'UnitsDecided',
  decisions: units.map((unit): UnitDecision => ({ do: 'add', unit })),
});
const decided = (decisions: readonly UnitDecision[]): LedgerAct => ({ type: 'UnitsDecided', decisions });
function gatherUnits(state: SpaceUnits, room: GroupRoom = { room: Infinity, left: new Set() }): UnitDecision[] {
  const steps = gatherSteps(state, room);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
const OTHERS = Array.from({ length: 30 }, (_, at) => episode(100 + at, [`x${at}`, `y${at}`, `z${at}`]));
const HARBOUR = [episode(1, ['crane', 'quay', 'berth']), episode(2, ['crane', 'quay', 'tide']), episode(3, ['rent', 'lease'])];

describe('topics', () => {
  it('are episodes about the same things, linked as siblings; a later one joins, and nothing is decided twice', () => {
    const acts = [added([...HARBOUR, ...OTHERS])];
    const first = gatherUnits(folded(acts));
    expect(first).toMatchObject([
      { do: 'add', unit: { id: 'topic:e1', members: ['episode:e2', 'episode:e1'] } },
      { do: 'link', unit: 'episode:e1', links: [{ type: 'sibling', to: 'episode:e2' }] },
    ]);
    acts.push(decided(first));
    expect(gatherUnits(folded(acts))).toEqual([]);
    acts.push(added([episode(4, ['crane', 'quay', 'berth', 'tide'])]));
    expect(gatherUnits(folded(acts))[0]).toMatchObject({
      do: 'update',
      unit: 'topic:e1',
      members: ['episode:e2', 'episode:e1', 'episode:e4'],
    });
  });

  it('are decided in a step for each episode that is in none, so that a large space lets others in between', () => {
    const state = folded([added([...HARBOUR, ...OTHERS])]);
    const steps = gatherSteps(state, { room: Infinity, left: new Set() });
    const costs: number[] = [];
    let step = steps.next();
    for (; !step.done; step = steps.next()) costs.push(step.value);
    const episodes = HARBOUR.length + OTHERS.length;
    // The second episode of the topic has one by then.
    expect(costs).toEqual(Array.from({ length: episodes - 1 }, () => episodes));
    expect(step.value).toEqual(gatherUnits(state));
  });

  it('hold no episode of another person', () => {
    const marks = ['crane', 'quay', 'berth'];
    expect(gatherUnits(folded([added([episode(1, marks), episode(2, marks, 'maria'), ...OTHERS])]))).toEqual([]);
  });

  it('are not made again once a person has undone them', () => {
    const acts = [added([...HARBOUR, ...OTHERS])];
    acts.push(decided(gatherUnits(folded(acts))), { type: 'EntryUndone', entryId: 'x1' });
    expect(folded(acts).groups.has('topic:e1')).toBe(false);
    expect(gatherUnits(folded(acts))).toEqual([]);
  });
});

describe('topics and insights', () => {
  it('are no more than there is room for; the others are counted, and decided once there is', () => {
    const facts = [1, 2, 3].map((n) => fact(n, 'tests'));
    const state = folded([added([...HARBOUR, ...OTHERS, ...facts])]);
    const of = (room: number) => {
      const given = { room, left: new Set<string>() };
      return [gatherUnits(state, given).map((one) => (one.do === 'add' ? one.unit.id : one.do)), [...given.left]];
    };
    expect(of(0)).toEqual([[], ['topic:e1', 'insight:e1.0']]);
    expect(of(1)).toEqual([['topic:e1', 'link'], ['insight:e1.0']]);
    expect(of(2)).toEqual([['topic:e1', 'link', 'insight:e1.0'], []]);
  });
});

describe('insights', () => {
  it('are what is stated of one thing in three sessions, and grow with it', () => {
    expect(gatherUnits(folded([added([fact(1, 'tests'), fact(2, 'tests')])]))).toEqual([]);
    const acts = [added([fact(1, 'tests'), fact(2, 'tests'), fact(3, 'tests'), fact(4, 'port')])];
    const first = gatherUnits(folded(acts));
    expect(first).toMatchObject([{ do: 'add', unit: { id: 'insight:e1.0', kind: 'insight', members: ['e1.0', 'e2.0', 'e3.0'] } }]);
    acts.push(decided(first));
    expect(gatherUnits(folded(acts))).toEqual([]);
    acts.push(added([fact(5, 'tests')]));
    expect(gatherUnits(folded(acts))).toMatchObject([{ do: 'update', unit: 'insight:e1.0', members: ['e1.0', 'e2.0', 'e3.0', 'e5.0'] }]);
  });
});
