import { importSession, type ImportedSession, type ImportResult } from '@total-recall/importers';
import { askProbe, type ProbeOutcome } from './ask-probe.ts';
import { consolidateAll } from './conversations/fill-stores.ts';
import type { EvaluationProgress, EvaluationTarget } from './evaluation-target.ts';
import { makeProbes, type ProbeLimits, type QuerySource, type ReplayProbe } from './probes.ts';
import { createTermWeights } from './query-terms.ts';
import { createMarkerRanking, rankEvicted, recurringTopics } from './rank-markers.ts';
import { replayFigures, type AskedProbe, type FigureParts, type ReplayFigures } from './replay-figures.ts';
import { replaySession, type ReplayedSession } from './replay-session.ts';
import { textOfEvent } from './session-events.ts';

export interface ReplayFile {
  readonly name: string;
  /** Reads the file's bytes, in any importable format. */
  read(): Uint8Array | Promise<Uint8Array>;
}

/** Sessions that need no import: generated traces. */
export interface ReplayTrace {
  readonly name: string;
  readonly sessions: readonly ImportedSession[];
}

export interface ReplayFileResult extends ReplayFigures {
  readonly file: string;
  readonly format: ImportResult['format'] | 'generated';
  readonly sha256: string;
  /** The first problems found, refused windows included. */
  readonly violations: readonly string[];
}

export interface ReplayResult extends ReplayFigures {
  readonly n: number;
  readonly config: {
    readonly windowTokens: number;
    readonly seed: number;
    readonly limits: ProbeLimits;
    readonly queryFrom: QuerySource;
    readonly consolidate: boolean;
  };
  readonly files: readonly ReplayFileResult[];
  readonly slowest: readonly AskedProbe[];
  readonly missed: readonly AskedProbe[];
}

export interface ReplayOptions {
  readonly windowTokens: number;
  readonly seed?: number;
  readonly limits?: ProbeLimits;
  readonly queryFrom?: QuerySource;
  /** Consolidates a space behind each of its sessions, so that windows of the next one show known facts. */
  readonly consolidate?: boolean;
  /** Names the spaces; must be new for every run. */
  readonly runName: string;
  readonly onProgress?: EvaluationProgress;
  /** Called after each file, so that a caller can show its sessions and windows. */
  readonly onFile?: (file: ReplayFileResult, sessions: readonly ReplayedSession[]) => void;
}

export const PROBE_LIMITS: ProbeLimits = { exact: 40, others: 10 };

/** Result of one file. Keeps figures, not events, so that many files fit in memory. */
interface FileRun {
  readonly result: ReplayFileResult;
  readonly figures: FigureParts;
}

/**
 * Replays session files of any importable format through append, windows and recall, and probes for evicted content.
 * Every file has its own space. A file that is no session gives a row with its skipped lines. Source: 002 A.9,
 * evaluation.md.
 */
export async function runReplay(
  target: EvaluationTarget,
  files: readonly (ReplayFile | ReplayTrace)[],
  options: ReplayOptions,
): Promise<ReplayResult> {
  const seed = options.seed ?? 1;
  const limits = options.limits ?? PROBE_LIMITS;
  const runs: FileRun[] = [];
  for (const [at, file] of files.entries()) {
    options.onProgress?.(at, files.length, file.name);
    runs.push(await replayFile(target, file, { ...options, seed, limits }, `${options.runName}.${at + 1}`));
  }
  options.onProgress?.(files.length, files.length, 'done');
  const all: FigureParts = {
    sessions: runs.flatMap((run) => run.figures.sessions),
    asked: runs.flatMap((run) => run.figures.asked),
    skippedLines: runs.reduce((sum, run) => sum + run.figures.skippedLines, 0),
    evicted: runs.flatMap((run) => run.figures.evicted),
    topics: runs.flatMap((run) => run.figures.topics),
  };
  const asked = all.asked.map(({ probe }) => probe);
  return {
    ...replayFigures(all, seed),
    n: files.length,
    config: {
      windowTokens: options.windowTokens,
      seed,
      limits,
      queryFrom: options.queryFrom ?? 'event',
      consolidate: options.consolidate ?? false,
    },
    files: runs.map((run) => run.result),
    slowest: asked.toSorted((a, b) => b.slowestMs - a.slowestMs).slice(0, 10),
    missed: asked.filter((probe) => !probe.hop2),
  };
}

