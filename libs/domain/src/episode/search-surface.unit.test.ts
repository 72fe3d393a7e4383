import { describe, expect, it } from 'vitest';
import type { LedgerEntry } from '../ledger/ledger-entry.ts';
import { evolveUnits } from '../unit/evolve-units.ts';
import { emptySpaceUnits } from '../unit/space-units.ts';
import { unitSurface } from '../unit/unit-surface.ts';
import type { NewGroup } from '../unit/group.ts';
import type { AnyUnit, NewUnit, UnitDecision } from '../unit/unit.ts';
import { indexMarks } from './marked-units.ts';
import { searchSurface, SURFACE_LIMITS } from './search-surface.ts';

const fact = (at: number, marks: readonly string[], more: Partial<NewUnit> = {}): NewUnit => ({
  id: `e${at}.0`,
  label: 'project',
  key: `k${at}`,
  subject: 's',
  evidence: { eventId: `e${at}`, session: 'run', from: 0, to: 9, at },
  marks,
  ...more,
});
const add = (unit: NewUnit | NewGroup): UnitDecision => ({ do: 'add', unit });
const episode = (at: number, marks?: readonly string[]): NewGroup => ({
  id: `episode:e${at}`,
  kind: 'episode',
  events: [{ eventId: `e${at}`, session: 'run', ordinal: at, at }],
  members: [],
  ...(marks && { marks }),
});
const madeOf = (kind: 'topic' | 'insight', ...members: readonly string[]): NewGroup => ({
  id: `${kind}:${members[0]!.slice(members[0]!.indexOf(':') + 1)}`,
  kind,
  events: [],
  members,
});
/** Units about nothing that is asked for, so that words are rare. */
const OTHERS = Array.from({ length: 40 }, (_, at) => add(fact(1_000 + at, [`x${at}`, `y${at}`])));

function searched(
  decisions: readonly UnitDecision[],
  marks: readonly string[],
  subject?: string,
  limits: string[] = [],
  isWanted?: (unit: AnyUnit) => boolean,
) {
  const entry: LedgerEntry = {
    id: 'entry',
    sequence: 1,
    epoch: 1,
    tenant: 't',
    space: 'main',
    at: 1,
    actor: 'a',
    act: { type: 'UnitsDecided', decisions: [...OTHERS, ...decisions] },
  };
  const surface = unitSurface(evolveUnits(emptySpaceUnits('t', 'main'), [entry]));
  const mayShow = ({ audience }: { readonly audience?: string }): boolean => audience === undefined || audience === subject;
  const search = { mayShow, ...(isWanted && { isWanted }), onLimit: (limit: string) => limits.push(limit) };
  return searchSurface(surface, indexMarks(surface.visible.values(), surface.marksOf), marks, search).map(({ unit, hops, via }) =>
    `${unit.id} ${hops} ${via?.type ?? ''}`.trim(),
  );
}

