export { arbitraryHistory, toRecords } from './arbitrary-history.ts';
export type { HistoryStep } from './arbitrary-history.ts';
export { compactionRecord, countRoughly, driveSession, fitRoughly } from './drive-session.ts';
export type { DrivenSession } from './drive-session.ts';
export { ADDRESS, foldAll, makeEntry, makeRecords, makeState, policyOf } from './make-session.ts';
export type { Said } from './make-session.ts';
export { anthropicProblems } from './anthropic-problems.ts';
export { openAiProblems } from './openai-problems.ts';
export type { ProviderProblem } from './provider-problems.ts';
