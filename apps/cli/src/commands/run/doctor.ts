import { configOf } from '@total-recall/runtime';
import type { Command } from 'commander';
import { readSettings, type CommandContext, type Run } from '../../command-context.ts';
import { runChecks, type CheckResult } from '../../doctor/check.ts';
import { connectionChecks } from '../../doctor/connection-checks.ts';
import { dataFolderChecks } from '../../doctor/data-folder-checks.ts';
import { machineChecks } from '../../doctor/machine-checks.ts';
import { EXIT, type ExitCode } from '../../exit-code.ts';
import { plural } from '../../output/format-number.ts';
import type { Style } from '../../output/terminal.ts';
import { describeMachine, machineLine } from '../../service/describe-machine.ts';

interface DoctorOptions {
  readonly dataDir?: string;
  readonly json?: boolean;
}

export function addDoctor(program: Command, execute: (run: Run) => Promise<void>): void {
  program
    .command('doctor')
    .description('Check everything the service needs, and say how to fix what is wrong. Changes nothing in the data folder.')
    .option('--data-dir <folder>', 'the data folder to check (TOTAL_RECALL_DATA_DIR)')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  total-recall doctor --data-dir ./memory\n\nExit code 1 if a check fails; 0 if there are only warnings.',
    )
    .action((options: DoctorOptions) => execute((context) => doctor(options, context)));
}

async function doctor(options: DoctorOptions, context: CommandContext): Promise<ExitCode> {
  const { io, terminal, version } = context;
  const settings = readSettings(io, { TOTAL_RECALL_DATA_DIR: { flag: '--data-dir', value: options.dataDir } });
  const config = configOf('standalone', settings);
  const machine = describeMachine();
  if (!options.json) terminal.out(`Total Recall ${version} on ${machineLine(machine)}`);
  const checks = [...machineChecks(config, io.env), ...dataFolderChecks(config), ...connectionChecks(settings)];
  const results = await runChecks(checks, (result) => {
    if (!options.json) terminal.out(lineOf(result, terminal.style));
  });
  const failed = results.filter(({ outcome }) => outcome === 'fail').length;
  if (options.json) terminal.out(JSON.stringify({ version, machine, ok: failed === 0, checks: results }));
  else terminal.out(verdictOf(results, failed, terminal.style));
  return failed === 0 ? EXIT.ok : EXIT.failed;
}

function verdictOf(results: readonly CheckResult[], failed: number, style: Style): string {
  if (failed > 0) return style('red', `${plural(failed, 'check')} failed.`);
  const warned = results.filter(({ outcome }) => outcome === 'warn').length;
  return warned === 0 ? style('green', 'All is well.') : style('yellow', `Nothing failed; ${plural(warned, 'warning')}.`);
}

const SHOWN = { ok: ['green', 'ok  '], warn: ['yellow', 'warn'], fail: ['red', 'fail'] } as const;

function lineOf({ name, outcome, detail, advice }: CheckResult, style: Style): string {
  const [colour, word] = SHOWN[outcome];
  return `  ${style(colour, word)}  ${name.padEnd(20)}  ${detail}${advice === undefined ? '' : `\n${' '.repeat(30)}${advice}`}`;
}
