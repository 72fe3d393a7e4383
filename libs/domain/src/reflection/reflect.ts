import type { EventKind } from '../event/event-kind.ts';
import type { DemandFigures } from '../recall/demand/demand-figures.ts';

/** Counts of how often events of a kind came as evidence, and of how often an agent then used one. */
export interface KindUse {
  readonly kind: EventKind;
  readonly shown: number;
  readonly used: number;
}

/** Settings in force that a reflection may want changed. */
export interface ReflectedSettings {
  readonly triggerRatio: number;
  readonly targetRatio: number;
  readonly pullTokens: number;
  readonly pullMaxTokens: number;
  readonly forgetting: boolean;
  /** Absent where nothing is dropped by size. */
  readonly reconcilerBudgetTokens?: number;
}

/** Record of recall over a time: ids and numbers, never text. */
export interface ReflectionInput {
  readonly figures: Pick<
    DemandFigures,
    'modelTurns' | 'retrievals' | 'unanswered' | 'received' | 'evidence' | 'pullFrequency' | 'evidenceUseRate' | 'completeness'
  >;
  readonly kinds: readonly KindUse[];
  readonly sessions: readonly Pick<DemandFigures, 'key' | 'retrievals' | 'unanswered' | 'escalated'>[];
  readonly settings: ReflectedSettings;
}

/** Reason why a setting should change. */
export type ReflectionReason = 'pulls_often' | 'pulls_rarely' | 'finds_nothing' | 'leaves_much' | 'brings_unused';

export type Proposal = {
  readonly [K in keyof ReflectedSettings]-?: {
    readonly setting: K;
    readonly from: NonNullable<ReflectedSettings[K]>;
    readonly to: NonNullable<ReflectedSettings[K]>;
    readonly why: ReflectionReason;
  };
}[keyof ReflectedSettings];

export interface Reflection {
  /** False where too little was recalled to say anything. */
  readonly isEnough: boolean;
  /** Kinds whose events were used far more often than others when they came. */
  readonly kinds: readonly KindUse[];
  /** Sessions whose recalls often found nothing or had to try again, the worst first. */
  readonly sessions: readonly { readonly session: string; readonly retrievals: number; readonly missed: number }[];
  readonly proposals: readonly Proposal[];
}

/** Bounds of what is proposed, whatever the figures say. The numbers are ours. */
export const REFLECTION_BOUNDS = {
  recalls: 20,
  targetRatio: { from: 0.3, to: 0.7, step: 0.05 },
  /** Least distance of the target from the trigger. */
  freed: 0.15,
  pullTokensFrom: 256,
  reconcilerBudgetTokensTo: 1_000_000,
} as const;

const MUST_PULL = 0.3;
const HARDLY_PULLS = 0.02;
const MISSES_MUCH = 0.2;
const LEAST_USED = 0.1;
const LEAST_COMPLETE = 0.5;
const LISTED = 10;

/**
 * Reads the figures of recall, names what is found too rarely and proposes settings within bounds. Pure: the same figures
 * give the same proposals, at most one for a setting. Source: 000 §2.4, §8.3.
 */
export function reflect({ figures, kinds, sessions, settings }: ReflectionInput): Reflection {
  if (figures.retrievals < REFLECTION_BOUNDS.recalls) return { isEnough: false, kinds: [], sessions: [], proposals: [] };
  const proposed = [...ofCompaction(figures, settings), ...ofMisses(figures, settings), ...ofAnswers(figures, settings)];
  const proposals = proposed.filter(({ from, to }) => from !== to);
  return { isEnough: true, kinds: soughtKinds(kinds, figures.evidenceUseRate), sessions: weakSessions(sessions), proposals };
}

/** Keeps more where agents ask for much of what went, and less where they ask for hardly any. */
function ofCompaction(
  { pullFrequency, modelTurns }: ReflectionInput['figures'],
  { targetRatio: from, triggerRatio }: ReflectedSettings,
): Proposal[] {
  const { targetRatio: bounds, recalls, freed } = REFLECTION_BOUNDS;
  const highest = Math.min(bounds.to, triggerRatio - freed);
  const step = (by: number): number => Number(Math.min(Math.max(from + by, bounds.from), highest).toFixed(2));
  // A value outside of the bounds was set by somebody, and stays.
  if (pullFrequency === null || from < bounds.from || from > highest) return [];
  if (pullFrequency > MUST_PULL) return [{ setting: 'targetRatio', from, to: Math.max(from, step(bounds.step)), why: 'pulls_often' }];
  if (pullFrequency < HARDLY_PULLS && modelTurns >= 10 * recalls)
    return [{ setting: 'targetRatio', from, to: Math.min(from, step(-bounds.step)), why: 'pulls_rarely' }];
  return [];
}

/** Stops what lowers or drops events where recall finds nothing too often. */
function ofMisses(
  { unanswered, retrievals }: ReflectionInput['figures'],
  { forgetting, reconcilerBudgetTokens: from }: ReflectedSettings,
): Proposal[] {
  if (unanswered / retrievals <= MISSES_MUCH) return [];
  const to = from === undefined ? 0 : Math.max(from, Math.min(Math.round(from * 1.5), REFLECTION_BOUNDS.reconcilerBudgetTokensTo));
  return [
    ...(forgetting ? [{ setting: 'forgetting', from: true, to: false, why: 'finds_nothing' } as const] : []),
    ...(from === undefined ? [] : [{ setting: 'reconcilerBudgetTokens', from, to, why: 'finds_nothing' } as const]),
  ];
}

/** Makes answers longer where much of what matches finds no room, and shorter where hardly any of them is used. */
function ofAnswers(
  { completeness, evidenceUseRate, received }: ReflectionInput['figures'],
  { pullTokens: from, pullMaxTokens }: ReflectedSettings,
): Proposal[] {
  const isUsed = evidenceUseRate === null || evidenceUseRate >= LEAST_USED;
  if (completeness !== null && completeness < LEAST_COMPLETE && isUsed) {
    return [{ setting: 'pullTokens', from, to: Math.max(from, Math.min(Math.round(from * 1.25), pullMaxTokens)), why: 'leaves_much' }];
  }
  if (isUsed || received < REFLECTION_BOUNDS.recalls) return [];
  return [
    {
      setting: 'pullTokens',
      from,
      to: Math.min(from, Math.max(Math.round(from * 0.8), REFLECTION_BOUNDS.pullTokensFrom)),
      why: 'brings_unused',
    },
  ];
}

/** Kinds that are used at least twice as often as evidence as a whole; of five pieces or more, so that one says nothing. */
function soughtKinds(kinds: readonly KindUse[], useRate: number | null): KindUse[] {
  const usual = useRate ?? 0;
  return kinds
    .filter(({ shown, used }) => shown >= 5 && used / shown >= Math.max(0.2, 2 * usual))
    .toSorted((a, b) => b.used / b.shown - a.used / a.shown || (a.kind < b.kind ? -1 : 1));
}

function weakSessions(sessions: ReflectionInput['sessions']): Reflection['sessions'] {
  return sessions
    .map(({ key, retrievals, unanswered, escalated }) => ({
      session: key,
      retrievals,
      missed: Math.min(retrievals, unanswered + escalated),
    }))
    .filter(({ retrievals, missed }) => retrievals >= 5 && missed / retrievals >= 0.4)
    .toSorted((a, b) => b.missed / b.retrievals - a.missed / a.retrievals || (a.session < b.session ? -1 : 1))
    .slice(0, LISTED);
}
