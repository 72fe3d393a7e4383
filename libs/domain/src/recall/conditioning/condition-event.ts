import { accessFrequency } from './access-frequency.ts';
import type { Asking, AskingTask, ConditionedEvent, ConditioningSwitches } from './conditioning-input.ts';
import { forgetting } from './forgetting.ts';
import { phaseSalience } from './phase-salience.ts';
import { premiseCompatibility } from './premise-compatibility.ts';
import { recency } from './recency.ts';
import { selfAssessment } from './self-assessment.ts';
import { sensitivityPenalty } from './sensitivity-penalty.ts';
import { supersession } from './supersession.ts';
import { taskRelevance } from './task-relevance.ts';
import { rulesOf } from '../../event/kind-rules.ts';

/** Largest modifier, and smallest modifier of a live constraint. Source: features R3, 002 A.3. */
export const MODIFIER_MOST = 4;
export const LIVE_CONSTRAINT = 3;

/** Factors of an event, by name; the last is the product of all. */
export interface Conditioning {
  readonly task: number;
  readonly supersession: number;
  readonly premise: number;
  readonly phase: number;
  readonly selfAssessment: number;
  /** Raises the modifier of a live constraint to 3. */
  readonly constraint: number;
  /** Limits the modifier to 4. */
  readonly cap: number;
  /** Product of the above, 0 to 4. Events with 0 are not returned. */
  readonly modifier: number;
  /** Factors of the base score. */
  readonly recency: number;
  readonly frequency: number;
  readonly typePrior: number;
  readonly sensitivity: number;
  readonly forgetting: number;
  /** The modifier times the factors of the base score. */
  readonly product: number;
}

/**
 * Computes every factor of an event for the asker. Without a task all are 1 except `supersession`, and `forgetting`
 * where it is on. Disabled factors are 1, and so are factors that favour the present when history is asked for. Source:
 * 002 §5.2 A.3.
 */
export function conditionEvent(event: ConditionedEvent, { task, wantsHistory }: Asking, on: ConditioningSwitches): Conditioning {
  const when = (isOn: boolean, factor: (asking: AskingTask) => number): number => (task !== undefined && isOn ? factor(task) : 1);
  const parts = {
    task: when(on.task, (asking) => taskRelevance(event, asking)),
    supersession: on.supersession ? supersession(event, { wantsHistory }) : 1,
    premise: when(on.premise && !wantsHistory, (asking) => premiseCompatibility(event, asking)),
    phase: when(on.phase, ({ phase }) => phaseSalience(event, phase)),
    selfAssessment: when(on.selfAssessment, (asking) => selfAssessment(event, asking)),
  };
  const raw = parts.task * parts.supersession * parts.premise * parts.phase * parts.selfAssessment;
  const isGuarded = task !== undefined && on.constraints && raw > 0 && event.kind === 'constraint' && !event.superseded;
  const lifted = isGuarded ? Math.max(raw, LIVE_CONSTRAINT) : raw;
  const modifier = Math.min(MODIFIER_MOST, lifted);
  const base = {
    recency: when(on.recency, () => recency(event.ageMs)),
    frequency: when(on.frequency, () => accessFrequency(event.uses)),
    typePrior: when(on.typePrior, () => rulesOf(event.kind).prior),
    sensitivity: when(on.sensitivity, () => sensitivityPenalty(event.sensitive)),
    forgetting: on.forgetting ? forgetting(event.kind, event.ageMs) : 1,
  };
  return {
    ...parts,
    constraint: raw > 0 ? lifted / raw : 1,
    cap: lifted > 0 ? modifier / lifted : 1,
    modifier,
    ...base,
    product: modifier * base.recency * base.frequency * base.typePrior * base.sensitivity * base.forgetting,
  };
}
