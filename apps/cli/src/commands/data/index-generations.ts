import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { ClusterGenerations, Rebuilt } from '@total-recall/composition/cluster';
import { dropGenerations } from '@total-recall/ingest';
import { createLogger, SILENT_LOGGER } from '@total-recall/observability';
import { createSystemClock, createSystemScheduler } from '@total-recall/runtime';
import { holderOfDataDir, rebuildFolder } from '@total-recall/data-folder';
import { clusterConfigOf, readConfig, readSettings, type CommandContext, type Run } from '../../command-context.ts';
import { CommandError, EXIT, type ExitCode } from '../../exit-code.ts';
import { plural, whole } from '../../output/format-number.ts';
import { createProgressBar } from '../../output/progress-bar.ts';
import { renderTable } from '../../output/render-table.ts';
import { addParked } from './index-parked.ts';
import { loadCluster } from '../../service/load-cluster.ts';

interface JsonOption {
  readonly json?: boolean;
}

interface RebuildFlags extends JsonOption {
  readonly dropOld?: boolean;
  readonly dataDir?: string;
}

const SAID_EVERY_MS = 10_000;
/** Words for the states of the JSON output. */
const SHOWN_STATE = { read: 'in use', 'being filled': 'being filled', left: 'old' } as const;

export function addIndex(program: Command, execute: (run: Run) => Promise<void>): void {
  const index = program
    .command('index')
    .description(
      'Manage the index generations of a cluster, with the settings of its services in the environment. The cluster may keep running.',
    );
  index
    .command('status')
    .description('List the generations, which one is in use, and how far each is filled.')
    .option('--json', 'print one JSON object')
    .action((options: JsonOption) => execute((context) => status(options, context)));
  index
    .command('rebuild')
    .description('Fill the next generation from the log while the current one stays in use, then switch all services to it.')
    .option('--data-dir <folder>', 'rebuild the read model in the data folder of a stopped service; the old one is put aside')
    .option('--drop-old', 'remove the replaced generation once no service reads it')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nAfter an interruption, run it again to continue. With TOTAL_RECALL_EMBEDDER=off it fills only the text index; ingest makes the vectors afterwards.',
    )
    .action((options: RebuildFlags) => execute((context) => rebuild(options, context)));
  index
    .command('use')
    .description('Switch all services to an existing generation, for example back to the one before a rebuild.')
    .argument('<generation>')
    .option('--json', 'print one JSON object')
    .action((generation: string, options: JsonOption) => execute((context) => use(generation, options, context)));
  index
    .command('drop')
    .description('Remove generations for good: the named one, or all that a rebuild replaced. Never one in use.')
    .argument('[generation]')
    .option('--json', 'print one JSON object')
    .action((generation: string | undefined, options: JsonOption) => execute((context) => drop(generation, options, context)));
  addParked(index, execute);
}

async function status({ json }: JsonOption, context: CommandContext): Promise<ExitCode> {
  const { terminal } = context;
  await withGenerations(context, async ({ generations, log }) => {
    const { current, toFill, isBegun } = await generations.standing();
    const partitions = Array.from({ length: log.partitions }, (_, partition) => partition);
    const records = sum(await Promise.all(partitions.map(async (partition) => (await log.end(partition)) + 1)));
    const rows = await Promise.all(
      (await generations.list()).map(async (generation) => {
        const marks = await Promise.all(partitions.map((partition) => generations.marks(generation, partition)));
        const searchable = sum(marks.map((mark) => mark.searchable + 1));
        const embedded = sum(marks.map((mark) => (mark.embedded ?? -1) + 1));
        const state = generation === current ? 'read' : generation === toFill && isBegun ? 'being filled' : 'left';
        return { generation, state, searchable, embedded } as const;
      }),
    );
    if (json) return terminal.out(JSON.stringify({ records, generations: rows }));
    const columns = ['generation', 'state', 'searchable', 'with vectors', 'records in the log'];
    const cells = rows.map(({ generation, state, searchable, embedded }) => [
      generation,
      SHOWN_STATE[state],
      ...[searchable, embedded, records].map(whole),
    ]);
    const titles = columns.map((title, at) => ({ title, align: at < 2 ? ('left' as const) : ('right' as const) }));
    terminal.out(renderTable(titles, cells, terminal.style));
  });
  return EXIT.ok;
}

async function rebuild(flags: RebuildFlags, context: CommandContext): Promise<ExitCode> {
  if (flags.dataDir !== undefined) return rebuildInFolder(flags.dataDir, flags, context);
  const { dropOld, json } = flags;
  const { io, terminal, interrupted } = context;
  const config = clusterConfigOf('cluster', readSettings(io));
  const clock = createSystemClock();
  const bar = createProgressBar(io, terminal, clock);
  let saidMs = -Infinity;
  const rebuilt = await (
    await loadCluster()
  )
    .rebuildIndex(config, {
      logger: createLogger({ level: config.logLevel, format: config.logFormat === 'text' ? 'text' : 'json' }),
      signal: interrupted,
      onProgress({ generation, filled, records }) {
        bar.update(filled, records, `filling ${generation}`);
        if (terminal.animated || clock.monotonicMs() - saidMs < SAID_EVERY_MS) return;
        saidMs = clock.monotonicMs();
        terminal.note(`${generation}: ${whole(filled)} of ${plural(records, 'record')}`);
      },
    })
    .finally(() => bar.clear());
  if (!rebuilt) return EXIT.interrupted;
  const isDropped = dropOld === true && rebuilt.isTakenOver && rebuilt.left.length > 0;
  if (isDropped) await withGenerations(context, ({ generations }) => dropGenerations(generations, rebuilt.left, createSystemScheduler()));
  terminal.out(json ? JSON.stringify({ ...rebuilt, isDropped }) : sayRebuilt(rebuilt, isDropped));
  return rebuilt.isTakenOver || rebuilt.isForRelease ? EXIT.ok : EXIT.failed;
}

