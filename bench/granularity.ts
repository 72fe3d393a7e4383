// `npm run bench:granularity -- [--locomo FILE] [--beam FOLDER] [--vectors CACHE] [--out FOLDER]`: consolidates public
// conversations without a model, then measures recall with episodes beside messages alone, searches of units without
// parts of them, the surface against the full bank at growing sizes, and the digest over days.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cacheEmbeddings, openInProcess } from '@total-recall/cli';
import { fillStores, unitKey, type ConversationSet } from '@total-recall/evaluation';
import { parseConfig } from '@total-recall/runtime';
import { digestOverDays } from './granularity/digest-over-days.ts';
import { lendFromEpisodes } from './granularity/lend-from-episodes.ts';
import { searchUnits } from './granularity/search-units.ts';
import { openSpace, type OpenSpace, type SpaceQuestion } from './granularity/space-questions.ts';
import { loadNow } from './measure/machine.ts';
import { namedSets } from './measure/named-sets.ts';
import { withFolder } from './service/open-service.ts';

const { values } = parseArgs({
  options: { locomo: { type: 'string' }, beam: { type: 'string' }, vectors: { type: 'string' }, out: { type: 'string' } },
});

const sets = await namedSets(values);

const how = `npm run bench:granularity -- ${sets.map(([name]) => `--${name.toLowerCase()} ...`).join(' ')}${values.vectors === undefined ? ' (words alone)' : ' --vectors ... (MiniLM)'}`;
const tables: Record<string, { columns: readonly string[]; rows: string[][] }> = {};
const add = (name: string, columns: readonly string[], rows: readonly (readonly string[])[]): void => {
  tables[name] ??= { columns, rows: [] };
  tables[name].rows.push(...rows.map((row) => [...row]));
};
for (const [name, set] of sets) await withFolder((folder) => measure(name, set, folder));
for (const [name, table] of Object.entries(tables)) {
  const result = { how, load: loadNow().join(' '), ...table, align: `l${'r'.repeat(table.columns.length - 1)}` };
  console.log(JSON.stringify({ name, ...result }, null, 1));
  if (values.out) await writeFile(join(values.out, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`);
}

async function measure(name: string, set: ConversationSet, folder: string): Promise<void> {
  const config = parseConfig('standalone', {
    TOTAL_RECALL_DATA_DIR: folder,
    TOTAL_RECALL_CATCH_UP_MS: '60000',
    TOTAL_RECALL_EMBEDDER: values.vectors === undefined ? 'off' : 'minilm',
    TOTAL_RECALL_CONSOLIDATE_MINUTES: '0',
  });
  const service = await openInProcess(config, {
    dataDir: folder,
    hooks: values.vectors === undefined ? {} : { wrapEmbedder: cacheEmbeddings(values.vectors) },
  });
  try {
    add('digest-days', digestOverDays.columns, await digestOverDays(service, name, set.stores[0]!));
    const apart = await fillStores(service.target, set.stores, { runName: 'apart', pool: false });
    const spaces: OpenSpace[] = [];
    for (const space of apart.spaceOf.values()) spaces.push(await openSpace(service, space));
    const bySpace = new Map(spaces.map((space) => [space.space, space]));
    const questions = set.questions.flatMap((question): SpaceQuestion[] => {
      const { units, category, abstention } = set.labels.get(question.id)!;
      const gold = new Set(units.map((unit) => unitKey(question.store, unit)));
      return gold.size === 0 || abstention
        ? []
        : [{ text: question.text, category, gold, at: bySpace.get(apart.spaceOf.get(question.store)!)! }];
    });
    add('surface-lending', lendFromEpisodes.columns, await lendFromEpisodes(service, name, questions, apart.unitOf));
    add('surface-ablations', searchUnits.columns, searchUnits(name, questions, apart.unitOf));
  } finally {
    await service.close();
  }
}
