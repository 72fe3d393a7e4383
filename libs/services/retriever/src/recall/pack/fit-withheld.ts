import { groupHeading, WITHHELD } from '@total-recall/domain';
import type { TokenCounter } from '@total-recall/ports';
import { describeEvidence, longestHeading } from './describe-evidence.ts';
import type { LoadedEvent } from './load-passages.ts';

interface WithheldInput {
  readonly events: readonly LoadedEvent[];
  readonly budgetTokens: number;
  readonly family: string;
  readonly session?: string;
}

interface FittedWithheld {
  readonly events: readonly LoadedEvent[];
  /** Tokens reserved for them, no whole number. Grows with the budget, but never faster. */
  readonly reservedTokens: number;
}

/** Largest share of an answer that may name events whose text is withheld. */
const WITHHELD_SHARE = 0.2;

/** Chooses the withheld events that an answer names: best first, as far as their headings fit. */
export async function fitWithheld(tokens: TokenCounter, { events, budgetTokens, family, session }: WithheldInput): Promise<FittedWithheld> {
  const withheld = events.filter(({ opened }) => opened.redacted);
  if (withheld.length === 0) return { events: [], reservedTokens: 0 };
  const lines = withheld.map((event) => `${groupHeading(describeEvidence(event), session)}\n${longestHeading(event)}\n${WITHHELD}\n`);
  const costs = await tokens.count(family, lines);
  const wanted = costs.reduce((sum, cost) => sum + cost, 0);
  const reservedTokens = Math.min(wanted, WITHHELD_SHARE * budgetTokens);
  let left = reservedTokens;
  const fitting = costs.findIndex((cost) => (left -= cost) < 0);
  return { events: fitting === -1 ? withheld : withheld.slice(0, fitting), reservedTokens };
}
