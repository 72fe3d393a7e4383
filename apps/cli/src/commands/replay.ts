import { readFile } from 'node:fs/promises';
import { runReplay, splitTurns, type EvaluationTarget, type ReplayFileResult, type ReplayResult } from '@total-recall/evaluation';
import { IMPORT_FORMATS, type ImportFormat } from '@total-recall/importers';
import { createUlidFactory } from '@total-recall/runtime';
import type { Command } from 'commander';
import { readConfig, type CommandContext, type Run } from '../command-context.ts';
import { CommandError, EXIT, type ExitCode } from '../exit-code.ts';
import { importFormat, wholeNumber, windowTokens } from '../option-values.ts';
import { plural } from '../output/format-number.ts';
import { createProgressBar } from '../output/progress-bar.ts';
import { keepReplayed, renderReplay, replayJson, type ReplayedRow } from '../output/render-replay.ts';
import { findSessions, scanFile, type ScannedFile, type SessionFile } from '../service/find-sessions.ts';
import { openInProcess } from '../service/open-in-process.ts';

interface ReplayOptions {
  readonly window: number;
  readonly keep?: string;
  readonly latest?: number;
  readonly format?: ImportFormat;
  readonly seed: number;
  readonly json?: boolean;
}

export function addReplay(program: Command, execute: (run: Run) => Promise<void>): void {
  program
    .command('replay')
    .description('Run sessions through compaction and recall, here and now: what would be evicted, what that saves, and that it is found again. Needs no server.')
    .argument('<path>', 'a session file, or a folder that is searched for them')
    .option('--window <tokens>', 'window of the replayed agent, such as 8K, 32K or 200000', windowTokens, 32_768)
    .option('--latest <n>', 'only the n files that changed last', wholeNumber(1, 100_000))
    .option('--format <name>', `how to read the files (${IMPORT_FORMATS.join(', ')}); found out where absent`, importFormat)
    .option('--keep <folder>', 'keep the memory in this folder; look at it with `total-recall serve --data-dir`')
    .option('--seed <n>', 'which strings are asked for', wholeNumber(0, 2 ** 31), 1)
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExamples:\n  total-recall replay ~/.claude/projects --latest 5\n  total-recall replay session.jsonl --window 8K\n  total-recall replay ~/.openclaw/agents --json > report.json\n\nEverything stays on this machine, in a temporary folder that is gone afterwards.')
    .action((path: string, options: ReplayOptions) => execute((context) => replay(path, options, context)));
}

async function replay(path: string, options: ReplayOptions, context: CommandContext): Promise<ExitCode> {
  const { io, terminal, interrupted } = context;
  const config = readConfig(io);
  const files = await recognise(path, options, context);
  const service = await openInProcess(config, { dataDir: options.keep });
  const { clock, random } = service.cores;
  const bar = createProgressBar(io, terminal, clock);
  const rows: ReplayedRow[] = [];
  const results: ReplayFileResult[] = [];
  const steps = countSteps(files);
  let result: ReplayResult | undefined;
  const startedMs = clock.monotonicMs();
  try {
    let current = '';
    const target = watched(service.target, interrupted, (what) => bar.update(steps.take(what), steps.total, `${current} · ${what}`));
    result = await runReplay(
      target,
      files.map((file) => ({ name: file.name, read: () => readFile(file.path) })),
      {
        windowTokens: options.window,
        seed: options.seed,
        runName: `replay-${createUlidFactory({ clock, random })()}`,
        onProgress: (_done, _total, what) => (current = what),
        onFile: (file, sessions) => {
          results.push(file);
          rows.push(...sessions.map((session) => keepReplayed(file, session)));
        },
      },
    );
  } catch (error) {
    if (!interrupted.aborted) throw error;
  } finally {
    bar.clear();
    await service.close();
  }
  const report = { path, windowTokens: options.window, files, results, rows, result, tookMs: clock.monotonicMs() - startedMs, keptIn: options.keep };
  if (options.json) terminal.out(JSON.stringify(replayJson(report)));
  else terminal.out(renderReplay(report, terminal));
  const violations = results.reduce((sum, file) => sum + file.invariantViolations, 0);
  return violations > 0 ? EXIT.failed : EXIT.ok;
}

