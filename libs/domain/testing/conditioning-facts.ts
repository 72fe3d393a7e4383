import type { Asking, AskingTask, ConditionedEvent } from '../src/recall/conditioning/conditioning-input.ts';
import type { PremiseVersion } from '../src/session/session-state.ts';
import { hashPremises } from '../src/task-state/premise-history.ts';

/** Creates a task with nothing that conditions except its id. */
export function askingTask(fields: Partial<AskingTask> = {}): AskingTask {
  return {
    taskId: 'own',
    premises: {},
    premiseVersion: 0,
    premiseHistory: [],
    requiresSelfAssessment: false,
    allowsOtherTasks: false,
    ...fields,
  };
}

/** Creates a question for that task, not for history. */
export function askingFor(task: AskingTask): Asking {
  return { task, wantsHistory: false };
}

/** Creates facts of a new user message without a task. */
export function eventFacts(fields: Partial<ConditionedEvent> = {}): ConditionedEvent {
  return {
    kind: 'user_message',
    tags: [],
    hints: [],
    superseded: false,
    sensitive: false,
    named: false,
    ownSession: false,
    ageMs: 0,
    uses: 0,
    ...fields,
  };
}

export function premisesAt(version: number, premises: Readonly<Record<string, string>>): PremiseVersion {
  return { version, premises: hashPremises(premises) };
}
