import { createSystemClock, TotalRecallError } from '@total-recall/runtime';
import { describeModel, fetchModel, type ModelAvailability } from '@total-recall/composition';
import type { Command } from 'commander';
import { readConfig, type CommandContext, type Run } from '../../command-context.ts';
import { CommandError, EXIT, type ExitCode } from '../../exit-code.ts';
import { createProgressBar } from '../../output/progress-bar.ts';

interface ModelOptions {
  readonly json?: boolean;
}

export function addModel(program: Command, execute: (run: Run) => Promise<void>): void {
  const model = program
    .command('model')
    .description('Show the embedding model for recall by meaning, or download it before the service does.');
  model
    .command('status')
    .description('Show whether the model is installed and can run. Downloads nothing. Exit code 3 if it is not installed or cannot run.')
    .option('--json', 'print one JSON object')
    .action((options: ModelOptions) => execute((context) => status(options, context)));
  model
    .command('fetch')
    .description("Download the model into the user's cache folder unless it is there already. Verifies every file.")
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nWithout a network, see docs/models.md.')
    .action((options: ModelOptions) => execute((context) => fetch(options, context)));
}

async function status({ json }: ModelOptions, { io, terminal }: CommandContext): Promise<ExitCode> {
  const standing = await describeModel(readConfig('standalone', io));
  terminal.out(json ? JSON.stringify(standing) : lineOf(standing));
  return standing.kind === 'off' || standing.kind === 'endpoint' || (standing.kind === 'there' && standing.hasRuntime)
    ? EXIT.ok
    : EXIT.notFound;
}

async function fetch({ json }: ModelOptions, { io, terminal, interrupted }: CommandContext): Promise<ExitCode> {
  const config = readConfig('standalone', io);
  const bar = createProgressBar(io, terminal, createSystemClock());
  try {
    const standing = await fetchModel(config, {
      signal: interrupted,
      onProgress: ({ receivedBytes, totalBytes, source, file }) => bar.update(receivedBytes, totalBytes, `${source}: ${file}`),
    });
    bar.clear();
    terminal.out(json ? JSON.stringify(standing) : lineOf(standing));
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof TotalRecallError && error.code === 'unavailable')) throw error;
    throw new CommandError(EXIT.failed, error.message, {
      code: 'unavailable',
      advice: 'docs/models.md explains how to install a model without a network.',
    });
  } finally {
    bar.clear();
  }
}

export function lineOf(standing: ModelAvailability): string {
  switch (standing.kind) {
    case 'off':
      return 'Vectors are off (TOTAL_RECALL_EMBEDDER).';
    case 'endpoint':
      return `Vectors come from ${standing.url}.`;
    case 'there':
      return `${standing.model} is there (${standing.modelPath})${standing.hasRuntime ? '.' : ', but the optional package onnxruntime-node is not installed.'}`;
    case 'absent':
      return `${standing.model} is not there: ${standing.reason}`;
  }
}
