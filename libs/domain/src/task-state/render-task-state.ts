import type { TaskItem, TaskState } from './task-state.ts';

/**
 * The card as the model reads it: one line an item, empty fields left out, always in the same order so that a prompt cache holds.
 * Source: 002 §4.3.
 */
export function renderTaskState(state: TaskState): string {
  const lines = [
    `[Task state v${state.version}${state.taskId ? ` | task ${state.taskId}` : ''}${state.phase ? ` | phase ${state.phase}` : ''}]`,
  ];
  const list = (title: string, items: readonly string[] | undefined) => {
    if (items && items.length > 0) lines.push(`${title}:`, ...items.map((item) => `- ${item}`));
  };
  const texts = (items: readonly TaskItem[] | undefined) => items?.map((item) => item.text);
  list('Goals', state.goals);
  list('Constraints', texts(state.constraints));
  list('Open loops', texts(state.openLoops));
  list('Next actions', state.nextActions);
  list('Milestones', state.milestones);
  list('Acceptance criteria', state.acceptanceCriteria);
  list('Risks', state.risks);
  list(
    'Premises',
    Object.entries(state.premises ?? {}).map(([name, value]) => `${name} = ${value}`),
  );
  list('Key events', state.keyEvents);
  list('Key artifacts', state.keyArtifacts);
  if (state.extensions && Object.keys(state.extensions).length > 0) lines.push(`Extensions: ${JSON.stringify(state.extensions)}`);
  return lines.join('\n');
}
