import { createAlikeCount, type AlikeCount, type LinePlace } from './alike-count.ts';
import { linesBehind, restOfLine } from './lines-behind.ts';
import { FREELY_ALIKE } from './order-lines.ts';
import type { LinePick, PackableEvent, PackableLine } from './packable-event.ts';
import { createShownLines, isBlank, type Shown } from './shown-lines.ts';

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
   * Tokens of new lines taken without a condition. After them a line is left out if it is worth less than the best by more than
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

/** The rest of a line comes alone. */
type TakenPick = LinePick & { readonly isRest?: boolean };

/** Tokens of what joins a line to the one before it, where others stand between them. */
const GAP_TOKENS = 3;
/** Lines before a new one that are shown again with it. */
const SAID_BEFORE = 3;

/**
 * Takes lines in their order, each with its successor in the passage, up to the first pair that does not fit; of that
 * pair the line alone is taken if it fits. So a larger budget holds everything that a smaller one does. A line that a
 * passage ends in the middle of comes with its rest, and one that announces something with what it announces. A line
 * already shown, ignoring white space, costs and adds nothing, unless it stands beside a new one among other lines than
 * there (ADR 0191); blank lines come only with others, and brackets and rules are blank. A successor that is alike to
 * enough lines that are shown comes in its own place of the order. Source: design/answers, recipe 9.
 */
export function takeLines(
  events: readonly PackableEvent[],
  picks: readonly LinePick[],
  costs: PackingCosts,
  { freeTokens, worthWithin }: TakingLimits,
): Taken {
  const taken = new Map<number, Map<number, Set<number>>>();
  const groups = new Set<string>();
  const shown = createShownLines(events);
  const alike = createAlikeCount(events);
  const uncounted: LinePlace[] = [];
  const least = (picks[0] === undefined ? 0 : Math.max(...picks.map(({ worth }) => worth))) - worthWithin;
  let left = costs.budgetTokens;
  let saidAgain = 0;
  let isFull = false;
  const waiting: TakenPick[] = picks.toReversed();
  for (let pick = waiting.pop(); pick !== undefined; pick = waiting.pop()) {
    const { event, passage, line, worth, isRest = false } = pick;
    if (worth < least && costs.budgetTokens - left - saidAgain >= freeTokens) continue;
    const lines = events[event]!.passages[passage]!.lines;
    const own = taken.get(event)?.get(passage);
    const behind = isRest ? [] : linesBehind(lines, line);
    const isPutBack = behind.some((at) => hasEnough(events, alike, { event, passage, line: at }));
    const wanted = [line, ...(isPutBack ? [] : behind)].filter((at) => own?.has(at) !== true);
    const shownOf = (at: number): Shown => shown.of({ event, passage, line: at });
    const news = wanted.filter((at) => shownOf(at) === 'new');
    if (news.every((at) => isBlank(lines[at]!.text))) continue;
    const isSaid = (at: number): boolean => own?.has(at) !== true && shownOf(at) === 'said';
    const fresh = withSaid(lines, news, isSaid);
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
    saidAgain += kept.reduce((sum, at) => sum + (news.includes(at) ? 0 : costOf(at)), 0);
    groups.add(group.key);
    const ofEvent = taken.get(event) ?? new Map<number, Set<number>>();
    taken.set(event, ofEvent);
    const ofPassage = ofEvent.get(passage) ?? new Set<number>();
    ofEvent.set(passage, ofPassage);
    for (const at of kept) {
      ofPassage.add(at);
      alike.add({ event, passage, line: at });
      shown.add({ event, passage, line: at });
    }
    if (isLast) break;
    const rest = isRest || !kept.includes(line) ? undefined : restOfLine(events[event]!, pick);
    if (rest !== undefined) waiting.push({ ...rest, worth, isRest: true });
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

/**
 * Adds what is said around new lines: the line behind each or what it announces, and up to three before it. A heading or
 * a key is told of several things, and without it a value reads as that of another.
 */
function withSaid(lines: readonly PackableLine[], news: readonly number[], isSaid: (at: number) => boolean): number[] {
  const all = new Set(news);
  for (const at of news) {
    if (isBlank(lines[at]!.text)) continue;
    for (const behind of linesBehind(lines, at)) if (isSaid(behind)) all.add(behind);
    for (let back = at - 1; back >= Math.max(0, at - SAID_BEFORE) && isSaid(back); back--) all.add(back);
  }
  return [...all].sort((a, b) => a - b);
}

/** Until it is counted: low, so that what may fit is counted. */
const guess = (text: string): number => Math.ceil(text.length / 5);