describe('a search of the surface', () => {
  it('finds visible units by their words, and what was before through them alone', () => {
    const chain: UnitDecision[] = [1, 2, 3, 4].flatMap((at): UnitDecision[] => [
      add(fact(at, at === 4 ? ['port', 'gateway'] : ['port'])),
      ...(at > 1 ? [{ do: 'supersede', unit: `e${at - 1}.0`, by: `e${at}.0`, reason: 'later_statement' } as const] : []),
    ]);
    expect(searched(chain, ['port', 'gateway']).toSorted()).toEqual(['e2.0 2 version', 'e3.0 1 version', 'e4.0 0']);
    expect(searched(chain, ['unheard'])).toEqual([]);
  });

  it('follows version and sibling links before temporal and semantic ones, up to forty units, and gives sixteen', () => {
    const many = Array.from({ length: 60 }, (_, at) => add(fact(100 + at, ['crane'], { id: `c${at}.0` })));
    const archived = many.slice(0, 59).map((_, at): UnitDecision => ({ do: 'archive', unit: `c${at}.0`, by: ['c59.0'] }));
    expect(searched([...many, ...archived], ['crane'])).toHaveLength(SURFACE_LIMITS.found);
    const linked = [
      add(fact(1, [])),
      add(fact(2, [])),
      add(fact(3, ['crane'])),
      {
        do: 'link',
        unit: 'e3.0',
        links: [
          { type: 'semantic', to: 'e2.0', weight: 0.5 },
          { type: 'sibling', to: 'e1.0' },
        ],
      } as const,
    ];
    expect(searched(linked, ['crane'])).toEqual(['e3.0 0', 'e2.0 1 semantic', 'e1.0 1 sibling']);
  });

  it('finds a topic and an insight by the words that their members share, and ranks what is rare as without them', () => {
    const members = [add(episode(1, ['crane', 'quay', 'tide'])), add(episode(2, ['crane', 'quay', 'berth']))];
    const topic = add(madeOf('topic', 'episode:e1', 'episode:e2'));
    expect(searched([...members, topic], ['crane', 'quay']).toSorted()).toEqual(['episode:e1 0', 'episode:e2 0', 'topic:e1 0']);
    const facts = [3, 4, 5].map((at) => add(fact(at, ['port', `w${at}`], { key: 'port' })));
    const insight = add(madeOf('insight', 'e3.0', 'e4.0', 'e5.0'));
    expect(searched([...facts, insight], ['port'])).toContain('insight:e3.0 0');
    // A word of eight units is told from one of all; topics over them make it no more common.
    const eight = Array.from({ length: 8 }, (_, at) => add(episode(10 + at, ['crane'])));
    const over = add(madeOf('topic', ...eight.map((_, at) => `episode:e${10 + at}`)));
    expect(searched([...eight, over], ['crane'])).toHaveLength(9);
  });

  it('reaches a group from a member that was found, and says nothing of members that a person forgot', () => {
    const facts = [add(fact(1, ['crane'])), add(fact(2, ['tide'])), add(fact(3, ['berth']))];
    const padding = Array.from({ length: 32 }, (_, at) => `p${at}`);
    // A group that has words of its own has no room for those of its members.
    const insight = add({ ...madeOf('insight', 'e1.0', 'e2.0', 'e3.0'), marks: padding });
    expect(searched([...facts, insight], ['crane'])).toEqual(
      expect.arrayContaining(['e1.0 0', 'insight:e1.0 1 semantic', 'e2.0 2 sibling']),
    );
    const forgotten = { do: 'tombstone', unit: 'e1.0', withholds: true } as const;
    expect(searched([...facts, add(madeOf('insight', 'e1.0', 'e2.0', 'e3.0')), forgotten], ['crane'])).toEqual([]);
  });

  it('gives as many of what is wanted as there is room for, whatever else holds the words', () => {
    const many = Array.from({ length: 6 }, (_, at) => add(fact(100 + at, ['crane', 'quay'], { id: `c${at}.0` })));
    const few = [8, 9, 10, 11].map((at) => add(episode(at, ['quay', `w${at}`, `v${at}`, `z${at}`])));
    const isEpisode = (unit: AnyUnit): boolean => 'kind' in unit;
    const [all, limits]: [string[], string[]] = [searched([...many, ...few], ['crane', 'quay', 'x1']), []];
    expect(all.filter((one) => one.startsWith('episode'))).toHaveLength(3);
    expect(searched([...many, ...few], ['crane', 'quay', 'x1'], undefined, limits, isEpisode)).toHaveLength(4);
    expect(limits).toEqual([]);
    // Units that are not wanted lead on: the value before stands behind the one that holds the word.
    const chain = [
      add(fact(1, [])),
      add(fact(2, ['port'])),
      { do: 'supersede', unit: 'e1.0', by: 'e2.0', reason: 'later_statement' } as const,
    ];
    expect(searched(chain, ['port'], undefined, [], ({ id }) => id === 'e1.0')).toEqual(['e1.0 1 version']);
  });

  it('shows what is private to a person to questions about that person alone, through links too', () => {
    const own = [add(fact(1, ['rent'], { audience: 'maria' })), add(fact(2, ['rent', 'flat'], { audience: 'maria' }))];
    const links = { do: 'link', unit: 'e2.0', links: [{ type: 'temporal', to: 'e1.0' }] } as const;
    expect(searched([...own, links], ['flat'])).toEqual([]);
    expect(searched([...own, links], ['flat'], 'jon')).toEqual([]);
    expect(searched([...own, links], ['flat'], 'maria')).toEqual(['e2.0 0', 'e1.0 1 temporal']);
  });

  it('says which of its limits left something out', () => {
    const limitsOf = (decisions: readonly UnitDecision[], marks: readonly string[]): string[] => {
      const limits: string[] = [];
      searched(decisions, marks, undefined, limits);
      return limits.toSorted();
    };
    const cranes = (count: number): UnitDecision[] =>
      Array.from({ length: count }, (_, at) => add(fact(100 + at, ['crane'], { id: `c${at}.0` })));
    const behind = (count: number): UnitDecision[] =>
      cranes(count + 1)
        .slice(0, count)
        .map((_, at) => ({ do: 'archive', unit: `c${at}.0`, by: [`c${count}.0`] }) as const);
    expect(limitsOf(cranes(9), ['crane'])).toEqual([]);
    expect(limitsOf(cranes(8), ['crane', 'x1', 'x2', 'x3'])).toEqual(['anchors']);
    expect(limitsOf([...cranes(17), ...behind(16)], ['crane'])).toEqual(['found']);
    expect(limitsOf([...cranes(61), ...behind(60)], ['crane'])).toEqual(['candidates', 'found']);
    expect(limitsOf([...cranes(71), ...behind(70)], ['crane'])).toEqual(['candidates', 'found', 'links']);
    const chain: UnitDecision[] = [1, 2, 3, 4].flatMap((at): UnitDecision[] => [
      add(fact(at, at === 4 ? ['port'] : [])),
      ...(at > 1 ? [{ do: 'supersede', unit: `e${at - 1}.0`, by: `e${at}.0`, reason: 'later_statement' } as const] : []),
    ]);
    expect(limitsOf(chain, ['port'])).toEqual(['hops']);
  });
});
