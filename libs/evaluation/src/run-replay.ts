import { importSession, type ImportedSession, type ImportResult } from '@total-recall/importers';
import { askProbe, type ProbeOutcome } from './ask-probe.ts';
import type { EvaluationProgress, EvaluationTarget } from './evaluation-target.ts';
import { makeProbes, PROBE_KINDS, type ProbeKind, type ProbeLimits, type QuerySource, type ReplayProbe } from './probes.ts';
import { createTermWeights } from './query-terms.ts';
import { latencyOf, mean, shareOf, type Interval, type Latency } from './ranking-measures.ts';
import { replaySession, type ReplayedSession } from './replay-session.ts';
import { pullFrequencyOf, type PullFrequency } from './simulate-pulls.ts';
import { createSeededRandom } from './seeded-random.ts';
import { textOfEvent } from './session-events.ts';
import { STRING_KINDS } from './string-kinds.ts';

export interface ReplayFile {
  readonly name: string;
  /** The file's bytes, in any importable format. */
  read(): Uint8Array | Promise<Uint8Array>;
}

/** Sessions that are there already: generated traces. */
export interface ReplayTrace {
  readonly name: string;
  readonly sessions: readonly ImportedSession[];
}

/** Shares of a group of probes; null where there was nothing to ask. */
export interface ProbeShares {
  readonly n: number;
  /** The string stands in an event among the first ten hits: what ranking gave, before packing. */
  readonly recallAt10: number | null;
  readonly hop1: number | null;
  readonly hop2: number | null;
  readonly falseRecall: number | null;
  readonly tokenPrecision: number | null;
  readonly hop1Interval: Interval | null;
  readonly hop2Interval: Interval | null;
}

export interface ReplayFigures {
  readonly sessions: number;
  readonly events: number;
  readonly turns: number;
  readonly artifacts: number;
  readonly compactions: number;
  readonly markers: number;
  readonly tokensIn: number;
  /** Of the last windows. */
  readonly tokensWindow: number;
  /** tokensIn over tokensWindow; null where there was no window. */
  readonly compactionRatio: number | null;
  readonly windows: number;
  readonly windowsOverBudget: number;
  readonly orphans: number;
  readonly invariantViolations: number;
  readonly violationsById: Readonly<Record<string, number>>;
  readonly refused: Readonly<Record<string, number>>;
  /** Exact strings: the figure with a bar. The other kinds stand beside it. */
  readonly probes: ProbeShares & {
    readonly byKind: Readonly<Record<ProbeKind, ProbeShares>>;
    readonly bySourceSize: Readonly<Record<SourceSize, ProbeShares>>;
  };
  readonly pullFrequency: PullFrequency;
  /** Of recall. */
  readonly latencyMs: Latency;
  readonly assembleMs: Latency;
  readonly skippedLines: number;
}

export interface AskedProbe {
  readonly file: string;
  readonly session: string;
  readonly eventId: string;
  readonly kind: ProbeKind;
  readonly needle: string;
  readonly query: string;
  readonly secondQuery?: string;
  readonly hop1: boolean;
  readonly hop2: boolean;
  readonly sourceChars: number;
  readonly slowestMs: number;
}

export interface ReplayFileResult extends ReplayFigures {
  readonly file: string;
  readonly format: ImportResult['format'] | 'generated';
  readonly sha256: string;
  /** The first of what was found wrong, refused windows included. */
  readonly violations: readonly string[];
}

export interface ReplayResult extends ReplayFigures {
  readonly n: number;
  readonly config: { readonly windowTokens: number; readonly seed: number; readonly limits: ProbeLimits; readonly queryFrom: QuerySource };
  readonly files: readonly ReplayFileResult[];
  readonly slowest: readonly AskedProbe[];
  readonly missed: readonly AskedProbe[];
}

export interface ReplayOptions {
  readonly windowTokens: number;
  readonly seed?: number;
  readonly limits?: ProbeLimits;
  readonly queryFrom?: QuerySource;
  /** Spaces are named after it; a new run takes a new one. */
  readonly runName: string;
  readonly onProgress?: EvaluationProgress;
  /** Called with each file as it is done, so that a caller can show sessions and windows. */
  readonly onFile?: (file: ReplayFileResult, sessions: readonly ReplayedSession[]) => void;
}

export const PROBE_LIMITS: ProbeLimits = { exact: 40, others: 10 };

/** Exact strings by the size of the event that holds them: one passage, inline, an artifact. */
export type SourceSize = 'upTo900Chars' | 'upTo4KChars' | 'longer';

function sizeOf(chars: number): SourceSize {
  return chars <= 900 ? 'upTo900Chars' : chars <= 4_096 ? 'upTo4KChars' : 'longer';
}

/** What one file gave: kept by number, not by event, so that many files fit in memory. */
interface FileRun {
  readonly result: ReplayFileResult;
  readonly figures: FigureParts;
}

interface FigureParts {
  readonly sessions: readonly Omit<ReplayedSession, 'sources' | 'shown' | 'lastWindow'>[];
  readonly asked: readonly { readonly probe: AskedProbe; readonly outcome: ProbeOutcome }[];
  readonly skippedLines: number;
}

