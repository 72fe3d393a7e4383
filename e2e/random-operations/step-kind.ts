import fc from 'fast-check';
import type { Stage } from './stage.ts';

/** A kind of step: how often it comes, what is drawn for it, and what it does to the service and to the model, and checks. */
export interface StepKind<D> {
  readonly weight: number;
  readonly draws: fc.Arbitrary<D>;
  play(stage: Stage, drawn: D): Promise<void>;
}

/** Step kinds of one area, by name. */
export type StepKinds = Readonly<Record<string, Omit<StepKind<never>, 'draws'> & { readonly draws: fc.Arbitrary<unknown> }>>;

export function stepKind<D>(weight: number, draws: fc.Arbitrary<D>, play: (stage: Stage, drawn: D) => Promise<void>): StepKind<D> {
  return { weight, draws, play };
}

/** A place in a list, taken modulo its length when the step is played. */
export const place = fc.nat(10_000);
/** For steps that draw nothing. */
export const nothing = fc.constant(undefined);
