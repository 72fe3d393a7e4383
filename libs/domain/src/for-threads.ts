// Threads of stores and of the embedder import what they need from here, not from `index.ts`: the whole domain
// would cost each of them some 100 ms at a start, and its memory.
export { sessionKey } from './event/address.ts';
export { NO_MARKS } from './log/marks.ts';
export { segmentsOfRows, type LineCuts } from './recall/cut-rows.ts';
export { NO_DEMAND } from './recall/demand/demand-figures.ts';
export { NO_LINE } from './recall/kept-tokens.ts';
export { inverseDocumentFrequency } from './recall/ranking/bm25.ts';
export { createTokenMatching, joinRuns, lineRuns, rarityWeights, type TokenMatching } from './recall/token-match.ts';
export type { TokenMatrix } from './recall/late-interaction.ts';
export { quantiseRows } from './recall/quantise-vector.ts';
