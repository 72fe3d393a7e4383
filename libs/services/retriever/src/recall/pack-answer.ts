import { looksLikeInstruction, renderEvidence, selectPassages, type Evidence, type PackedRange, type RecallPassage } from '@total-recall/domain';
import type { TokenCounter } from '@total-recall/ports';
import type { LoadedSource } from './load-sources.ts';

export interface PackInput {
  readonly sources: readonly LoadedSource[];
  readonly budgetTokens: number;
  readonly family: string;
  readonly retrievalId: string;
  readonly session?: string;
}

export interface PackedAnswer {
  readonly passages: readonly RecallPassage[];
  readonly rendered: string;
  readonly tokens: number;
}

/** Tokens of the wrapper around all evidence. */
const FRAME_TOKENS = 60;
const ROUNDS = 4;
/** An answer that leaves more than this share of its budget unused is packed again with better estimates. */
const WELL_FILLED = 0.92;

/**
 * Packs the answer to the token: selects by estimates, renders, counts what stands there, and corrects the estimates until the rendering
 * fits. Never over the budget, unless the empty wrapper alone is.
 */
export async function packAnswer(tokens: TokenCounter, input: PackInput): Promise<PackedAnswer> {
  let target = Math.max(0, input.budgetTokens - FRAME_TOKENS);
  let best: PackedAnswer | undefined;
  let before = '';
  for (let round = 0; round < ROUNDS; round++) {
    const evidence = input.sources.length === 0 ? [] : evidenceOf(input.sources, selectPassages(input.sources.map(({ source }) => source), { budgetTokens: Math.floor(target) }));
    const answer = await count(tokens, input, evidence);
    if (answer.tokens <= input.budgetTokens && (best === undefined || answer.tokens > best.tokens)) best = answer;
    if (answer.rendered === before || evidence.length === 0) break;
    before = answer.rendered;
    const filled = answer.tokens / input.budgetTokens;
    if (filled <= 1 && (filled >= WELL_FILLED || everythingIn(input.sources, evidence))) break;
    target *= filled > 1 ? 0.985 / filled : Math.min(1.6, 0.97 / filled);
  }
  return best ?? dropUntilItFits(tokens, input, evidenceOf(input.sources, selectPassages(input.sources.map(({ source }) => source), { budgetTokens: Math.floor(target) })));
}

function everythingIn(sources: readonly LoadedSource[], evidence: readonly Evidence[]): boolean {
  return sources.every(({ opened }) => evidence.some((piece) => piece.eventId === opened.envelope.id && piece.complete));
}

async function dropUntilItFits(tokens: TokenCounter, input: PackInput, evidence: readonly Evidence[]): Promise<PackedAnswer> {
  for (let kept = evidence.length - 1; kept > 0; kept = Math.floor(kept / 2)) {
    const answer = await count(tokens, input, evidence.slice(0, kept));
    if (answer.tokens <= input.budgetTokens) return answer;
  }
  return count(tokens, input, []);
}

async function count(tokens: TokenCounter, { family, retrievalId, session }: PackInput, evidence: readonly Evidence[]): Promise<PackedAnswer> {
  const rendered = renderEvidence(evidence, { retrievalId, ...(session === undefined ? {} : { session }) });
  const [total, ...each] = await tokens.count(family, [rendered, ...evidence.map((piece) => piece.text)]);
  const passages = evidence.map((piece, i): RecallPassage => ({ ...piece, tokens: each[i]!, looksLikeInstruction: looksLikeInstruction(piece.text) }));
  return { passages, rendered, tokens: total! };
}

function evidenceOf(sources: readonly LoadedSource[], ranges: readonly PackedRange[]): Evidence[] {
  const withheld = sources.filter(({ opened }) => opened.redacted).map((source) => describe(source, 0, 0, '', false));
  const shown = ranges.map((range) => {
    const source = sources[range.source]!;
    const text = source.pieces.filter((piece) => piece.fromByte >= range.fromByte && piece.toByte <= range.toByte).map((piece) => piece.text).join('');
    return describe(source, range.fromByte, range.toByte, text, range.fromByte === 0 && range.toByte === source.totalBytes);
  });
  return [...shown, ...withheld];
}

function describe({ opened, artifactId }: LoadedSource, fromByte: number, toByte: number, text: string, complete: boolean): Evidence {
  const { envelope, event, body } = opened;
  return {
    eventId: envelope.id, session: envelope.session, turn: event.accepted.turn, kind: envelope.kind, occurredAt: envelope.occurredAt,
    ...(body.meta.agent === undefined ? {} : { agent: body.meta.agent }),
    ...(artifactId === undefined ? {} : { artifactId }),
    fromByte, toByte, complete, text,
    ...(opened.supersededBy === undefined ? {} : { supersededBy: opened.supersededBy }),
    ...(opened.redacted ? { redacted: true } : {}),
  };
}
