import type { RecallMarker, RecallOverview } from '@total-recall/domain';
import type { TokenCounter } from '@total-recall/ports';

/** Parts that may stand above the evidence. */
export interface AboveEvidence {
  /** Line that says how good the evidence is, alone and where markers stand below it. */
  readonly warning?: { readonly alone?: string; readonly overMarkers?: string };
  /** Markers of the topic, best first. */
  readonly markers?: readonly RecallMarker[];
  /** Units that say what it was about, best first. They share the room of markers, behind these. */
  readonly overviews?: readonly RecallOverview[];
}

export interface FittedAbove {
  readonly preface: readonly string[];
  /** The markers shown, in time order. */
  readonly markers: readonly RecallMarker[];
  readonly overviews: readonly RecallOverview[];
  /** Tokens reserved for both, no whole number. Grows with the budget, but never faster. */
  readonly reservedTokens: number;
}

/**
 * Largest shares of an answer. With those of withheld events and of exact strings they are less than the whole, so a
 * larger budget always leaves more for evidence.
 */
const WARNING_SHARE = 0.12;
const MARKERS_SHARE = 0.2;

/** Chooses the lines above the evidence: a warning where it fits its share, and the best markers that fit theirs. */
export async function fitAbove(
  tokens: TokenCounter,
  {
    warning = {},
    markers = [],
    overviews = [],
    budgetTokens,
    family,
  }: AboveEvidence & { readonly budgetTokens: number; readonly family: string },
): Promise<FittedAbove> {
  const { alone, overMarkers = alone } = warning;
  const lines = [...markers, ...overviews];
  if (alone === undefined && overMarkers === undefined && lines.length === 0)
    return { preface: [], markers: [], overviews: [], reservedTokens: 0 };
  const texts = [alone ?? '', overMarkers ?? '', ...lines.map(({ text }) => text)];
  const [aloneTokens, overTokens, ...costs] = await tokens.count(
    family,
    texts.map((text) => (text === '' ? '' : `${text}\n`)),
  );
  const wanted = costs.reduce((sum, cost) => sum + cost, 0);
  const markerTokens = Math.min(wanted, MARKERS_SHARE * budgetTokens);
  let left = markerTokens;
  const fitting = costs.findIndex((cost) => (left -= cost) < 0);
  const shown = fitting === -1 ? lines.length : fitting;
  const warningTokens = Math.min(Math.max(aloneTokens!, lines.length > 0 ? overTokens! : 0), WARNING_SHARE * budgetTokens);
  const [line, cost] = shown > 0 ? [overMarkers, overTokens!] : [alone, aloneTokens!];
  return {
    preface: line !== undefined && cost <= warningTokens ? [line] : [],
    markers: markers.slice(0, shown).toSorted((a, b) => a.fromTurn - b.fromTurn || a.toTurn - b.toTurn),
    overviews: overviews.slice(0, Math.max(0, shown - markers.length)),
    reservedTokens: markerTokens + warningTokens,
  };
}
