// `npm run bench:surface -- [--sizes 1000,5000,20000] [--queries 400] [--out FILE]`: searches the visible surface and the
// full bank for the same words in turn, at growing sizes of a generated space, and derives the surface once for each. A
// query has four words of a statement that holds now; what it replaced has most of them too, and competes in the bank.
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { emptySpaceUnits, hopCounts, indexMarks, searchSurface, unitSurface, type SpaceUnits, type Unit } from '@total-recall/domain';
import { createSeededRandom } from '@total-recall/evaluation';
import { quantiles, round, shareText } from './measure/figures.ts';
import { loadNow } from './measure/machine.ts';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,5000,20000' },
    queries: { type: 'string', default: '400' },
    out: { type: 'string' },
  },
});
const sizes = values.sizes.split(',').map(Number);
const queries = Number(values.queries);

const random = createSeededRandom('surface');
const WORDS = 4_000;
const MARKS_A_UNIT = 12;
/** Words that a statement shares with the one that replaced it. */
const SHARED_MARKS = 8;
/** Words of a query: of the statement that it asks for, and others. */
const MARKS_A_QUERY = { own: 4, other: 2 };
const NEAR = 5;
/** Nine in twenty units were replaced, each by the one nine places later: 55 % are visible. */
const REPLACED = { of: 20, first: 9 };

/** Times that a surface is derived. */
const DERIVED = 15;

/** Some words are in many units, most in few. */
const mark = (): string => `w${Math.floor(WORDS * random.next() ** 2.2)}`;
const marks = (count: number): string[] => Array.from({ length: count }, mark);

const isReplaced = (at: number): boolean => at % REPLACED.of < REPLACED.first;

/** Words of each unit. What was replaced was said in most of the words of what replaced it. */
function marksOfUnits(size: number): string[][] {
  const all: string[][] = [];
  for (let at = size - 1; at >= 0; at -= 1) {
    const later = isReplaced(at) ? all[at + REPLACED.first]!.slice(0, SHARED_MARKS) : [];
    all[at] = [...later, ...marks(MARKS_A_UNIT - later.length)];
  }
  return all;
}

function unit(at: number, own: readonly string[]): Unit {
  return {
    id: `e${at}.0`,
    label: 'project',
    key: `k${at}`,
    subject: 's',
    evidence: [{ eventId: `e${at}`, session: 'run', from: 0, to: 9, at }],
    statements: 1,
    knownAt: at,
    byPerson: false,
    addedBy: 1,
    marks: own,
    status: isReplaced(at) ? { is: 'superseded', by: `e${at + REPLACED.first}.0`, at, reason: 'later_statement' } : { is: 'current' },
  };
}

function timed<T>(act: () => T, into: number[]): T {
  const before = performance.now();
  const result = act();
  into.push(performance.now() - before);
  return result;
}

interface Quality {
  first: number;
  near: number;
  before: number;
}

const newQuality = (): Quality => ({ first: 0, near: 0, before: 0 });

/** Counts where what holds now stands, and whether what it replaced is found as well. */
function score(into: Quality, found: readonly { readonly unit: { readonly id: string } }[], asked: { before: string; now: string }): void {
  const rank = found.findIndex(({ unit: { id } }) => id === asked.now);
  into.first += Number(rank === 0);
  into.near += Number(rank >= 0 && rank < NEAR);
  into.before += Number(found.some(({ unit: { id } }) => id === asked.before));
}

function measure(size: number): string[] {
  const units = new Map(marksOfUnits(size).map((own, at) => [`e${at}.0`, unit(at, own)] as const));
  const state: SpaceUnits = { ...emptySpaceUnits('acme', 'main'), units };
  const surface = unitSurface(state);
  const { unreachable } = hopCounts(surface);
  const [derived, counted]: [number[], number[]] = [[], []];
  for (let at = 0; at < DERIVED; at += 1) {
    const again = timed(() => unitSurface(state), derived);
    timed(() => hopCounts(again), counted);
  }
  const [onSurface, inBank] = [indexMarks(surface.visible.values(), surface.marksOf), indexMarks(units.values())];
  const bank = { ...surface, visible: units };
  const took = { surface: [] as number[], bank: [] as number[] };
  const quality = { surface: newQuality(), bank: newQuality() };
  for (let at = 0; at < queries; at += 1) {
    const asked = Math.floor((random.next() * size) / REPLACED.of) * REPLACED.of + Math.floor(random.next() * REPLACED.first);
    const [before, now] = [`e${asked}.0`, `e${asked + REPLACED.first}.0`] as const;
    const words = [
      ...units
        .get(now)!
        .marks!.toSorted(() => random.next() - 0.5)
        .slice(0, MARKS_A_QUERY.own),
      ...marks(MARKS_A_QUERY.other),
    ];
    score(
      quality.surface,
      timed(() => searchSurface(surface, onSurface, words, { mayShow: () => true }), took.surface),
      { before, now },
    );
    score(
      quality.bank,
      timed(() => searchSurface(bank, inBank, words, { mayShow: () => true }), took.bank),
      { before, now },
    );
  }
  // The first tenth warms up.
  const [a, b] = [took.surface, took.bank].map((all) => quantiles(all.slice(queries / 10)));
  return [
    size,
    surface.visible.size,
    unreachable,
    queries - queries / 10,
    `${round(a!.p50)} / ${round(b!.p50)} (${(a!.p50 / b!.p50).toFixed(2)})`,
    `${round(a!.p95)} / ${round(b!.p95)} (${(a!.p95 / b!.p95).toFixed(2)})`,
    ...(['first', 'near', 'before'] as const).map((of) => `${share(quality.surface[of])} / ${share(quality.bank[of])}`),
    round(quantiles(derived).p50),
    round(quantiles(counted).p50),
  ].map(String);
}

function share(count: number): string {
  return shareText(count / queries);
}

const table = {
  how: `npm run bench:surface -- --sizes ${values.sizes} --queries ${queries}; surface / bank, times in ms (ratio)`,
  load: loadNow().join(' '),
  columns: [
    'units',
    'visible',
    'unreachable',
    'n',
    'p50',
    'p95',
    'current first',
    'among 5',
    'replaced one too',
    'surface derived',
    'hops counted',
  ],
  align: 'rrrrrrrrrrr',
  rows: sizes.map(measure),
};
console.log(JSON.stringify(table, null, 2));
if (values.out) await writeFile(values.out, `${JSON.stringify(table, null, 2)}\n`);
