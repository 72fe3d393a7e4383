import type { TextRange } from '../compaction/cut.ts';

const GAP = '[...]';

/**
 * Renders the ranges of a text in order, with a note for each gap: the first says how much is left out and how to get
 * it, the others only that something is. Each range begins a line, so `show` neutralises each by itself.
 */
export function renderCut(
  text: string,
  ranges: readonly TextRange[],
  show: (part: string, from: number) => string = (part) => part,
): string {
  const kept = ranges.reduce((sum, { from, to }) => sum + to - from, 0);
  const leftOut = text.length - kept;
  if (leftOut <= 0) return show(text, 0);
  const lines: string[] = [];
  let told = false;
  const gap = () => {
    lines.push(told ? GAP : `[... ${leftOut} characters left out; use recall(query) for them]`);
    told = true;
  };
  let at = 0;
  for (const { from, to } of ranges) {
    if (from > at) gap();
    lines.push(trimNewLines(show(text.slice(from, to), from)));
    at = to;
  }
  if (at < text.length) gap();
  return lines.join('\n');
}

/** Removes line breaks at both ends; a gap has a line of its own anyway. */
function trimNewLines(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && text[from] === '\n') from++;
  while (to > from && text[to - 1] === '\n') to--;
  return text.slice(from, to);
}
