import type { ScriptedAnswer, ScriptedQuestion } from '@total-recall/ports/testing';

export interface QuotedUnit {
  readonly id: string;
  readonly says: string;
}

/** The part of a question that a sweep shows to the model. */
interface Shown {
  readonly events?: readonly { readonly id: string; readonly text: string }[];
  readonly units?: readonly QuotedUnit[];
}

export type AnswersEdit = (question: 'diagnosis' | 'split' | 'merge', units: readonly QuotedUnit[]) => object | Promise<object>;

/**
 * A script for a model that takes each event for one fact about the user, which is told by the words before the first one
 * of `has`, `hosts` or `is`, replaces nothing, and answers questions about edits as it is told to.
 */
export function quotingModel(answersEdit: AnswersEdit): (question: ScriptedQuestion) => Promise<ScriptedAnswer> {
  return async ({ messages, asksFor }) => {
    const { events, units } = JSON.parse(messages.at(-1)!) as Shown;
    if (units) return { says: await answersEdit(asksFor as 'diagnosis' | 'split' | 'merge', units) };
    if (!events) return { says: { decisions: [] } };
    const own = { label: 'user', subject: 'user', value: null, confidence: 0.95 };
    const facts = events.map(({ id, text }) => ({
      event: id,
      quote: text,
      attribute: text.split(/ (?:has|hosts|is) /u)[0]!,
      ...own,
    }));
    return { says: { reads: [], facts } };
  };
}
