import type { GateFigure, GateFigures } from './gate-figure.ts';

export interface GateVerdict {
  readonly name: string;
  readonly verdict: 'holds' | 'worse' | 'better' | 'not accepted yet' | 'missing' | 'other questions';
  readonly accepted?: GateFigure;
  readonly measured?: GateFigure;
}

/**
 * Compares every figure with its accepted value. A figure that is no longer measured, is new, or covers other questions
 * fails too and must be accepted. Where the service selects the questions, such as those it calls answered, only the
 * share is compared.
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

/** Tolerance for rounding. */
const EPSILON = 1e-9;

function compare(before: GateFigure, now: GateFigure): GateVerdict['verdict'] {
  if (before.n !== now.n && now.isOfChosen !== true) return 'other questions';
  const gain = before.better === 'higher' ? now.value - before.value : before.value - now.value;
  if (gain < -before.tolerance - EPSILON) return 'worse';
  return gain > before.tolerance + EPSILON ? 'better' : 'holds';
}

/** Returns true when the run may pass. Better figures pass, and are worth accepting. */
export function passesGate(verdicts: readonly GateVerdict[]): boolean {
  return verdicts.length > 0 && verdicts.every(({ verdict }) => verdict === 'holds' || verdict === 'better');
}
