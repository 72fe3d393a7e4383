import type { TaskState } from '../task-state/task-state.ts';
import type { RepeatsErased } from './erased-speech.ts';

const IN_ITS_PLACE = '[erased]';

/**
 * Removes from a task state everything that only erased events said. Returns the same object where there is nothing to
 * remove. Fields that the fold needs stay, as in the rest of an erased event.
 */
export function redactTaskState(state: TaskState, saysErased: RepeatsErased): TaskState {
  let changed = false;
  const redact = (value: unknown): unknown => {
    if (typeof value === 'string') {
      if (!saysErased(value)) return value;
      changed = true;
      return IN_ITS_PLACE;
    }
    if (Array.isArray(value)) return value.map(redact);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [redactName(name), redact(field)]));
  };
  const redactName = (name: string): string => {
    if (!saysErased(name)) return name;
    changed = true;
    return IN_ITS_PLACE;
  };
  const { version, premiseVersion, taskId, phase, keyEvents, ...fields } = state;
  const redacted = redact(fields) as Partial<TaskState>;
  if (!changed) return state;
  return {
    ...redacted,
    version,
    premiseVersion,
    ...(taskId !== undefined && { taskId }),
    ...(phase && { phase }),
    ...(keyEvents && { keyEvents }),
  };
}