/**
 * Replays session files of any importable format through append, windows and recall, and probes what was evicted. Every file has a
 * space of its own. A file that is no session gives a row with its skipped lines. Source: 002 A.9, evaluation.md.
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
  };
  const asked = all.asked.map(({ probe }) => probe);
  return {
    ...figuresOf(all, seed),
    n: files.length,
    config: { windowTokens: options.windowTokens, seed, limits, queryFrom: options.queryFrom ?? 'event' },
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
  for (const session of imported.sessions)
    sessions.push(await replaySession(target, { tenant: target.tenant, space, session: session.session }, session));
  const asked = await probeSessions(target, file.name, sessions, options);
  const figures: FigureParts = { sessions: sessions.map(withoutTexts), asked, skippedLines: imported.skippedLines };
  const result: ReplayFileResult = {
    ...figuresOf(figures, options.seed),
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
  const random = createSeededRandom(`replay ${options.seed} ${file}`);
  const probes = makeProbes(sources, {
    weights,
    random,
    limits: options.limits,
    queryFrom: options.queryFrom,
    shownIn: (session) => bySession.get(session)?.shown ?? '',
  });
  const asked: { probe: AskedProbe; outcome: ProbeOutcome }[] = [];
  for (const probe of probes) {
    const { address, markers } = bySession.get(probe.session)!;
    const textOf = (id: string) => {
      const source = texts.get(id);
      return source && textOfEvent(source.event);
    };
    const outcome = await askProbe(target, probe, { address, weights, markers, textOf });
    asked.push({ probe: askedProbe(file, probe, outcome), outcome });
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

function figuresOf({ sessions, asked, skippedLines }: FigureParts, seed: number): ReplayFigures {
  const sum = (pick: (session: FigureParts['sessions'][number]) => number) => sessions.reduce((total, session) => total + pick(session), 0);
  const tokensIn = sum((session) => session.tokensIn);
  const tokensWindow = sum((session) => session.tokensWindow);
  const violationsById: Record<string, number> = {};
  const refused: Record<string, number> = {};
  for (const session of sessions) {
    for (const { id } of session.violations) violationsById[id] = (violationsById[id] ?? 0) + 1;
    for (const [code, count] of Object.entries(session.refused)) refused[code] = (refused[code] ?? 0) + count;
  }
  const ofKinds = (kinds: readonly ProbeKind[]) =>
    sharesOf(
      asked.filter(({ probe }) => kinds.includes(probe.kind)).map(({ outcome }) => outcome),
      seed,
    );
  const ofSize = (size: SourceSize) =>
    sharesOf(
      asked
        .filter(({ probe }) => (STRING_KINDS as readonly ProbeKind[]).includes(probe.kind) && sizeOf(probe.sourceChars) === size)
        .map(({ outcome }) => outcome),
      seed,
    );
  return {
    sessions: sessions.length,
    events: sum((session) => session.events),
    turns: sum((session) => session.turns),
    artifacts: sum((session) => session.artifacts),
    compactions: sum((session) => session.compactions),
    markers: sum((session) => session.markers.length),
    tokensIn,
    tokensWindow,
    compactionRatio: tokensWindow === 0 ? null : tokensIn / tokensWindow,
    windows: sum((session) => session.windows),
    windowsOverBudget: sum((session) => session.windowsOverBudget),
    orphans: sum((session) => session.orphans),
    invariantViolations: sum((session) => session.violations.length),
    violationsById,
    refused,
    probes: {
      ...ofKinds(STRING_KINDS),
      byKind: Object.fromEntries(PROBE_KINDS.map((kind) => [kind, ofKinds([kind])])) as Record<ProbeKind, ProbeShares>,
      bySourceSize: { upTo900Chars: ofSize('upTo900Chars'), upTo4KChars: ofSize('upTo4KChars'), longer: ofSize('longer') },
    },
    pullFrequency: pullFrequencyOf(sessions, seed),
    latencyMs: latencyOf(asked.flatMap(({ outcome }) => outcome.latenciesMs)),
    assembleMs: latencyOf(sessions.flatMap((session) => session.assembleMs)),
    skippedLines,
  };
}

function sharesOf(outcomes: readonly ProbeOutcome[], seed: number): ProbeShares {
  const hop1 = shareOf(
    outcomes.map((outcome) => outcome.hop1),
    seed,
  );
  const hop2 = shareOf(
    outcomes.map((outcome) => outcome.hop2),
    seed,
  );
  return {
    n: outcomes.length,
    recallAt10: mean(outcomes.map((outcome) => Number(outcome.recallAt10))),
    hop1: hop1.mean,
    hop2: hop2.mean,
    falseRecall: mean(outcomes.map((outcome) => Number(outcome.falseRecall))),
    tokenPrecision: mean(outcomes.flatMap((outcome) => (outcome.precision === null ? [] : [outcome.precision]))),
    hop1Interval: hop1.interval,
    hop2Interval: hop2.interval,
  };
}
