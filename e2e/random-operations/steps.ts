import fc from 'fast-check';
import { AT_ONCE } from './areas/at-once.ts';
import { COPIES } from './areas/copies.ts';
import { ERASURES } from './areas/erasures.ts';
import { FACTS } from './areas/facts.ts';
import { KEYS } from './areas/keys.ts';
import { QUESTIONS } from './areas/questions.ts';
import { SUBTASKS } from './areas/subtasks.ts';
import { TALK } from './areas/talk.ts';
import { WINDOWS } from './areas/windows.ts';
import type { StepKinds } from './step-kind.ts';

/** All kinds of steps, an area after the other. */
export const KINDS: StepKinds = { ...TALK, ...WINDOWS, ...QUESTIONS, ...FACTS, ...ERASURES, ...SUBTASKS, ...KEYS, ...COPIES, ...AT_ONCE };

/** A step with what was drawn for it. Sessions and events are drawn as numbers, taken modulo what there is when it is played. */
export interface Step {
  readonly does: string;
  readonly drawn: unknown;
}

/** Draws steps of people, agents and operators; those that agents do all the time come more often. */
export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  ...Object.entries(KINDS).map(([does, { weight, draws }]) => ({ weight, arbitrary: draws.map((drawn): Step => ({ does, drawn })) })),
);
