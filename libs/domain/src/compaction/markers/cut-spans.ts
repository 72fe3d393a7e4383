import { MARKER_TOKENS } from '../../policy/derive-budgets.ts';
import type { SessionEntry } from '../../session/session-state.ts';
import type { Marker } from './marker.ts';
import { entryTokens } from '../tokens/entry-tokens.ts';

/** Evicted entries behind one marker, in order. */
export interface EvictedSpan {
  readonly entries: readonly SessionEntry[];
  /** The marker that these entries join, because they lie in its range or are too few for a marker of their own. */
  readonly joins?: Marker;
}

/** Fewest tokens for a marker of its own beside another one; a cut leaves neither side with fewer. */
const LEAST_SPAN_TOKENS = 8 * MARKER_TOKENS;
const LEAST_GAP_TOKENS = 4 * MARKER_TOKENS;

interface CutInput {
  /** Entries that a compaction evicts, in order. */
  readonly evicted: readonly SessionEntry[];
  /** Markers in the window, in order. */
  readonly markers: readonly Marker[];
  /** Largest number of new markers, including those that join one in the window. */
  readonly most: number;
  /**
   * Ordinal of a live request that stays between them, and the largest number of new markers with a cut there. What was
   * evicted behind it gets its own marker, as nothing else would say that the window goes on with a gap.
   */
  readonly behind?: { readonly ordinal: number; readonly most: number };
  /** Returns the strength of the change of subject before the evicted entry at this index, 0..1. */
  readonly shiftBefore: (at: number) => number;
}

/**
 * Cuts the evicted entries into spans of one marker each. A span never crosses a marker in the window, nor the live
 * request named. Further cuts are where a request begins or the subject changes, into parts of similar size. Every span is
 * a run of neighbours among the evicted, except those that join a marker. Pure; O(entries x spans).
 */
export function cutSpans({ evicted, markers, behind, shiftBefore, ...limit }: CutInput): EvictedSpan[] {
  const { gaps, joined } = splitByMarkers(evicted, markers);
  const strengths = evicted.map((_, at) => strengthBefore(evicted, at, shiftBefore));
  const isCut = behind !== undefined && gaps.length < behind.most && cutBehind(evicted, strengths, gaps, behind.ordinal);
  const most = isCut ? behind.most : limit.most;
  const runs = gaps.map((gap) => ({ ...gap, tokens: tokensOf(evicted, gap.from, gap.to), isWhole: false }));
  while (runs.length < most) {
    const open = runs.filter((run) => !run.isWhole);
    if (open.length === 0) break;
    const largest = open.reduce((best, run) => (run.tokens > best.tokens ? run : best));
    const at = bestCut(evicted, strengths, largest);
    if (at === undefined) {
      largest.isWhole = true;
      continue;
    }
    const tokens = tokensOf(evicted, at, largest.to);
    runs.push({ from: at, to: largest.to, tokens, isWhole: false });
    largest.to = at;
    largest.tokens -= tokens;
  }
  const spans: EvictedSpan[] = runs.map(({ from, to }) => ({ entries: evicted.slice(from, to) }));
  for (const [marker, entries] of joined) spans.push({ entries, joins: marker });
  return spans.sort((a, b) => a.entries[0]!.ordinal - b.entries[0]!.ordinal);
}

interface Gap {
  readonly from: number;
  to: number;
}

/**
 * Splits the evicted entries into runs between two markers. Entries inside a marker's range, or few beside one, join
 * it.
 */
function splitByMarkers(
  evicted: readonly SessionEntry[],
  markers: readonly Marker[],
): { gaps: Gap[]; joined: Map<Marker, SessionEntry[]> } {
  const gaps: Gap[] = [];
  const joined = new Map<Marker, SessionEntry[]>();
  const join = (marker: Marker, entries: readonly SessionEntry[]) => {
    const known = joined.get(marker);
    if (known) known.push(...entries);
    else joined.set(marker, [...entries]);
  };
  let next = 0;
  for (let from = 0; from < evicted.length;) {
    while (next < markers.length && markers[next]!.toOrdinal < evicted[from]!.ordinal) next++;
    const [before, after] = [markers[next - 1], markers[next]];
    let to = from + 1;
    if (after !== undefined && after.fromOrdinal <= evicted[from]!.ordinal) {
      while (to < evicted.length && evicted[to]!.ordinal <= after.toOrdinal) to++;
      join(after, evicted.slice(from, to));
    } else {
      while (to < evicted.length && (after === undefined || evicted[to]!.ordinal < after.fromOrdinal)) to++;
      const isLittle = tokensOf(evicted, from, to) < LEAST_GAP_TOKENS;
      // After the last marker the session continues: even few entries get their own marker there, or all that follow
      // would join that one.
      if (isLittle && after !== undefined) join(before ?? after, evicted.slice(from, to));
      else gaps.push({ from, to });
    }
    from = to;
  }
  for (const entries of joined.values()) entries.sort((a, b) => a.ordinal - b.ordinal);
  return { gaps, joined };
}

/** Cuts the gap that a live request stands in and returns true, where both sides are worth a marker and no atom is split. */
function cutBehind(evicted: readonly SessionEntry[], strengths: readonly number[], gaps: Gap[], ordinal: number): boolean {
  const at = evicted.findIndex((entry) => entry.ordinal > ordinal);
  const gap = gaps.find(({ from, to }) => from < at && at < to);
  if (gap === undefined || strengths[at] === 0) return false;
  const { from, to } = gap;
  if (tokensOf(evicted, from, at) < LEAST_GAP_TOKENS || tokensOf(evicted, at, to) < LEAST_GAP_TOKENS) return false;
  gap.to = at;
  gaps.push({ from: at, to });
  return true;
}

const NEW_REQUEST = 1;
const NEW_TURN = 0.4;
/** Strength of any cut: without other reasons it still beats one span far larger than the others. */
const LEAST_STRENGTH = 0.1;

/** Computes the strength of a cut before an entry; 0 where it would split an atom. */
function strengthBefore(evicted: readonly SessionEntry[], at: number, shiftBefore: (at: number) => number): number {
  if (at === 0) return 0;
  const [before, entry] = [evicted[at - 1]!, evicted[at]!];
  if (entry.atom <= before.ordinal && entry.atom !== entry.ordinal) return 0;
  if (entry.request !== before.request) return NEW_REQUEST + shiftBefore(at);
  return (entry.turn === before.turn ? 0 : NEW_TURN) + LEAST_STRENGTH + shiftBefore(at);
}

/** Finds the best cut of a run, by strength and by how even the parts are; the first of equals. */
function bestCut(
  evicted: readonly SessionEntry[],
  strengths: readonly number[],
  run: Gap & { readonly tokens: number },
): number | undefined {
  let best: number | undefined;
  let bestScore = 0;
  let left = 0;
  for (let at = run.from + 1; at < run.to; at++) {
    left += entryTokens(evicted[at - 1]!);
    const right = run.tokens - left;
    if (left < LEAST_SPAN_TOKENS || right < LEAST_SPAN_TOKENS) continue;
    const score = (strengths[at]! * left * right) / (run.tokens * run.tokens);
    if (score > bestScore + 1e-9) {
      best = at;
      bestScore = score;
    }
  }
  return best;
}

function tokensOf(entries: readonly SessionEntry[], from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at++) sum += entryTokens(entries[at]!);
  return sum;
}
