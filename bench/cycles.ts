// `npm run bench:cycles -- [--locomo FILE] [--beam FOLDER] [--window 2048] [--embedder minilm] [--out FOLDER]`: asks the same questions of public conversations
// after more and more compactions and sweeps, beside spaces that are neither compacted nor swept, and counts who decided
// the changes of units. By words alone, unless there is an embedder.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openInProcess } from '@total-recall/cli';
import { parseConfig } from '@total-recall/runtime';
import { askOverCycles } from './cycles/ask-over-cycles.ts';
import { countEdits } from './cycles/count-edits.ts';
import { loadNow } from './measure/machine.ts';
import { namedSets } from './measure/named-sets.ts';
import { withFolder } from './service/open-service.ts';

const { values } = parseArgs({
  options: {
    locomo: { type: 'string' },
    beam: { type: 'string' },
    window: { type: 'string', default: '2048' },
    embedder: { type: 'string', default: 'off' },
    out: { type: 'string' },
  },
});
const sets = await namedSets(values);
const rows: { readonly cycles: string[][]; readonly edits: string[][] } = { cycles: [], edits: [] };
for (const [name, set] of sets)
  await withFolder(async (folder) => {
    const config = parseConfig('standalone', {
      TOTAL_RECALL_DATA_DIR: folder,
      TOTAL_RECALL_CATCH_UP_MS: '60000',
      TOTAL_RECALL_EMBEDDER: values.embedder,
      TOTAL_RECALL_CONSOLIDATE_MINUTES: '0',
    });
    const service = await openInProcess(config, { dataDir: folder });
    try {
      const { rows: asked, spaces } = await askOverCycles(service, name, { set, windowTokens: Number(values.window) });
      rows.cycles.push(...asked);
      rows.edits.push(await countEdits(service, name, spaces));
    } finally {
      await service.close();
    }
  });
const how = `npm run bench:cycles -- ${sets.map(([name]) => `--${name.toLowerCase()} ...`).join(' ')} --window ${values.window} ${values.embedder === 'off' ? '(words alone)' : `--embedder ${values.embedder}`}`;
const tables = {
  'recall-cycles': { columns: askOverCycles.columns, rows: rows.cycles },
  'edits-by-code': { columns: countEdits.columns, rows: rows.edits },
};
for (const [name, table] of Object.entries(tables)) {
  const result = { how, load: loadNow().join(' '), ...table, align: `l${'r'.repeat(table.columns.length - 1)}` };
  console.log(JSON.stringify({ name, ...result }, null, 1));
  if (values.out) await writeFile(join(values.out, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`);
}
