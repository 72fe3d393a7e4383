import { createAlikeCount, type AlikeCount, type LinePlace } from './alike-count.ts';
import { FREELY_ALIKE } from './order-lines.ts';
import type { LinePick, PackableEvent, PackableLine } from './packable-event.ts';

/** Tokens of what may be packed, each counted by itself: together they take no more. */
export interface PackingCosts {
  readonly budgetTokens: number;
  /** Tokens of an event's heading; `group` is paid once for all events of a group. */
  heading(event: number): number;
  group(event: number): { readonly key: string; readonly tokens: number };
  /** Tokens of one line; undefined where it has not been counted. */
  line(event: number, passage: number, line: number): number | undefined;
}

interface TakingLimits {
  /**
   * Tokens taken without a condition. After them a line is left out if it is worth less than the best by more than
   * `worthWithin` deviations.
   */
  readonly freeTokens: number;
  readonly worthWithin: number;
}

/** Lines that are packed of an event's passage, in order. */
export interface TakenLines {
  readonly event: number;
  readonly passage: number;
  readonly lines: readonly number[];
}

export interface Taken {
  /** By event, in the order in which the first line of each was taken. */
  readonly lines: readonly TakenLines[];
  /** Lines whose cost was not known; they have to be counted before it can be said what is taken. */
  readonly uncounted: readonly LinePlace[];
  /** The budget ended it: a larger one would hold more. */
  readonly isFull: boolean;
  /** Tokens that all of it costs, each part counted by itself. */
  readonly costTokens: number;
}

/** Tokens of what joins a line to the one before it, where others stand between them. */
const GAP_TOKENS = 3;
/** A shorter line is shown again, as it means something else elsewhere, unless a line beside it was shown, too. */
const SAID_FROM_CHARS = 12;
/**
 * Brackets, rules and line ends, also those written out in a call's JSON and those behind a line's number. Other signs,
 * such as a thumb, may answer.
 */
const BLANK = /^(?:\s*\d{1,7}→|\s+\d{1,7}\t)?(?:\\[nrt]|[\s\p{P}\p{Sm}\p{Sk}\p{Sc}\u2500-\u259f])*$/u;

/**
 * Takes lines in their order, each with its successor in the passage, up to the first pair that does not fit; of that
 * pair the line alone is taken if it fits. So a larger budget holds everything that a smaller one does. A line already
 * shown, ignoring white space, costs and adds nothing; blank lines come only with others, and brackets
 * and rules are blank. So do short lines of a part that was shown elsewhere. A successor that is alike to enough lines that
 * are shown comes in its own place of the order. Source: design/answers, recipe 9.
 */
export function takeLines(
  events: readonly PackableEvent[],
  picks: readonly LinePick[],
  costs: PackingCosts,
  { freeTokens, worthWithin }: TakingLimits,
): Taken {
  const taken = new Map<number, Map<number, Set<number>>>();
  const groups = new Set<string>();
  const said = new Set<string>();
  const alike = createAlikeCount(events);
  const uncounted: LinePlace[] = [];
  const least = (picks[0] === undefined ? 0 : Math.max(...picks.map(({ worth }) => worth))) - worthWithin;
  let left = costs.budgetTokens;
  let isFull = false;
  for (const { event, passage, line, worth } of picks) {
    if (worth < least && costs.budgetTokens - left >= freeTokens) continue;
    const lines = events[event]!.passages[passage]!.lines;
    const own = taken.get(event)?.get(passage);
    const isNext = (at: number): boolean => lines[at] !== undefined && !hasEnough(events, alike, { event, passage, line: at });
    const wanted = [line, ...(isNext(line + 1) ? [line + 1] : [])].filter((at) => own?.has(at) !== true);
    const fresh = wanted.filter((at) => !isLong(lines[at]!.text) || !said.has(saidOf(lines[at]!.text)));
    if (fresh.every((at) => isBlank(lines[at]!.text) || isEcho(lines, at, said))) continue;
    const group = costs.group(event);
    const isBeside = own !== undefined && [-2, -1, 1, 2].some((away) => own.has(line + away));
    const frame = (isBeside ? 0 : GAP_TOKENS) + (taken.has(event) ? 0 : costs.heading(event)) + (groups.has(group.key) ? 0 : group.tokens);
    const costOf = (at: number): number => costs.line(event, passage, at) ?? guess(lines[at]!.text);
    const unknown = fresh.filter((at) => costs.line(event, passage, at) === undefined);
    uncounted.push(...unknown.map((at) => ({ event, passage, line: at })));
    const isLast = frame + fresh.reduce((sum, at) => sum + costOf(at), 0) > left;
    // Without the line behind it, which a larger budget brings too.
    const kept = isLast ? fresh.filter((at) => at === line && frame + costOf(at) <= left) : fresh;
    isFull = isLast;
    if (kept.length === 0) break;
    left -= frame + kept.reduce((sum, at) => sum + costOf(at), 0);
    groups.add(group.key);
    const ofEvent = taken.get(event) ?? new Map<number, Set<number>>();
    taken.set(event, ofEvent);
    const ofPassage = ofEvent.get(passage) ?? new Set<number>();
    ofEvent.set(passage, ofPassage);
    for (const at of kept) {
      ofPassage.add(at);
      alike.add({ event, passage, line: at });
      said.add(saidOf(lines[at]!.text));
    }
    if (isLast) break;
  }
  const lines = [...taken].flatMap(([event, passages]) =>
    [...passages].map(([passage, own]) => ({ event, passage, lines: [...own].sort((a, b) => a - b) })),
  );
  return { lines, uncounted, isFull, costTokens: costs.budgetTokens - left };
}

/** Returns true for a line beyond the passage that its event was found for, of which enough alike are shown. */
function hasEnough(events: readonly PackableEvent[], alike: AlikeCount, place: LinePlace): boolean {
  const { event, passage, line } = place;
  return passage > 0 && alike.of(place) >= FREELY_ALIKE && events[event]!.passages[passage]!.lines[line]!.hasForm !== true;
}

/** Returns true when a line and one beside it were shown before: the part that they stand in was. */
function isEcho(lines: readonly PackableLine[], at: number, said: ReadonlySet<string>): boolean {
  if (!said.has(saidOf(lines[at]!.text))) return false;
  const beside = [lines.slice(0, at).findLast(isSpoken), lines.slice(at + 1).find(isSpoken)];
  return beside.some((line) => line !== undefined && said.has(saidOf(line.text)));
}

const isBlank = (text: string): boolean => BLANK.test(text);
const isSpoken = ({ text }: PackableLine): boolean => !isBlank(text);
const isLong = (text: string): boolean => saidOf(text).length >= SAID_FROM_CHARS;
/** Returns what a line says, however it is spaced, and whether or not its ends are written out in a call's JSON. */
const saidOf = (text: string): string => text.replace(/(?:\s|\\[nrt])+/g, ' ').trim();
/** Until it is counted: low, so that what may fit is counted. */
const guess = (text: string): number => Math.ceil(text.length / 5);
