// `npm run bench:surface -- [--sizes 1000,5000,20000] [--queries 400] [--out FILE]`: searches the visible surface and the
// full bank for the same words in turn, at growing sizes of a generated space, and derives the surface once for each.
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { emptySpaceUnits, hopCounts, indexMarks, searchSurface, unitSurface, type SpaceUnits, type Unit } from '@total-recall/domain';
import { createSeededRandom } from '@total-recall/evaluation';
import { quantiles, round } from './measure/figures.ts';
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
const MARKS_A_QUERY = 6;
/** Nine in twenty units were replaced, each by the one nine places later: 55 % are visible. */
const REPLACED = { of: 20, first: 9 };

/** Times that a surface is derived. */
const DERIVED = 15;

/** Some words are in many units, most in few. */
const mark = (): string => `w${Math.floor(WORDS * random.next() ** 2.2)}`;
const marks = (count: number): string[] => Array.from({ length: count }, mark);

function unit(at: number): Unit {
  const isReplaced = at % REPLACED.of < REPLACED.first;
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
    marks: marks(MARKS_A_UNIT),
    status: isReplaced ? { is: 'superseded', by: `e${at + REPLACED.first}.0`, at, reason: 'later_statement' } : { is: 'current' },
  };
}

function timed<T>(act: () => T, into: number[]): T {
  const before = performance.now();
  const result = act();
  into.push(performance.now() - before);
  return result;
}

function measure(size: number): string[] {
  const units = new Map(Array.from({ length: size }, (_, at) => [`e${at}.0`, unit(at)] as const));
  const state: SpaceUnits = { ...emptySpaceUnits('acme', 'main'), units };
  const surface = unitSurface(state);
  const { unreachable } = hopCounts(surface);
  const [derived, counted]: [number[], number[]] = [[], []];
  for (let at = 0; at < DERIVED; at += 1) {
    const again = timed(() => unitSurface(state), derived);
    timed(() => hopCounts(again), counted);
  }
  const [onSurface, inBank] = [indexMarks(surface.visible.values()), indexMarks(units.values())];
  const bank = { ...surface, visible: units };
  const took = { surface: [] as number[], bank: [] as number[] };
  for (let at = 0; at < queries; at += 1) {
    const words = marks(MARKS_A_QUERY);
    timed(() => searchSurface(surface, onSurface, words, () => true), took.surface);
    timed(() => searchSurface(bank, inBank, words, () => true), took.bank);
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
    round(quantiles(derived).p50),
    round(quantiles(counted).p50),
  ].map(String);
}

const table = {
  how: `npm run bench:surface -- --sizes ${values.sizes} --queries ${queries}; in ms, surface / bank (ratio)`,
  load: loadNow().join(' '),
  columns: ['units', 'visible', 'unreachable', 'n', 'p50', 'p95', 'surface derived', 'hops counted'],
  align: 'rrrrrrrr',
  rows: sizes.map(measure),
};
console.log(JSON.stringify(table, null, 2));
if (values.out) await writeFile(values.out, `${JSON.stringify(table, null, 2)}\n`);