/**
 * Rebuilds the read model of a stopped service. Only one process may work in a folder, so recalls are not answered
 * meanwhile.
 */
async function rebuildInFolder(dataDir: string, { dropOld, json }: RebuildFlags, context: CommandContext): Promise<ExitCode> {
  const { io, terminal, interrupted } = context;
  if (dropOld)
    throw new CommandError(
      EXIT.usage,
      '--drop-old is only for a cluster: the old read model of a data folder is put aside, and you may remove it.',
    );
  const config = readConfig('standalone', io, { TOTAL_RECALL_DATA_DIR: { flag: '--data-dir', value: dataDir } });
  if (!(await stat(join(config.dataDir, 'log.db')).catch(() => undefined)))
    throw new CommandError(EXIT.notFound, `There is no log.db in ${config.dataDir}.`);
  const holder = await holderOfDataDir(config.dataDir);
  if (holder !== undefined) throw new CommandError(EXIT.failed, `A service is using ${config.dataDir} (process ${holder}). Stop it first.`);
  const clock = createSystemClock();
  const bar = createProgressBar(io, terminal, clock);
  let saidMs = -Infinity;
  const rebuilt = await rebuildFolder(config, {
    logger: createLogger({ level: config.logLevel, format: config.logFormat === 'text' ? 'text' : 'json' }),
    signal: interrupted,
    onProgress({ filled, records, leftSeconds }) {
      bar.update(filled, records, 'filling the read model');
      if (terminal.animated || clock.monotonicMs() - saidMs < SAID_EVERY_MS) return;
      saidMs = clock.monotonicMs();
      const left = leftSeconds === undefined ? '' : `, about ${whole(leftSeconds)} s left`;
      terminal.note(`${whole(filled)} of ${plural(records, 'record')}${left}`);
    },
  }).finally(() => bar.clear());
  if (!rebuilt) return EXIT.interrupted;
  const old = rebuilt.aside === undefined ? '' : ` The old one is in ${rebuilt.aside} and may be removed.`;
  const said = `Rebuilt the read model from ${plural(rebuilt.records, 'record')} in ${whole(rebuilt.seconds)} s.${old} The next start makes the vectors.`;
  terminal.out(json ? JSON.stringify(rebuilt) : said);
  return EXIT.ok;
}

function sayRebuilt({ generation, left, filled, isTakenOver, isForRelease }: Rebuilt, isDropped: boolean): string {
  const was = filled
    ? `${generation} is filled (${plural(filled.records, 'record')} in ${whole(filled.seconds)} s) and in use.`
    : `${generation} is in use since an earlier run.`;
  const old = isDropped
    ? `Dropped ${left.join(', ')}.`
    : `Still there: ${left.join(', ')}. Remove it with \`total-recall index drop\`; until then another rebuild fills nothing.`;
  const stays = 'No service switched to it within a minute. Is ingest running with the role project?';
  const release =
    'Services of an earlier version cannot read it and go on with theirs, until they are replaced: ingest and the retriever first.';
  const after = isTakenOver ? [] : [isForRelease ? release : stays];
  return [was, ...(left.length > 0 ? [old] : []), ...after].join('\n');
}

async function use(generation: string, { json }: JsonOption, context: CommandContext): Promise<ExitCode> {
  await withGenerations(context, ({ generations }) => generations.switchTo(generation));
  const said = `${generation} is current. Services that can read it switch within seconds and bring it up to date.`;
  context.terminal.out(json ? JSON.stringify({ current: generation }) : said);
  return EXIT.ok;
}

async function drop(named: string | undefined, { json }: JsonOption, context: CommandContext): Promise<ExitCode> {
  await withGenerations(context, async ({ generations }) => {
    const dropped = named === undefined ? (await generations.standing()).left : [named];
    if (dropped.length > 0) await dropGenerations(generations, dropped, createSystemScheduler());
    const said = dropped.length > 0 ? `Dropped ${dropped.join(', ')}.` : 'There is nothing to drop.';
    context.terminal.out(json ? JSON.stringify({ dropped }) : said);
  });
  return EXIT.ok;
}

async function withGenerations(context: CommandContext, act: (opened: ClusterGenerations) => Promise<void>): Promise<void> {
  const opened = await (await loadCluster()).openClusterGenerations(clusterConfigOf('index', readSettings(context.io)), SILENT_LOGGER);
  try {
    await act(opened);
  } finally {
    await opened.close();
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
