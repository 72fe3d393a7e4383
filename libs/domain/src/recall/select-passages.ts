import type { EventKind } from '../event/event-kind.ts';

/** An event that may be packed, or one of its artifacts; its pieces in text order. Terms and pieces are looked at only where they matter. */
export interface EvidenceSource {
  readonly eventId: string;
  readonly artifactId?: string;
  readonly kind: EventKind;
  /** The score of the ranking, in deviations. */
  readonly score: number;
  /** Terms for the overlap with what is packed already. */
  readonly terms: ReadonlySet<string>;
  readonly pieces: readonly EvidencePiece[];
  /** Tokens of its wrapper. */
  readonly overheadTokens: number;
}

export interface EvidencePiece {
  readonly fromByte: number;
  readonly toByte: number;
  readonly tokens: number;
  readonly weight: number;
}

/** A range of a source that is packed; `source` is its place in the input. */
export interface PackedRange {
  readonly source: number;
  readonly fromByte: number;
  readonly toByte: number;
  readonly tokens: number;
}

export interface SelectOptions {
  readonly budgetTokens: number;
  /** 0.7: relevance against novelty. Source: 002 A.2b. */
  readonly lambda?: number;
  /** Share of the budget a kind may take while others wait. */
  readonly quotas?: Partial<Record<EventKind, number>>;
}

/** Notes about the work leave room for the work. Kinds that are not named may take all. */
export const DEFAULT_QUOTAS: Partial<Record<EventKind, number>> = { thinking: 0.4, system_note: 0.4, task_state: 0.3, knowledge: 0.5 };

/** How fast an event's share of the budget falls with its distance from the best, in deviations. */
const SHARPNESS = 2;
/** A source with this share of the best one's gets at least its best piece, if there is room. */
const CLOSE = 0.5;
/** A source that says again what a chosen one says (this share of its terms) gets this part of its share. */
const REPEATED = 0.85;
const REPEATED_SHARE = 0.15;
/** Less than this is not worth a wrapper. */
const LEAST_TOKENS = 24;

/**
 * Packs ranges of the sources under the budget. Order by MMR; each source is given a share by its score, spends it on its best pieces, and
 * passes on what it does not need; what is left at the end goes to the first that can use it. Touching pieces are joined. Best source
 * first, its ranges in text order. Deterministic, O(sources² + pieces log pieces).
 */
export function selectPassages(sources: readonly EvidenceSource[], options: SelectOptions): PackedRange[] {
  const { order, overlap } = orderByMmr(sources, options.lambda ?? 0.7);
  const top = Math.max(...sources.map((source) => source.score));
  const shares = sources.map((source, at) => Math.exp((source.score - top) * SHARPNESS) * (overlap[at]! >= REPEATED ? REPEATED_SHARE : 1));
  const chosen = sources.map(() => new Set<number>());
  const used = new Map<EventKind, number>();
  let left = options.budgetTokens;
  const spend = (at: number, allowance: number): void => {
    const source = sources[at]!;
    const picked = chosen[at]!;
    let room = Math.min(allowance, left) - (picked.size === 0 ? source.overheadTokens : 0);
    let spent = 0;
    for (const i of byWeight(source)) {
      const tokens = source.pieces[i]!.tokens;
      if (picked.has(i) || tokens > room) continue;
      picked.add(i);
      room -= tokens;
      spent += tokens + (picked.size === 1 ? source.overheadTokens : 0);
    }
    left -= spent;
    used.set(source.kind, (used.get(source.kind) ?? 0) + spent);
  };
  let waiting = order.reduce((sum, at) => sum + shares[at]!, 0);
  for (const at of order) {
    const source = sources[at]!;
    const fair = waiting > 0 ? (left * shares[at]!) / waiting : left;
    waiting -= shares[at]!;
    const quota = (options.quotas ?? DEFAULT_QUOTAS)[source.kind];
    const kindLeft = quota === undefined ? left : options.budgetTokens * quota - (used.get(source.kind) ?? 0);
    const least = shares[at]! >= CLOSE ? source.overheadTokens + bestPieceTokens(source) : 0;
    const allowance = Math.min(Math.max(fair, least), kindLeft);
    if (allowance >= source.overheadTokens + LEAST_TOKENS) spend(at, allowance);
  }
  for (const at of order) if (left > LEAST_TOKENS) spend(at, left);
  return order.flatMap((at) => joinRanges(sources[at]!, at, chosen[at]!));
}

