import type { SessionState, SourceProgress } from './session-state.ts';

const EMPTY: SourceProgress = { mark: 0, above: [] };

/** Returns the progress of a source; undefined for a new one, whatever its name (even `constructor`). */
export function progressOf(sources: SessionState['sources'], source: string): SourceProgress | undefined {
  return Object.hasOwn(sources, source) ? sources[source] : undefined;
}

/** Returns true when a sequence number was accepted before. */
export function hasSequence(progress: SourceProgress | undefined, sequence: number): boolean {
  if (!progress) return false;
  if (sequence <= progress.mark) return true;
  return progress.above.some(([from, to]) => sequence >= from && sequence <= to);
}

/** Adds a number to the progress: the contiguous mark moves up, numbers above it stay as closed ranges in order. */
export function addSequence(progress: SourceProgress = EMPTY, sequence: number): SourceProgress {
  if (hasSequence(progress, sequence)) return progress;
  const merged: [number, number][] = [];
  let range: [number, number] = [sequence, sequence];
  let placed = false;
  for (const [from, to] of progress.above) {
    if (to + 1 === range[0]) range = [from, range[1]];
    else if (range[1] + 1 === from) range = [range[0], to];
    else if (to < range[0]) merged.push([from, to]);
    else {
      if (!placed) merged.push(range);
      placed = true;
      merged.push([from, to]);
    }
  }
  if (!placed) merged.push(range);
  const first = merged[0]!;
  if (first[0] !== progress.mark + 1) return { mark: progress.mark, above: merged };
  return { mark: first[1], above: merged.slice(1) };
}
