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
export type { NeedleShares, NeedlesResult } from './summarise-needles.ts';
export { generateTraces, resolveReferences } from './generate-traces.ts';
export { appendInOrder, type EventAppender } from './session-events.ts';
export type { GeneratedTrace } from './generate-traces.ts';
export { PROBE_KINDS } from './probes.ts';
export type { ProbeKind, ProbeLimits, QuerySource, ReplayProbe } from './probes.ts';
export { replaySession } from './replay-session.ts';
export type { ReplayedSession } from './replay-session.ts';
export { PROBE_LIMITS, runReplay } from './run-replay.ts';
export type { ReplayFile, ReplayFileResult, ReplayOptions, ReplayResult, ReplayTrace } from './run-replay.ts';
export type { AskedProbe, ProbeShares, ReplayFigures, SourceSize } from './replay-figures.ts';
export { splitTurns } from './split-turns.ts';
export { runBeam, runConfidence, runLocomo, runLongMemEval } from './conversations/run-conversations.ts';
export type { ConversationOptions, ConversationResult, GroupFigures } from './conversations/run-conversations.ts';
export type { AblatedRanking } from './conversations/ablate-ranking.ts';
export type { BeamChat } from './conversations/read-beam.ts';
export { DataSetFormError } from './conversations/json-fields.ts';
export type { RankingFigures, RankingIntervals, RankingMeasure, ScoredQuestion } from './conversations/score-answers.ts';
export { ABLATED_FACTORS, ABLATION_CONDITIONS, conditionName } from './ablation/ablation-conditions.ts';
export type { AblatedFactor, AblationCondition, RecallVariant } from './ablation/ablation-conditions.ts';
export { ABLATION_MEASURES } from './ablation/ablation-measures.ts';
export type { AblationAnswer, AblationFigures, AblationMeasure } from './ablation/ablation-measures.ts';
export { conditioningMaterial } from './ablation/conditioning-material.ts';
export type { ConditioningMaterial } from './ablation/conditioning-material.ts';
export { ABLATION_SIZE, generateAblation } from './ablation/generate-ablation.ts';
export type { AblationSize } from './ablation/generate-ablation.ts';
export type { AblationTrace } from './ablation/ablation-trace.ts';
export type { Hypothesis } from './ablation/judge-hypotheses.ts';
export { runAblation } from './ablation/run-ablation.ts';
export type { AblationOptions, AblationTarget } from './ablation/run-ablation.ts';
export type { AblationGroup, ConditionResult } from './ablation/group-conditions.ts';
export { summariseAblation } from './ablation/summarise-ablation.ts';
export type { AblationResult } from './ablation/summarise-ablation.ts';
export type { GateFigure, GateFigures } from './gate/gate-figure.ts';
export { judgeGate, passesGate } from './gate/judge-gate.ts';
export type { GateVerdict } from './gate/judge-gate.ts';
export { GATE_PARTS, measureGate } from './gate/measure-gate.ts';
export type { GateOptions, GatePart } from './gate/measure-gate.ts';
export { generateConfidenceSet } from './confidence/generate-confidence-set.ts';
export type { ConfidencePart, ConfidenceSetOptions } from './confidence/generate-confidence-set.ts';
export { collectExamples } from './confidence/collect-examples.ts';
export { collectAnswerExamples } from './confidence/collect-answer-examples.ts';
export type { AnswerExample } from './confidence/collect-examples.ts';
export type { ConfidenceReport } from './conversations/report-confidence.ts';
export type { Reliability } from './confidence/confidence-figures.ts';
export { calibrate } from './confidence/calibrate.ts';
export { ANSWER_KINDS } from './answers/answer-set.ts';
export type { AnswerHalf, AnswerKind, AnswerSet } from './answers/answer-set.ts';
export type { AnswerFigures, ScoredAnswer } from './answers/answer-figures.ts';
export { answerSetOf } from './answers/answer-set-of.ts';
export { generateAnswers } from './answers/generate-answers.ts';
export { readQuestionFile, writtenAnswerSet } from './answers/question-file.ts';
export type { SessionsOfFile, WrittenQuestion } from './answers/question-file.ts';
export { runAnswers } from './answers/run-answers.ts';
export type { AnswersOptions, AnswersResult } from './answers/run-answers.ts';
