import type { Asking, ConditionedEvent } from './conditioning-input.ts';

const SUPERSEDED = 0.1;

/** Returns 0.1 for a superseded event, unless history is asked for. Source: 002 A.3. */
export function supersession({ superseded }: Pick<ConditionedEvent, 'superseded'>, { wantsHistory }: Pick<Asking, 'wantsHistory'>): number {
  return superseded && !wantsHistory ? SUPERSEDED : 1;
}
