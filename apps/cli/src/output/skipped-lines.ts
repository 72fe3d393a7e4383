import { plural } from './format-number.ts';
import { oneLine } from './text-width.ts';

export interface SkippedLine {
  readonly file: string;
  readonly line: number;
  readonly reason: string;
}

/** Number of lines of output at most. */
const SHOWN = 20;

/**
 * Lists skipped lines, neighbours with one reason together: `  a.jsonl:3-9 comment (7 lines)`. `total` counts those that
 * a report no longer lists, too.
 */
export function skippedLines(skipped: readonly SkippedLine[], total: number): string[] {
  const runs: { file: string; from: number; to: number; lines: number; reason: string }[] = [];
  for (const { file, line, reason } of skipped) {
    const last = runs.at(-1);
    if (last?.file === file && last.reason === reason && last.to + 1 === line) {
      last.to = line;
      last.lines++;
    } else runs.push({ file, from: line, to: line, lines: 1, reason });
  }
  const shown = runs.slice(0, SHOWN);
  const rest = total - shown.reduce((sum, { lines }) => sum + lines, 0);
  const texts = shown.map(({ file, from, to, lines, reason }) =>
    lines === 1
      ? `  ${oneLine(file)}:${from} ${oneLine(reason)}`
      : `  ${oneLine(file)}:${from}-${to} ${oneLine(reason)} (${plural(lines, 'line')})`,
  );
  return rest > 0 ? [...texts, `  and ${plural(rest, 'more line')}`] : texts;
}
