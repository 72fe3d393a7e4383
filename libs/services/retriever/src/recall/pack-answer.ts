import {
  looksLikeInstruction,
  renderEvidence,
  selectPassages,
  type Evidence,
  type PackedRange,
  type RecallPassage,
} from '@total-recall/domain';
import type { TokenCounter } from '@total-recall/ports';
import { addStrings, reserveForStrings } from './add-strings.ts';
import type { LoadedSource } from './load-sources.ts';

export interface PackInput {
  readonly sources: readonly LoadedSource[];
  readonly budgetTokens: number;
  readonly family: string;
  readonly retrievalId: string;
  readonly session?: string;
  /** Lines above the evidence where the budget leaves room for them: what it is worth, and markers. */
  readonly preface?: readonly string[];
  readonly markers?: readonly string[];
}

export interface PackedAnswer {
  readonly passages: readonly RecallPassage[];
  readonly rendered: string;
  readonly tokens: number;
}

/** Tokens of the wrapper around all evidence. */
const FRAME_TOKENS = 60;
const ROUNDS = 6;
/** A smaller budget is for evidence alone. */
const PREFACED_FROM_TOKENS = 160;
/** An answer that leaves more than this share of its budget unused is packed again with better estimates. */
const WELL_FILLED = 0.94;

interface Attempt {
  readonly evidence: readonly Evidence[];
  readonly rendered: string;
  readonly tokens: number;
}

/**
 * Packs the answer to the token: selects by estimates, renders, counts what stands there, and closes in on the largest estimate whose
 * rendering fits. Never over the budget, unless the empty wrapper alone is.
 */
export async function packAnswer(tokens: TokenCounter, input: PackInput): Promise<PackedAnswer> {
  const attempt = (target: number): Promise<Attempt> => tryPacking(tokens, input, select(input.sources, target));
  let target = Math.max(1, input.budgetTokens - FRAME_TOKENS);
  let fits = 0;
  let tooMuch = Infinity;
  let best: Attempt | undefined;
  let before = '';
  for (let round = 0; round < ROUNDS; round++) {
    const tried = await attempt(target);
    const filled = Math.max(0.05, tried.tokens / input.budgetTokens);
    if (filled <= 1) {
      if (best === undefined || tried.tokens > best.tokens) best = tried;
      fits = Math.max(fits, target);
      if (filled >= WELL_FILLED || everythingIn(input.sources, tried.evidence)) break;
    } else tooMuch = Math.min(tooMuch, target);
    if (tooMuch - fits < 4 || tried.rendered === before) break;
    before = tried.rendered;
    const wanted = filled > 1 ? (target * 0.985) / filled : target * Math.min(2, 0.98 / filled);
    target = wanted > fits && wanted < tooMuch ? wanted : (fits + tooMuch) / 2;
  }
  const chosen = best ?? (await dropUntilItFits(tokens, input, select(input.sources, target)));
  const each =
    chosen.evidence.length === 0
      ? []
      : await tokens.count(
          input.family,
          chosen.evidence.map((piece) => piece.text),
        );
  const passages = chosen.evidence.map((piece, i): RecallPassage => ({
    ...piece,
    tokens: each[i]!,
    looksLikeInstruction: looksLikeInstruction(piece.text),
  }));
  return { passages, rendered: chosen.rendered, tokens: chosen.tokens };
}

function select(sources: readonly LoadedSource[], target: number): Evidence[] {
  if (sources.length === 0) return [];
  const reservedTokens = reserveForStrings(sources, target);
  const ranges = selectPassages(
    sources.map(({ source }) => source),
    { budgetTokens: Math.floor(target - reservedTokens) },
  );
  return addStrings(sources, evidenceOf(sources, ranges), { budgetTokens: target, reservedTokens });
}

function everythingIn(sources: readonly LoadedSource[], evidence: readonly Evidence[]): boolean {
  return sources.every(({ opened }) => opened.redacted || evidence.some((piece) => piece.eventId === opened.envelope.id && piece.complete));
}

async function dropUntilItFits(tokens: TokenCounter, input: PackInput, evidence: readonly Evidence[]): Promise<Attempt> {
  for (let kept = evidence.length - 1; kept > 0; kept = Math.floor(kept / 2)) {
    const tried = await tryPacking(tokens, input, evidence.slice(0, kept));
    if (tried.tokens <= input.budgetTokens) return tried;
  }
  return tryPacking(tokens, input, []);
}

async function tryPacking(
  tokens: TokenCounter,
  { sources, family, retrievalId, session, preface = [], markers = [], budgetTokens }: PackInput,
  evidence: readonly Evidence[],
): Promise<Attempt> {
  const rendered = renderEvidence(evidence, {
    retrievalId,
    ...(session === undefined ? {} : { session }),
    ...(budgetTokens >= PREFACED_FROM_TOKENS ? { preface, markers } : {}),
    lacksRoom: sources.length > 0,
  });
  const [total] = await tokens.count(family, [rendered]);
  return { evidence, rendered, tokens: total! };
}

function evidenceOf(sources: readonly LoadedSource[], ranges: readonly PackedRange[]): Evidence[] {
  const withheld = sources.filter(({ opened }) => opened.redacted).map((source) => describe(source, 0, 0, '', false));
  const shown = ranges.map((range) => {
    const source = sources[range.source]!;
    const text = source.pieces
      .filter((piece) => piece.fromByte >= range.fromByte && piece.toByte <= range.toByte)
      .map((piece) => piece.text)
      .join('');
    return describe(source, range.fromByte, range.toByte, text, range.fromByte === 0 && range.toByte === source.totalBytes);
  });
  return [...shown, ...withheld];
}

function describe({ opened, artifactId }: LoadedSource, fromByte: number, toByte: number, text: string, complete: boolean): Evidence {
  const { envelope, event, body } = opened;
  return {
    eventId: envelope.id,
    session: envelope.session,
    turn: event.accepted.turn,
    kind: envelope.kind,
    occurredAt: envelope.occurredAt,
    ...(body.meta.agent === undefined ? {} : { agent: body.meta.agent }),
    ...(artifactId === undefined ? {} : { artifactId }),
    fromByte,
    toByte,
    complete,
    text,
    ...(opened.supersededBy === undefined ? {} : { supersededBy: opened.supersededBy }),
    ...(opened.redacted ? { redacted: true } : {}),
    ...(opened.companionOf === undefined ? {} : { companionOf: opened.companionOf }),
  };
}