async function replayFile(
  target: EvaluationTarget,
  file: ReplayFile | ReplayTrace,
  options: ReplayOptions & { seed: number; limits: ProbeLimits },
  space: string,
): Promise<FileRun> {
  const imported = await sessionsOf(file);
  await target.configure({ space }, { windowTokens: options.windowTokens });
  const sessions: ReplayedSession[] = [];
  for (const session of imported.sessions) {
    sessions.push(await replaySession(target, { tenant: target.tenant, space, session: session.session }, session));
    if (options.consolidate) await consolidateAll(target, [space]);
  }
  const asked = await probeSessions(target, file.name, sessions, options);
  const figures: FigureParts = {
    sessions: sessions.map(withoutTexts),
    asked,
    skippedLines: imported.skippedLines,
    evicted: sessions.flatMap((session) => rankEvicted(target.analyser, session)),
    topics: [recurringTopics(sessions.flatMap((session) => session.markers))],
  };
  const result: ReplayFileResult = {
    ...replayFigures(figures, options.seed),
    file: file.name,
    format: imported.format,
    sha256: imported.sha256,
    violations: sessions
      .flatMap((session) => [
        ...session.violations.map((violation) => `${violation.id} ${session.address.session}: ${violation.what}`),
        ...session.refusals.map((refusal) => `${session.address.session}: ${refusal}`),
      ])
      .slice(0, 20),
  };
  options.onFile?.(result, sessions);
  return { result, figures };
}

async function sessionsOf(
  file: ReplayFile | ReplayTrace,
): Promise<Pick<ImportResult, 'sessions' | 'skippedLines'> & { format: ReplayFileResult['format']; sha256: string }> {
  if ('sessions' in file) return { sessions: file.sessions, skippedLines: 0, format: 'generated', sha256: '' };
  return importSession({ name: file.name, bytes: await file.read() });
}

function withoutTexts({
  sources: _sources,
  shown: _shown,
  lastWindow: _lastWindow,
  markerOf: _markerOf,
  ...rest
}: ReplayedSession): FigureParts['sessions'][number] {
  return rest;
}

async function probeSessions(
  target: EvaluationTarget,
  file: string,
  sessions: readonly ReplayedSession[],
  options: { seed: number; limits: ProbeLimits; queryFrom?: QuerySource },
): Promise<FigureParts['asked']> {
  const sources = sessions.flatMap((session) => session.sources);
  if (!sources.some((source) => source.evicted)) return [];
  const weights = createTermWeights(
    target.analyser,
    sources.map((source) => textOfEvent(source.event)),
  );
  const bySession = new Map(sessions.map((session) => [session.address.session, session]));
  const texts = new Map(sources.map((source) => [source.eventId, source]));
  const probes = makeProbes(sources, {
    weights,
    seed: `replay ${options.seed} ${file}`,
    limits: options.limits,
    queryFrom: options.queryFrom,
    shownIn: (session) => bySession.get(session)?.shown ?? '',
  });
  const asked: FigureParts['asked'][number][] = [];
  const rankings = new Map(sessions.map(({ address, markers }) => [address.session, createMarkerRanking(target.analyser, markers)]));
  for (const probe of probes) {
    const { address, markers, markerOf } = bySession.get(probe.session)!;
    const textOf = (id: string) => {
      const source = texts.get(id);
      return source && textOfEvent(source.event);
    };
    const outcome = await askProbe(target, probe, { address, weights, markers, textOf });
    const covering = markerOf.get(probe.eventId);
    const markerRank =
      covering === undefined
        ? undefined
        : rankings.get(probe.session)?.(covering, { words: textOf(probe.eventId) ?? '', query: probe.query });
    asked.push({ probe: askedProbe(file, probe, outcome), outcome, ...(markerRank && { markerRank }) });
  }
  return asked;
}

function askedProbe(file: string, probe: ReplayProbe, outcome: ProbeOutcome): AskedProbe {
  const { session, eventId, kind, needle, query, sourceChars } = probe;
  return {
    file,
    session,
    eventId,
    kind,
    needle,
    query,
    sourceChars,
    secondQuery: outcome.secondQuery,
    hop1: outcome.hop1,
    hop2: outcome.hop2,
    slowestMs: Math.max(...outcome.latenciesMs),
  };
}