/** The files that hold sessions. Says what was left out; fails where nothing is left. */
async function recognise(path: string, options: ReplayOptions, { io, terminal, interrupted }: CommandContext): Promise<ScannedFile[]> {
  const all = await findSessions(path);
  const chosen = options.latest === undefined ? all : newest(all, options.latest);
  const bar = createProgressBar(io, terminal, { monotonicMs: () => performance.now() });
  const scanned: ScannedFile[] = [];
  for (const [at, file] of chosen.entries()) {
    if (interrupted.aborted) throw new CommandError(EXIT.interrupted, 'Interrupted.');
    bar.update(at, chosen.length, `reading ${file.name}`);
    scanned.push(await scanFile(file, (read) => read.sessions.reduce((sum, session) => sum + splitTurns(session.events).length, 0), options.format));
  }
  bar.clear();
  const sessions = scanned.filter((file) => file.sessions > 0);
  if (sessions.length === 0) throw nothingRecognised(path, all.length, scanned);
  const others = scanned.length - sessions.length;
  if (others > 0) terminal.note(`${plural(others, 'file holds', 'files hold')} no session of a known format and ${others === 1 ? 'is' : 'are'} left out.`);
  if (chosen.length < all.length) terminal.note(`The ${plural(chosen.length, 'newest file')} of ${all.length}.`);
  return sessions;
}

function newest(files: readonly SessionFile[], count: number): SessionFile[] {
  const chosen = new Set(files.toSorted((a, b) => b.modifiedAt - a.modifiedAt).slice(0, count));
  return files.filter((file) => chosen.has(file));
}

function nothingRecognised(path: string, candidates: number, scanned: readonly ScannedFile[]): CommandError {
  const where = candidates === 0 ? `No .jsonl, .ndjson or .json file stands below ${path}.` : `${plural(candidates, 'file')} below ${path}, none a session of a known format.`;
  const reasons = scanned.flatMap((file) => file.skipped.slice(0, 1).map(({ line, reason }) => `  ${file.name}:${line} ${reason}`)).slice(0, 5);
  const advice = `Sessions of Claude Code stand in ~/.claude/projects, those of OpenClaw in ~/.openclaw/agents. Known formats: ${IMPORT_FORMATS.join(', ')}; name one with --format.`;
  return new CommandError(EXIT.notFound, [where, ...reasons].join('\n'), { code: 'nothing_recognised', advice });
}

type Step = 'replaying' | 'asking';

/** One step a window; probes are not known before they are made, so they take what is left of the last step of a file. */
function countSteps(files: readonly ScannedFile[]): { readonly total: number; take(what: Step): number } {
  const total = files.reduce((sum, file) => sum + file.turns + file.sessions, 0);
  let done = 0;
  return { total, take: (what) => (what === 'replaying' ? (done = Math.min(total, done + 1)) : done) };
}

/** The same service, counted, and stopping where the person at the terminal asks for it. */
function watched(target: EvaluationTarget, interrupted: AbortSignal, step: (what: Step) => void): EvaluationTarget {
  const count = <A, R>(what: Step, call: (request: A) => Promise<R>) => async (request: A): Promise<R> => {
    interrupted.throwIfAborted();
    const result = await call(request);
    step(what);
    return result;
  };
  const { retriever } = target;
  return {
    ...target,
    retriever: {
      ...retriever,
      assembleWindow: count('replaying', (request: Parameters<typeof retriever.assembleWindow>[0]) => retriever.assembleWindow(request)),
      recall: count('asking', (request: Parameters<typeof retriever.recall>[0]) => retriever.recall(request)),
    },
  };
}

