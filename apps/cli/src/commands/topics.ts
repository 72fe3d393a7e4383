import { resolve } from 'node:path';
import { backUpTopics, restoreTopics, type TopicBackup } from '@total-recall/composition';
import { SILENT_LOGGER } from '@total-recall/observability';
import { createSystemClock } from '@total-recall/runtime';
import type { Command } from 'commander';
import { readConfig, type CommandContext, type Run } from '../command-context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { bytes, duration, plural } from '../output/format-number.ts';

interface TopicsOptions {
  readonly json?: boolean;
}

export function addTopics(program: Command, execute: (run: Run) => Promise<void>): void {
  const topics = program
    .command('topics')
    .description(
      'Copies of what a cluster keeps on Kafka: the log, keys, control and audit, by the settings of a service in the environment.',
    );
  topics
    .command('backup')
    .description(
      'Copy all topics to an empty folder, while the cluster runs. Bodies stay sealed, keys wrapped; the master key is not in it.',
    )
    .argument('<folder>', 'an empty folder')
    .option('--json', 'print one JSON object')
    .action((folder: string, options: TopicsOptions) => execute((context) => backup(folder, options, context)));
  topics
    .command('restore')
    .description(
      'Put them into a cluster without topics, or with empty ones, each record at its own offset. Every service must be stopped.',
    )
    .argument('<folder>', 'what `total-recall topics backup` made')
    .option('--json', 'print one JSON object')
    .action((folder: string, options: TopicsOptions) => execute((context) => restore(folder, options, context)));
}

async function backup(folder: string, options: TopicsOptions, context: CommandContext): Promise<ExitCode> {
  const clock = createSystemClock();
  return timed(options, context, 'copied', () =>
    backUpTopics(readConfig(context.io), SILENT_LOGGER, { folder: resolve(folder), version: context.version, clock }),
  );
}

async function restore(folder: string, options: TopicsOptions, context: CommandContext): Promise<ExitCode> {
  return timed(options, context, 'restored', () => restoreTopics(readConfig(context.io), SILENT_LOGGER, { folder: resolve(folder) }));
}

async function timed(
  { json }: TopicsOptions,
  { terminal }: CommandContext,
  verb: string,
  run: () => Promise<TopicBackup>,
): Promise<ExitCode> {
  const clock = createSystemClock();
  const startedMs = clock.monotonicMs();
  const done = await run();
  const ms = clock.monotonicMs() - startedMs;
  const of = (topic: string) => done.files.filter((file) => file.topic === topic).reduce((sum, { records }) => sum + records, 0);
  const size = done.files.reduce((sum, file) => sum + file.bytes, 0);
  if (json) terminal.out(JSON.stringify({ seconds: Math.round(ms) / 1_000, ...done }));
  else
    terminal.out(
      `${plural(of('events'), 'record')} of the log, ${plural(of('keys'), 'record')} of keys, ${plural(of('control'), 'record')} of control ${verb}: ${bytes(size)} in ${duration(ms)}.`,
    );
  return EXIT.ok;
}
