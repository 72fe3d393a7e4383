import { describe, expect, it } from 'vitest';
import type { LedgerAct, LedgerEntry } from '../ledger/ledger-entry.ts';
import type { GroupEvent } from '../unit/group.ts';
import { emptySpaceUnits, type SpaceUnits } from '../unit/space-units.ts';
import { evolveUnits } from '../unit/evolve-units.ts';
import { hopCounts, unitSurface } from '../unit/unit-surface.ts';
import type { UnitDecision } from '../unit/unit.ts';
import { episodeShape, likeness, type EpisodeShape } from './episode-shape.ts';
import { indexMarks } from './marked-units.ts';
import type { OutlinedEvent } from './outline-episode.ts';
import { searchSurface } from './search-surface.ts';
import { speculativeLinks } from './speculative-links.ts';

const PLACE = { tenant: 'acme', space: 'main' } as const;
let calls = 0;

/** A command that ends with this code. */
function ran(command: string, code: number): OutlinedEvent[] {
  const call = { id: `c${(calls += 1)}`, name: 'bash', arguments: JSON.stringify({ command }) };
  const text = code === 0 ? 'all is well' : `exit code: ${code}`;
  return [
    { eventId: call.id, kind: 'tool_call', text: '', call },
    { eventId: `${call.id}r`, kind: 'tool_result', text, call: { id: call.id, name: 'bash', arguments: '' } },
  ];
}
function edited(path: string): OutlinedEvent[] {
  const call = { id: `c${(calls += 1)}`, name: 'edit_file', arguments: JSON.stringify({ path, text: 'x' }) };
  return [
    { eventId: call.id, kind: 'tool_call', text: '', call },
    { eventId: `${call.id}r`, kind: 'tool_result', text: 'done', call: { id: call.id, name: 'edit_file', arguments: '' } },
  ];
}
const said = (kind: 'user_message' | 'agent_message', text: string): OutlinedEvent => ({ eventId: text, kind, text });

const CRANE = episodeShape([
  said('user_message', 'The crane test is red.'),
  ...ran('npm test crane', 1),
  ...edited('crane.ts'),
  ...ran('npm test crane', 0),
  said('agent_message', 'It was the gear.'),
]);
const RENT = episodeShape([
  said('user_message', 'Invoices of the rent are wrong.'),
  ...ran('make invoices', 2),
  ...edited('rent.py'),
  ...edited('lease.py'),
  ...ran('make invoices', 0),
  said('agent_message', 'Rounding.'),
]);
const CHAT = episodeShape([said('user_message', 'Hello.'), said('agent_message', 'Hello.')]);
const UNMENDED = episodeShape([said('user_message', 'Try.'), ...ran('make', 2), ...edited('a.py'), said('agent_message', 'I give up.')]);

function entry(sequence: number, act: LedgerAct): LedgerEntry {
  return { ...PLACE, id: `L${sequence}`, at: sequence, actor: 'consolidator', epoch: 0, sequence, act };
}
const decided = (state: SpaceUnits, decisions: readonly UnitDecision[]): SpaceUnits =>
  evolveUnits(state, [entry(state.sequence + 1, { type: 'UnitsDecided', decisions })]);

function episode(name: string, marks: readonly string[], audience?: string): UnitDecision {
  const events: GroupEvent[] = [1, 2].map((ordinal) => ({ eventId: `${name}${ordinal}`, session: name, ordinal, at: ordinal }));
  return { do: 'add', unit: { id: `episode:${name}`, kind: 'episode', events, members: [], marks, ...(audience && { audience }) } };
}
const SHAPES = new Map<string, EpisodeShape>(
  (
    [
      ['a', CRANE],
      ['b', RENT],
      ['c', CHAT],
      ['d', RENT],
      ['e', RENT],
    ] as const
  ).map(([name, shape]) => [`episode:${name}`, shape]),
);
/** Episodes about other things; `d` is about what `a` is, and `e` is one person's. */
const STATE = decided(emptySpaceUnits(PLACE.tenant, PLACE.space), [
  episode('a', ['crane', 'gear']),
  episode('b', ['rent', 'lease']),
  episode('c', ['hello', 'there']),
  episode('d', ['crane', 'gear']),
  episode('e', ['tax', 'form'], 'ana'),
]);
const LINKED = decided(STATE, speculativeLinks(STATE, SHAPES, 9));
const pairsOf = (decisions: readonly UnitDecision[]): string[] =>
  decisions.flatMap((one) => (one.do === 'link' ? one.links.map(({ type, to }) => `${one.unit} ${type} ${to}`) : [])).sort();
const storedOf = ({ groups }: SpaceUnits): string[] =>
  [...groups.values()].flatMap(({ id, links = [] }) => links.map(({ type, to }) => `${id} ${type} ${to}`)).sort();

describe('the shape of an episode', () => {
  it('is its steps and what put its failures right, without a word of it', () => {
    expect(CRANE).toEqual({ steps: ['ask', 'run', 'fail', 'change', 'run', 'tell'], remedies: ['run: change'] });
    expect(RENT).toEqual(CRANE);
    expect(UNMENDED.remedies).toEqual([]);
  });

  it('is like another one only where a failure was put right in the same way', () => {
    expect(likeness(CRANE, RENT)).toBe(1);
    expect([likeness(CRANE, CHAT), likeness(CHAT, CHAT), likeness(UNMENDED, UNMENDED)]).toEqual([0, 0, 0]);
  });
});

describe('speculative links', () => {
  const WANTED = ['episode:a speculative episode:b', 'episode:b speculative episode:d'];

  it('join episodes of other words and sessions that went alike, of one audience, and once', () => {
    expect(pairsOf(speculativeLinks(STATE, SHAPES, 9))).toEqual(WANTED);
    expect(storedOf(LINKED)).toEqual(WANTED);
    expect(speculativeLinks(LINKED, SHAPES, 9)).toEqual([]);
    expect(speculativeLinks(STATE, SHAPES, 1)).toHaveLength(1);
  });

  it('are followed by no search, lead to nothing archived, and are told where they are asked for', () => {
    const [bare, linked] = [STATE, LINKED].map(unitSurface);
    for (const id of STATE.groups.keys()) expect(linked!.linksOf(id)).toEqual(bare!.linksOf(id));
    expect(hopCounts(linked!)).toEqual(hopCounts(bare!));
    const searched = (surface: typeof bare) =>
      searchSurface(surface!, indexMarks(surface!.visible.values()), ['rent'], { mayShow: () => true });
    expect(searched(linked).map(({ unit }) => unit.id)).toEqual(['episode:b']);
    expect(searched(bare).map(({ unit }) => unit.id)).toEqual(['episode:b']);
    expect(linked!.speculativeOf('episode:a').map(({ id }) => id)).toEqual(['episode:b']);
  });

  it('go with any event of their episodes, and do not come back after they were undone', () => {
    const targets = { spaces: [], sessions: [], events: [{ space: 'main', eventIds: ['b1'] }] };
    const act = { type: 'ErasureRequested', targets } as unknown as LedgerAct;
    expect(storedOf(evolveUnits(LINKED, [entry(9, act)]))).toEqual([]);
    const undone = evolveUnits(LINKED, [entry(9, { type: 'EntryUndone', entryId: 'L2' })]);
    expect(storedOf(undone)).toEqual([]);
    expect(speculativeLinks(undone, SHAPES, 9)).toEqual([]);
  });
});
