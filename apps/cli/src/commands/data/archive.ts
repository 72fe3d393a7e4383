import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { OpenedArchive } from '@total-recall/composition/cluster';
import { SILENT_LOGGER } from '@total-recall/observability';
import { verifyArchive, type ArchiveFault, type VerifiedPartition } from '@total-recall/archive';
import { configOf, type StandaloneConfig } from '@total-recall/runtime';
import { holderOfDataDir, openStores } from '@total-recall/data-folder';
import { clusterConfigOf, readSettings, type CommandContext, type Run } from '../../command-context.ts';
import { CommandError, EXIT, type ExitCode } from '../../exit-code.ts';
import { plural, whole } from '../../output/format-number.ts';
import { renderTable } from '../../output/render-table.ts';
import { loadCluster } from '../../service/load-cluster.ts';

interface ArchiveOptions {
  readonly dataDir?: string;
  readonly cluster?: boolean;
  readonly json?: boolean;
}

export function addArchive(program: Command, execute: (run: Run) => Promise<void>): void {
  const archive = program
    .command('archive')
    .description('Verify the archive of the log: sealed segments of each session, written if TOTAL_RECALL_ARCHIVE is on.');
  archive
    .command('verify')
    .description('Compare the archive with the log record by record, and verify the checksum of every object. Changes nothing.')
    .option('--data-dir <folder>', 'the data folder of a stopped service (TOTAL_RECALL_DATA_DIR)')
    .option('--cluster', 'verify the archive of a cluster instead, with its settings in the environment; it may be running')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  total-recall archive verify --data-dir ./memory\n\nExit code 1 if anything is missing, damaged or different.',
    )
    .action((options: ArchiveOptions) => execute((context) => verify(options, context)));
}

async function verify(options: ArchiveOptions, { io, terminal, interrupted }: CommandContext): Promise<ExitCode> {
  const settings = readSettings(io, { TOTAL_RECALL_DATA_DIR: { flag: '--data-dir', value: options.dataDir } });
  const { log, segments, close } = await (options.cluster
    ? (await loadCluster()).openClusterArchive(clusterConfigOf('topics', settings), SILENT_LOGGER)
    : openFolder(configOf('standalone', settings)));
  const partitions: VerifiedPartition[] = [];
  try {
    for (let partition = 0; partition < log.partitions && !interrupted.aborted; partition++)
      partitions.push(await verifyArchive(log, segments, partition));
  } finally {
    await close();
  }
  if (interrupted.aborted) return EXIT.interrupted;
  const problems = partitions.flatMap((verified) => verified.problems);
  if (options.json) terminal.out(JSON.stringify({ ok: problems.length === 0, partitions }));
  else {
    terminal.out(tableOf(partitions, terminal.style));
    for (const { partition, chapter, fault, first } of problems)
      terminal.out(`  partition ${partition}, chapter ${chapter}${first === undefined ? '' : `, offset ${first}`}: ${SAID[fault]}`);
    const word =
      problems.length === 0
        ? terminal.style('green', 'The archive is complete.')
        : terminal.style('red', `${plural(problems.length, 'problem')}.`);
    terminal.out(word);
  }
  return problems.length === 0 ? EXIT.ok : EXIT.failed;
}

const SAID: Record<ArchiveFault, string> = {
  chapter_missing: 'the chapter is missing',
  chapter_damaged: 'the chapter is damaged',
  chain_broken: 'it does not continue the chapter before it',
  segment_missing: 'a segment is missing',
  segment_damaged: 'a segment is damaged',
  segment_not_named: 'the log has records of a session that the chapter does not name',
  differs_from_log: 'the records in the log differ from those in the chapter',
};

function tableOf(partitions: readonly VerifiedPartition[], style: CommandContext['terminal']['style']): string {
  const columns = ['partition', 'chapters', 'segments', 'records', 'bytes', 'archived to', 'end of the log'];
  const rows = partitions.map(({ partition, chapters, segments, records, bytes, archivedTo, end }) =>
    [partition, chapters, segments, records, bytes, archivedTo, end].map(whole),
  );
  return renderTable(
    columns.map((title) => ({ title, align: 'right' as const })),
    rows,
    style,
  );
}

async function openFolder(config: StandaloneConfig): Promise<OpenedArchive> {
  if (!(await stat(join(config.dataDir, 'archive')).catch(() => undefined)))
    throw new CommandError(EXIT.notFound, `There is no archive in ${config.dataDir}.`, {
      advice: 'Set TOTAL_RECALL_ARCHIVE=on to write one.',
    });
  const holder = await holderOfDataDir(config.dataDir);
  if (holder !== undefined) throw new CommandError(EXIT.failed, `A service is using ${config.dataDir} (process ${holder}). Stop it first.`);
  const { log, segments, close } = await openStores({ ...config, archives: true, mends: false, threads: 'one' });
  return { log, segments: segments!, close };
}
