// `npm run bench:facts -- draw|score --out <folder> [--locomo <file>] [--beam <folder>] [--longmemeval <file>]
// [--traces <folder>]`: draws the facts and supersessions that the reader decides on data outside the repository, for a
// person to label, and scores them by the labels. `draw` writes `supersessions.jsonl` and `facts.jsonl`; labels are
// lines `{"id", "right"}` in `labels.jsonl` of the same folder, and stay valid where rules change.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import {
  createSeededRandom,
  drawFacts,
  readBeam,
  readLocomo,
  readLongMemEval,
  scoreLabels,
  type ConversationStore,
  type DrawnFacts,
} from '@total-recall/evaluation';
import { findSessionFiles, importSession } from '@total-recall/importers';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string' },
    locomo: { type: 'string' },
    beam: { type: 'string' },
    longmemeval: { type: 'string' },
    traces: { type: 'string' },
    pairs: { type: 'string', multiple: true },
    seed: { type: 'string', default: '1' },
    facts: { type: 'string', default: '150' },
  },
});
const [command] = positionals;
if (values.out === undefined || (command !== 'draw' && command !== 'score'))
  throw new Error('Use: draw|score --out <folder> and data sets');
mkdirSync(values.out, { recursive: true });

const json = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
const sets: readonly [string, readonly ConversationStore[]][] = [
  ...(values.locomo === undefined ? [] : [['locomo', readLocomo(json(values.locomo)).stores] as const]),
  ...(values.beam === undefined ? [] : [['beam', beamStores(values.beam)] as const]),
  ...(values.longmemeval === undefined ? [] : [['longmemeval', readLongMemEval(json(values.longmemeval)).stores] as const]),
  ...(values.pairs === undefined ? [] : values.pairs.map((file) => [basename(file, '.tsv'), pairStores(file)] as const)),
  ...(values.traces === undefined ? [] : [['traces', await traceStores(values.traces)] as const]),
].map(([name, stores]) => [name, stores]);
const drawn = sets.map(([name, stores]) => drawFacts(name, stores));
const mixed = sets
  .filter(([name]) => !isWritten(name))
  .flatMap(([name, stores]) => drawFacts(`${name} mixed`, [mix(stores)]).supersessions)
  .filter(isAcross);
const all: DrawnFacts = { facts: drawn.flatMap(({ facts }) => facts), supersessions: drawn.flatMap(({ supersessions }) => supersessions) };
const sampled = sample(
  all.facts.filter(({ set }) => !isWritten(set)),
  Number(values.facts),
);
if (command === 'draw') {
  write('supersessions.jsonl', all.supersessions);
  write('facts.jsonl', sampled);
  write('all.jsonl', all.facts);
  write('mixed.jsonl', mixed);
}
report();

function beamStores(folder: string): readonly ConversationStore[] {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted();
  return readBeam(files.map((name) => ({ name: basename(name, '.json'), json: json(join(folder, name)) }))).stores;
}

/** Pairs that were written for this, with what is expected of them. */
function isWritten(set: string): boolean {
  return /^fact-(?:pairs|chains)/.test(set);
}

/** All stores of a set as one space: people and projects that have nothing to do with one another. */
function mix(stores: readonly ConversationStore[]): ConversationStore {
  const sessions = stores.flatMap((store) =>
    store.sessions.map((session) => ({ ...session, name: `${store.name.replaceAll(' ', '_')}/${session.name}` })),
  );
  return { name: 'all', sessions };
}

/** Between stores that are one only in the mixture: wrong, whatever it says. */
function isAcross({ earlier, later }: DrawnFacts['supersessions'][number]): boolean {
  const [from, to] = [earlier, later].map(({ place }) => place.split('/')[0]);
  return from !== to;
}

/** A store for each line of statements, in a session each; its name tells what the writer expects. */
function pairStores(file: string): ConversationStore[] {
  const dayOf = (session: number): number => Date.UTC(2025, 2 + session, 5, 9);
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line, at): ConversationStore => {
      const [truth, ...texts] = line.split('\t');
      return {
        name: `${at + 1} ${truth}`,
        sessions: texts.map((text, session) => ({
          name: `session-${session + 1}`,
          events: [{ kind: 'user_message', text, occurredAt: dayOf(session) }],
          units: [],
        })),
      };
    });
}

/** A store for each run, and one for all runs on the same repository. */
async function traceStores(folder: string): Promise<ConversationStore[]> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => ({ path: relative(folder, join(entry.parentPath, entry.name)) }));
  const sessions = findSessionFiles(paths).flatMap(({ path }) => {
    const repository = /^mini-swe-agent\/([\w.-]+?)-\d+\./.exec(path)?.[1];
    return importSession({ name: path, bytes: readFileSync(join(folder, path)) }).sessions.map((session) => ({
      store: repository ?? `${path} ${session.session}`,
      name: session.session,
      events: session.events,
      units: [],
    }));
  });
  return [...Map.groupBy(sessions, ({ store }) => store)].map(([name, own]) => ({ name, sessions: own }));
}

function sample<T extends { readonly id: string }>(items: readonly T[], count: number): T[] {
  const random = createSeededRandom(`facts ${values.seed}`);
  return items
    .map((item) => ({ item, at: random.next() }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ item }) => item);
}

function write(name: string, items: readonly object[]): void {
  writeFileSync(join(values.out!, name), items.map((item) => `${JSON.stringify(item)}\n`).join(''));
}

function report(): void {
  const file = join(values.out!, 'labels.jsonl');
  const lines = existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
    : [];
  const labels = new Map(lines.map((line) => JSON.parse(line) as { id: string; right: boolean }).map(({ id, right }) => [id, right]));
  for (const { id, set, store } of all.supersessions) if (isWritten(set)) labels.set(id, store.endsWith('replaces'));
  const figures: Record<string, unknown>[] = [];
  const add = (what: string, set: string, half: string, ids: readonly string[]): void => {
    if (ids.length > 0) figures.push({ what, set, half, ...scoreLabels(ids, labels) });
  };
  for (const half of ['tune', 'report', 'all']) {
    for (const set of [...sets.map(([name]) => name), 'all']) {
      const own = all.supersessions.filter((each) => (set === 'all' || each.set === set) && (half === 'all' || each.half === half));
      add(
        'supersessions',
        set,
        half,
        own.map(({ id }) => id),
      );
    }
  }
  add(
    'facts',
    'all',
    'all',
    sampled.map(({ id }) => id),
  );
  console.table(figures);
  reportFound();
  for (const [name, own] of Map.groupBy(mixed, ({ set }) => set)) console.log(`${name}: ${own.length} replaced across stores, all wrong`);
  console.table([...Map.groupBy(all.facts, ({ set, fact }) => `${set} ${fact.kind}`)].map(([of, own]) => ({ of, facts: own.length })));
}

/** Prints how many of the pairs in which the writer expects a replacement are decided so. */
function reportFound(): void {
  for (const [name, written] of sets.filter(([each]) => isWritten(each))) {
    const found = new Set(all.supersessions.filter(({ set }) => set === name).map(({ store }) => store));
    const expected = written.filter(({ name: pair }) => pair.endsWith('replaces'));
    console.log(
      `${name}: ${written.length} pairs, ${expected.length} replace, ${expected.filter(({ name: pair }) => found.has(pair)).length} found`,
    );
  }
}
