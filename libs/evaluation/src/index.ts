export type { EvaluationProgress, EvaluationTarget } from './evaluation-target.ts';
export {
  allAt,
  anyAt,
  bootstrapInterval,
  fractionAt,
  latencyOf,
  mean,
  ndcgAt,
  percentile,
  reciprocalRank,
  shareOf,
} from './ranking-measures.ts';
export type { Interval, Latency, RankedQuestion, Share } from './ranking-measures.ts';
export { createSeededRandom } from './seeded-random.ts';
export type { SeededRandom } from './seeded-random.ts';
export { generateNeedles, NEEDLE_PATTERNS, NEEDLE_TYPES } from './generate-needles.ts';
export type { Needle, NeedlePreset, NeedleRun, NeedleTrace, NeedleType, NeverPlanted } from './generate-needles.ts';
export { runNeedles } from './run-needles.ts';
export type { NeedleShares, NeedlesResult } from './run-needles.ts';
export { generateTraces, resolveReferences } from './generate-traces.ts';
export type { GeneratedTrace } from './generate-traces.ts';
export { PROBE_KINDS } from './probes.ts';
export type { ProbeKind, ProbeLimits, QuerySource, ReplayProbe } from './probes.ts';
export { replaySession } from './replay-session.ts';
export type { ReplayedSession } from './replay-session.ts';
export { PROBE_LIMITS, runReplay } from './run-replay.ts';
export type {
  AskedProbe,
  ProbeShares,
  ReplayFigures,
  ReplayFile,
  ReplayFileResult,
  ReplayOptions,
  ReplayResult,
  ReplayTrace,
  SourceSize,
} from './run-replay.ts';
export { splitTurns } from './split-turns.ts';
export { runBeam, runLocomo, runLongMemEval } from './conversations/run-conversations.ts';
export type { ConversationOptions, ConversationResult, GroupFigures } from './conversations/run-conversations.ts';
export type { AblatedRanking } from './conversations/ablate-ranking.ts';
export type { BeamChat } from './conversations/read-beam.ts';
export { DataSetFormError } from './conversations/json-fields.ts';
export type { RankingFigures, RankingIntervals, RankingMeasure, ScoredQuestion } from './conversations/score-answers.ts';
