import type { Evidence } from '@total-recall/domain';
import type { LoadedSource } from './load-sources.ts';

/** Share of an answer that may list exact strings of long events beside their passages. */
const STRING_SHARE = 0.45;
/** Events that do not fit this share of the answer have their strings listed. */
const LARGE_SHARE = 0.5;
/** How fast an event's part of the list falls with its distance from the best, in deviations. */
const SHARPNESS = 2;
const LEAST_SHARE = 0.2;

/** Tokens of a string in the list: identifiers cost more tokens a character than prose. */
const tokensOf = (text: string): number => Math.ceil(text.length / 2.4) + 1;

function shareOf(source: LoadedSource, top: number): number {
  return Math.exp((source.source.score - top) * SHARPNESS);
}

function isLarge({ source }: LoadedSource, budgetTokens: number): boolean {
  return source.pieces.reduce((sum, piece) => sum + piece.tokens, 0) > LARGE_SHARE * budgetTokens;
}

/** The best events too long to be shown whole, with their part of the list. */
function listed(sources: readonly LoadedSource[], budgetTokens: number): { source: LoadedSource; share: number }[] {
  const top = Math.max(...sources.map(({ source }) => source.score));
  return sources
    .map((source) => ({ source, share: shareOf(source, top) }))
    .filter(({ source, share }) => share >= LEAST_SHARE && isLarge(source, budgetTokens));
}

/** Tokens to keep free for exact strings; none where the best events fit as they are. */
export function reserveForStrings(sources: readonly LoadedSource[], budgetTokens: number): number {
  const wanted = listed(sources, budgetTokens).reduce(
    (sum, { source }) => sum + source.strings.reduce((tokens, { text }) => tokens + tokensOf(text), 0),
    0,
  );
  return Math.min(wanted, Math.floor(STRING_SHARE * budgetTokens));
}

/**
 * Lists, with each long event that is shown in part, exact strings of it that stand outside the ranges shown: a long result is asked
 * for by what surrounds a path, hash or code as often as by its neighbourhood, and knowing that the string is there, word for word, answers both.
 * Source: R13.
 */
export function addStrings(
  sources: readonly LoadedSource[],
  evidence: readonly Evidence[],
  { budgetTokens, reservedTokens }: { readonly budgetTokens: number; readonly reservedTokens: number },
): Evidence[] {
  if (reservedTokens <= 0) return [...evidence];
  const large = listed(sources, budgetTokens);
  const additions = new Map<number, string[]>();
  const said = evidence.map((piece) => piece.text);
  let left = reservedTokens;
  let shares = large.reduce((sum, { share }) => sum + share, 0);
  for (const { source, share } of large) {
    const allowance = (left * share) / shares;
    shares -= share;
    const last = evidence.findLastIndex((piece) => piece.eventId === source.opened.envelope.id);
    if (last < 0) continue;
    const { strings, tokens } = chooseStrings(source, said, allowance);
    if (strings.length > 0) additions.set(last, strings);
    said.push(...strings);
    left -= tokens;
  }
  return evidence.map((piece, at) => (additions.has(at) ? { ...piece, alsoHolds: additions.get(at)! } : piece));
}

/** The most worth for the tokens, in the order of the text. */
function chooseStrings({ strings }: LoadedSource, said: readonly string[], budgetTokens: number): { strings: string[]; tokens: number } {
  const missing = strings.filter(({ text }) => !said.some((part) => part.includes(text)));
  const order = missing
    .map((_, at) => at)
    .sort((a, b) => missing[b]!.weight / tokensOf(missing[b]!.text) - missing[a]!.weight / tokensOf(missing[a]!.text) || a - b);
  const chosen = new Set<number>();
  let tokens = 0;
  for (const at of order) {
    const cost = tokensOf(missing[at]!.text);
    if (tokens + cost > budgetTokens) continue;
    chosen.add(at);
    tokens += cost;
  }
  return { strings: missing.filter((_, at) => chosen.has(at)).map(({ text }) => text), tokens };
}
