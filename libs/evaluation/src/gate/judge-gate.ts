import type { GateFigure, GateFigures } from './gate-figure.ts';

export interface GateVerdict {
  readonly name: string;
  readonly verdict: 'holds' | 'worse' | 'better' | 'not accepted yet' | 'missing' | 'other questions';
  readonly accepted?: GateFigure;
  readonly measured?: GateFigure;
}

/**
 * Every figure beside its accepted one. A figure that is not measured any more, is new, or is over other questions fails too: it is to be
 * accepted. Where the service chooses the questions, as those it says are answered, their share alone is compared.
 */
export function judgeGate(accepted: GateFigures, measured: GateFigures): GateVerdict[] {
  const names = [...new Set([...Object.keys(accepted), ...Object.keys(measured)])];
  return names.map((name): GateVerdict => {
    const [before, now] = [accepted[name], measured[name]];
    if (before === undefined) return { name, verdict: 'not accepted yet', measured: now };
    if (now === undefined) return { name, verdict: 'missing', accepted: before };
    return { name, verdict: compare(before, now), accepted: before, measured: now };
  });
}

/** Room for rounding. */
const EPSILON = 1e-9;

function compare(before: GateFigure, now: GateFigure): GateVerdict['verdict'] {
  if (before.n !== now.n && now.isOfChosen !== true) return 'other questions';
  const gain = before.better === 'higher' ? now.value - before.value : before.value - now.value;
  if (gain < -before.tolerance - EPSILON) return 'worse';
  return gain > before.tolerance + EPSILON ? 'better' : 'holds';
}

/** Whether the run may pass. What got better passes, and is worth accepting. */
export function passesGate(verdicts: readonly GateVerdict[]): boolean {
  return verdicts.length > 0 && verdicts.every(({ verdict }) => verdict === 'holds' || verdict === 'better');
}
