import type { ExactString } from '../exact-strings.ts';

/** An event that is shown in part, best first. */
export interface ListedEvent {
  /** Exact strings of its text, in order. */
  readonly strings: readonly ExactString[];
  /** Deviations that it stands below the best. */
  readonly below: number;
}

/** Share of an answer that may list exact strings beside the lines that are shown. */
const STRING_SHARE = 0.45;
/** Strings of one event that are looked at. */
export const LISTED_STRINGS = 400;
/** Rate at which an event's share of the list falls with its distance from the best, in deviations. */
const SHARPNESS = 1;

/** Tokens of a string in the list: identifiers cost more a character than prose. */
const tokensOf = (text: string): number => Math.ceil(text.length / 2.4) + 1;

/** Tokens to keep free for the strings of these events. Grows with the budget, and never faster than it. */
export function reserveForStrings(events: readonly ListedEvent[], budgetTokens: number): number {
  const wanted = events.reduce((sum, { strings }) => sum + strings.reduce((tokens, { text }) => tokens + tokensOf(text), 0), 0);
  return Math.min(wanted, Math.floor(STRING_SHARE * budgetTokens));
}

/**
 * Chooses for each event the exact strings that no shown text holds, in the order of its text. A query that lists words
 * asks for a long event by its subject; that the event holds a path, hash or code verbatim answers it as well as the
 * line around the string does. Source: R13.
 */
export function listStrings(events: readonly ListedEvent[], shown: readonly string[], reservedTokens: number): string[][] {
  const said = [...shown];
  const rooms = shareRoom(
    events.map(({ strings, below }) => ({
      wanted: strings.reduce((sum, { text }) => sum + (shown.some((part) => part.includes(text)) ? 0 : tokensOf(text)), 0),
      share: Math.exp(-below * SHARPNESS),
    })),
    reservedTokens,
  );
  return events.map(({ strings }, at) => {
    const chosen = chooseStrings(strings, said, rooms[at]!);
    said.push(...chosen);
    return chosen;
  });
}

/**
 * Divides tokens by share; unused tokens go to the others. With more tokens no part shrinks, so a larger budget lists
 * everything that a smaller one does.
 */
function shareRoom(claims: readonly { readonly wanted: number; readonly share: number }[], tokens: number): number[] {
  const rooms = claims.map(() => 0);
  let left = tokens;
  let sharesLeft = claims.reduce((sum, { share }) => sum + share, 0);
  const bySatiety = claims
    .map(({ wanted, share }, at) => ({ at, wanted, share }))
    .toSorted((a, b) => a.wanted / a.share - b.wanted / b.share);
  for (const { at, wanted, share } of bySatiety) {
    rooms[at] = Math.min(wanted, (left * share) / sharesLeft);
    left -= rooms[at];
    sharesLeft -= share;
  }
  return rooms;
}

/** Returns the most worth for the tokens, up to the first that does not fit: a larger room holds all of a smaller one. */
function chooseStrings(strings: readonly ExactString[], said: readonly string[], roomTokens: number): string[] {
  const worth = ({ text, weight }: ExactString): number => weight / tokensOf(text);
  const missing = strings.filter(({ text }) => !said.some((part) => part.includes(text)));
  const chosen = new Set<ExactString>();
  let left = roomTokens;
  for (const found of missing.toSorted((a, b) => worth(b) - worth(a) || a.at - b.at)) {
    left -= tokensOf(found.text);
    if (left < 0) break;
    chosen.add(found);
  }
  return missing.filter((found) => chosen.has(found)).map(({ text }) => text);
}
