import type { ProbeOutcome } from './ask-probe.ts';
import { PROBE_KINDS, type ProbeKind } from './probes.ts';
import { latencyOf, mean, shareOf, type Interval, type Latency } from './ranking-measures.ts';
import type { MarkerRank, recurringTopics } from './rank-markers.ts';
import type { ReplayedSession } from './replay-session.ts';
import { pullFrequencyOf, type PullFrequency } from './simulate-pulls.ts';
import { STRING_KINDS } from './string-kinds.ts';

/** Shares over a group of probes; null where the group is empty. */
export interface ProbeShares {
  readonly n: number;
  /**
   * Share of probes whose string stands in an event among the first ten hits: the result of ranking, before packing.
   */
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
  /** Tokens of the last windows. */
  readonly tokensWindow: number;
  /** `tokensIn` divided by `tokensWindow`; null where there was no window. */
  readonly compactionRatio: number | null;
  readonly windows: number;
  readonly windowsOverBudget: number;
  readonly orphans: number;
  readonly invariantViolations: number;
  readonly violationsById: Readonly<Record<string, number>>;
  readonly refused: Readonly<Record<string, number>>;
  readonly windowUse: WindowUseFigures;
  readonly markerTexts: MarkerTextFigures;
  /** Figures for exact strings, which the bar applies to. The other kinds stand beside them. */
  readonly probes: ProbeShares & {
    readonly byKind: Readonly<Record<ProbeKind, ProbeShares>>;
    readonly bySourceSize: Readonly<Record<SourceSize, ProbeShares>>;
  };
  readonly pullFrequency: PullFrequency;
  /** Latency of recall. */
  readonly latencyMs: Latency;
  readonly assembleMs: Latency;
  readonly skippedLines: number;
}

/** Figures about compacted windows. Source: I-16, I-17, I-18. */
export interface WindowUseFigures {
  /** Number of model calls after the first compaction. */
  readonly calls: number;
  /** Median at those calls of rendered tokens divided by window less headroom. */
  readonly medianUse: number | null;
  /** Value that a tenth of those calls stay below. */
  readonly lowUse: number | null;
  readonly withoutRequest: number;
  /** Number of guarded entries that were shrunk, or not whole in a window. */
  readonly guardedShrunk: number;
  /** Number of compactions that evicted content which could have stayed. */
  readonly needless: number;
}

function windowUseOf(sessions: FigureParts['sessions'], violationsById: Readonly<Record<string, number>>): WindowUseFigures {
  const uses = sessions.flatMap((session) => session.use.uses).sort((a, b) => a - b);
  const at = (share: number) => uses[Math.min(uses.length - 1, Math.floor(share * uses.length))] ?? null;
  return {
    calls: uses.length,
    medianUse: at(0.5),
    lowUse: at(0.1),
    withoutRequest: sessions.reduce((sum, session) => sum + session.use.withoutRequest, 0),
    guardedShrunk: violationsById['I-17'] ?? 0,
    needless: violationsById['I-18'] ?? 0,
  };
}

/** Share of probes whose covering marker ranks first by its text, which shows whether markers tell where to look. */
export interface MarkerTextFigures {
  /** Number of probes of sessions with at least two markers. */
  readonly n: number;
  /** Means by every word of the event and by the probe's query, as in `MarkerRank`. */
  readonly firstByWords: number | null;
  readonly firstByQuery: number | null;
  /** The same of all evicted events with five words or more of such sessions, each asked with its words. */
  readonly events: number;
  readonly firstByWordsOfEvents: number | null;
  /**
   * Number of topics in files with three markers or more, and the share that more than half of their file's markers
   * hold.
   */
  readonly topics: number;
  readonly recurring: number | null;
}

function markerTextsOf({ asked, evicted, topics }: FigureParts): MarkerTextFigures {
  const ranks = asked.flatMap(({ markerRank }) => markerRank ?? []);
  const all = topics.reduce((sum, file) => sum + file.topics, 0);
  return {
    n: ranks.length,
    firstByWords: mean(ranks.map(({ byWords }) => byWords)),
    firstByQuery: mean(ranks.map(({ byQuery }) => byQuery)),
    events: evicted.length,
    firstByWordsOfEvents: mean(evicted),
    topics: all,
    recurring: all === 0 ? null : topics.reduce((sum, file) => sum + file.recurring, 0) / all,
  };
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

/** Size of the event that holds an exact string: one passage, inline, or an artifact. */
export type SourceSize = 'upTo900Chars' | 'upTo4KChars' | 'longer';

function sizeOf(chars: number): SourceSize {
  return chars <= 900 ? 'upTo900Chars' : chars <= 4_096 ? 'upTo4KChars' : 'longer';
}

/** Input of the figures. */
export interface FigureParts {
  readonly sessions: readonly Omit<ReplayedSession, 'sources' | 'shown' | 'lastWindow' | 'markerOf'>[];
  readonly asked: readonly { readonly probe: AskedProbe; readonly outcome: ProbeOutcome; readonly markerRank?: MarkerRank }[];
  readonly skippedLines: number;
  /** Rank by its words of the marker of each evicted event, as `rankEvicted` returns it. */
  readonly evicted: readonly number[];
  /** Topic counts of each file. */
  readonly topics: readonly ReturnType<typeof recurringTopics>[];
}

export function replayFigures(parts: FigureParts, seed: number): ReplayFigures {
  const { sessions, asked, skippedLines } = parts;
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
    windowUse: windowUseOf(sessions, violationsById),
    markerTexts: markerTextsOf(parts),
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
