import { checkFacts } from './check-answers.ts';
import { markOf } from './memory-model.ts';
import type { Stage } from './stage.ts';

export type Decision = 'remember' | 'correct' | 'forget';

/** Has a person decide about an attribute, and checks what is known then. Nothing is corrected or forgotten that is not known. */
export async function decide(stage: Stage, decision: Decision, attribute: string): Promise<void> {
  const { model, space } = stage;
  const before = model.values.get(attribute);
  const value = markOf((model.counter += 1));
  const text = `The ${attribute} is ${value}.`;
  if (decision === 'remember') {
    const { entryId, fact } = await space.remember({ label: 'project', subject: 'project', attribute, value, text });
    model.values.set(attribute, { factId: fact.id, value });
    model.decisions.push({ entryId, attribute, before });
  } else if (before && decision === 'correct') {
    const { entryId, fact } = await space.correct(before.factId, { text, value });
    model.values.set(attribute, { factId: fact.id, value });
    model.decisions.push({ entryId, attribute, before });
  } else if (before) {
    const { entryId } = await space.forget(before.factId);
    model.values.delete(attribute);
    model.decisions.push({ entryId, attribute, before });
  }
  model.era += 1;
  await checkFacts(stage);
}
