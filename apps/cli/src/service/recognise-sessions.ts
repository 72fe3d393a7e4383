import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { generateTraces, splitTurns, type ReplayFile, type ReplayTrace } from '@total-recall/evaluation';
import { IMPORT_FORMATS, type ImportFormat } from '@total-recall/importers';
import { createSystemClock } from '@total-recall/runtime';
import type { CommandContext } from '../command-context.ts';
import { CommandError, EXIT } from '../exit-code.ts';
import { plural } from '../output/format-number.ts';
import { createProgressBar } from '../output/progress-bar.ts';
import { oneLine } from '../output/text-width.ts';
import { findSessions, scanFile, TOO_LARGE, type ScannedFile, type SessionFile } from './find-sessions.ts';

/** Input of a replay. */
export interface ReplayInput {
  readonly name: string;
  readonly files: readonly (ReplayFile | ReplayTrace)[];
  readonly scanned: readonly ScannedFile[];
  /** Number of windows to assemble, the unit of progress. */
  readonly windows: number;
  /** Hash of the file, or of the names and hashes of several files. */
  readonly sha256: string | null;
}

const DEMO = { traces: 1, requests: 15 } as const;

/** Generates agent runs from a seed. */
export function generatedInput(seed: number): ReplayInput {
  const traces = generateTraces({ seed, ...DEMO });
  const windows = traces.flatMap((trace) => trace.sessions).reduce((sum, session) => sum + splitTurns(session.events).length + 1, 0);
  return { name: `generated, seed ${seed}`, files: traces, scanned: [], windows, sha256: null };
}

/** Returns the files below a path that hold sessions. Reports what was left out and fails when nothing is left. */
export async function recogniseSessions(
  path: string,
  options: { latest?: number; format?: ImportFormat },
  { io, terminal, interrupted }: CommandContext,
): Promise<ReplayInput> {
  const all = await findSessions(path, ({ name }) => terminal.note(`Left out: ${oneLine(name)} (${TOO_LARGE})`));
  const chosen = options.latest === undefined ? all : newest(all, options.latest);
  const bar = createProgressBar(io, terminal, createSystemClock());
  const scanned: ScannedFile[] = [];
  for (const [at, file] of chosen.entries()) {
    if (interrupted.aborted) throw new CommandError(EXIT.interrupted, 'Interrupted.');
    bar.update(at, chosen.length, `reading ${file.name}`);
    scanned.push(
      await scanFile(
        file,
        (read) => read.sessions.reduce((sum, session) => sum + splitTurns(session.events).length + 1, 0),
        options.format,
      ),
    );
  }
  bar.clear();
  const kept = scanned.filter((file) => file.sessions > 0);
  if (kept.length === 0) throw nothingRecognised(path, all.length, scanned);
  const others = scanned.length - kept.length;
  if (others > 0)
    terminal.note(
      `${plural(others, 'file contains', 'files contain')} no session of a known format and ${others === 1 ? 'is' : 'are'} left out.`,
    );
  if (chosen.length < all.length) terminal.note(`Replaying only the ${plural(chosen.length, 'file')} of ${all.length} changed last.`);
  return {
    name: path,
    files: kept.map((file) => ({ name: file.name, read: () => readFile(file.path) })),
    scanned: kept,
    windows: kept.reduce((sum, file) => sum + file.turns, 0),
    sha256: hashOf(kept),
  };
}

function hashOf(files: readonly ScannedFile[]): string {
  if (files.length === 1) return files[0]!.sha256;
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file.sha256}  ${file.name}\n`);
  return hash.digest('hex');
}

function newest(files: readonly SessionFile[], count: number): SessionFile[] {
  const chosen = new Set(files.toSorted((a, b) => b.modifiedAt - a.modifiedAt).slice(0, count));
  return files.filter((file) => chosen.has(file));
}

function nothingRecognised(path: string, candidates: number, scanned: readonly ScannedFile[]): CommandError {
  const where =
    candidates === 0
      ? `There is no .jsonl, .ndjson or .json file in ${path}.`
      : `Found ${plural(candidates, 'file')} in ${path}, but no session of a known format.`;
  const reasons = scanned
    .flatMap((file) => file.skipped.slice(0, 1).map(({ line, reason }) => `  ${oneLine(file.name)}:${line} ${oneLine(reason)}`))
    .slice(0, 5);
  const advice = `Claude Code keeps sessions in ~/.claude/projects, OpenClaw in ~/.openclaw/agents. Known formats: ${IMPORT_FORMATS.join(', ')}; name one with --format. For a generated session: total-recall replay --demo`;
  return new CommandError(EXIT.notFound, [where, ...reasons].join('\n'), { code: 'nothing_recognised', advice });
}
