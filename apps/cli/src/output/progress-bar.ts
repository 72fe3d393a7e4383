import type { Clock } from '@total-recall/ports';
import { CommandError, EXIT } from '../exit-code.ts';
import { duration } from './format-number.ts';
import type { Io, Terminal } from './terminal.ts';
import { cutTo, oneLine } from './text-width.ts';

/**
 * Progress on one line of standard error that is redrawn in place. It is silent if standard error is not a terminal.
 */
export interface ProgressBar {
  update(done: number, total: number, what: string): void;
  /** Clears the line. */
  clear(): void;
}

const REDRAW_MS = 80;
const CELLS = 24;
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

export function createProgressBar(
  io: Pick<Io, 'stderr'>,
  terminal: Pick<Terminal, 'animated' | 'noteStyle'>,
  clock: Pick<Clock, 'monotonicMs'>,
): ProgressBar {
  const startedMs = clock.monotonicMs();
  let drawnMs = -REDRAW_MS;
  let drawn = false;
  return {
    update(done, total, what) {
      const now = clock.monotonicMs();
      if (!terminal.animated || (now - drawnMs < REDRAW_MS && done < total)) return;
      drawnMs = now;
      drawn = true;
      const line = renderProgress(done, total, what, now - startedMs, (io.stderr.columns ?? 80) - 1);
      io.stderr.write(`\r\u001b[2K${terminal.noteStyle('cyan', line.bar)}${line.rest}`);
    },
    clear() {
      if (drawn) io.stderr.write('\r\u001b[2K');
      drawn = false;
    },
  };
}

/** Renders the two parts of the line, cut to fit: the bar, and the share, time left and current step. */
export function renderProgress(
  done: number,
  total: number,
  what: string,
  elapsedMs: number,
  columns: number,
): { bar: string; rest: string } {
  const share = total > 0 ? Math.min(1, done / total) : 0;
  const eighths = Math.floor(share * CELLS * 8);
  const full = '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8]!;
  const bar = `▕${full.padEnd(CELLS)}▏`;
  const left = done > 0 && share < 1 && elapsedMs > 1_000 ? ` ${duration((elapsedMs * (1 - share)) / share)} left` : '';
  const counts = ` ${String(Math.floor(share * 100)).padStart(3)} %${left}  `;
  return { bar, rest: counts + cutTo(oneLine(what), Math.max(8, columns - bar.length - counts.length)) };
}

/** Reports the stages of a long work, and ends it at the next step once it is interrupted. `ended` says what became of it. */
export function stagesOf(bar: ProgressBar, interrupted: AbortSignal, ended: string): (stage: string, done: number, total: number) => void {
  return (stage, done, total) => {
    if (interrupted.aborted) throw new CommandError(EXIT.interrupted, ended);
    bar.update(done, total, stage);
  };
}
