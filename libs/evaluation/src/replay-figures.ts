import type { ProbeOutcome } from './ask-probe.ts';
import { PROBE_KINDS, type ProbeKind } from './probes.ts';
import { latencyOf, mean, shareOf, type Interval, type Latency } from './ranking-measures.ts';
import type { ReplayedSession } from './replay-session.ts';
import { pullFrequencyOf, type PullFrequency } from './simulate-pulls.ts';
import { STRING_KINDS } from './string-kinds.ts';

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

/** Exact strings by the size of the event that holds them: one passage, inline, an artifact. */
export type SourceSize = 'upTo900Chars' | 'upTo4KChars' | 'longer';

function sizeOf(chars: number): SourceSize {
  return chars <= 900 ? 'upTo900Chars' : chars <= 4_096 ? 'upTo4KChars' : 'longer';
}

/** What figures are made of. */
export interface FigureParts {
  readonly sessions: readonly Omit<ReplayedSession, 'sources' | 'shown' | 'lastWindow'>[];
  readonly asked: readonly { readonly probe: AskedProbe; readonly outcome: ProbeOutcome }[];
  readonly skippedLines: number;
}

export function replayFigures({ sessions, asked, skippedLines }: FigureParts, seed: number): ReplayFigures {
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