function bestPieceTokens(source: EvidenceSource): number {
  let best: EvidencePiece | undefined;
  for (const piece of source.pieces) if (best === undefined || piece.weight > best.weight) best = piece;
  return best?.tokens ?? 0;
}

function byWeight(source: EvidenceSource): number[] {
  return source.pieces.map((_, i) => i).sort((a, b) => source.pieces[b]!.weight - source.pieces[a]!.weight || a - b);
}

/** The best are compared with each other; what ranks below them gets a place only where these leave room. */
const COMPARED = 24;

/** Next is what is relevant and not yet said: lambda x relevance - (1 - lambda) x largest overlap with what is chosen before it. */
function orderByMmr(sources: readonly EvidenceSource[], lambda: number): { order: number[]; overlap: number[] } {
  if (sources.length === 0) return { order: [], overlap: [] };
  const top = Math.max(...sources.map((source) => source.score));
  const relevance = sources.map((source) => Math.exp((source.score - top) / 2));
  const overlap = sources.map(() => 0);
  const byScore = sources.map((_, i) => i).sort((a, b) => sources[b]!.score - sources[a]!.score || a - b);
  const rest = new Set(byScore.slice(0, COMPARED));
  const samples = new Map(Array.from(rest, (i) => [i, sampleOf(sources[i]!.terms)]));
  const order: number[] = [];
  while (rest.size > 0) {
    let best = -1;
    let bestValue = -Infinity;
    for (const i of rest) {
      const value = lambda * relevance[i]! - (1 - lambda) * overlap[i]!;
      if (value > bestValue) {
        best = i;
        bestValue = value;
      }
    }
    rest.delete(best);
    order.push(best);
    for (const i of rest)
      overlap[i] = Math.max(overlap[i]!, overlapOf(sources[i]!.terms, samples.get(i)!, sources[best]!.terms, samples.get(best)!));
  }
  return { order: [...order, ...byScore.slice(COMPARED)], overlap };
}

/** Terms of a set that stand for all of it, at even distances. */
const SAMPLE = 96;

function sampleOf(terms: ReadonlySet<string>): readonly string[] {
  const step = Math.max(1, Math.ceil(terms.size / SAMPLE));
  return [...terms].filter((_, at) => at % step === 0);
}

/** Shared terms over those of the smaller set, by a sample of it. */
function overlapOf(a: ReadonlySet<string>, sampleA: readonly string[], b: ReadonlySet<string>, sampleB: readonly string[]): number {
  const [sample, large] = a.size <= b.size ? [sampleA, b] : [sampleB, a];
  if (sample.length === 0) return 0;
  let shared = 0;
  for (const term of sample) if (large.has(term)) shared++;
  return shared / sample.length;
}

function joinRanges(source: EvidenceSource, at: number, chosen: ReadonlySet<number>): PackedRange[] {
  const ranges: { source: number; fromByte: number; toByte: number; tokens: number }[] = [];
  source.pieces.forEach((piece, i) => {
    if (!chosen.has(i)) return;
    const last = ranges[ranges.length - 1];
    if (last !== undefined && last.toByte === piece.fromByte) {
      last.toByte = piece.toByte;
      last.tokens += piece.tokens;
    } else ranges.push({ source: at, fromByte: piece.fromByte, toByte: piece.toByte, tokens: piece.tokens });
  });
  return ranges;
}
