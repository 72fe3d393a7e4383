import { recordsIn, stringOr, type JsonRecord } from '../text/json-values.ts';
import type { AnswerForm, Round, ToolAnswer } from './answer-form.ts';
import { roundOf, shownItems, toldIn, usageOf } from './responses-round.ts';
import { createResponsesStream } from './responses-stream.ts';
import { joinUsage } from './usage.ts';

/** Answers of OpenAI's Responses API. */
export const RESPONSES_ANSWERS: AnswerForm = {
  readWhole: (answer, names) => (Array.isArray(answer.output) ? roundOf(answer, names) : undefined),
  hasText: ({ output }) => recordsIn(output).some(({ type, content }) => type === 'message' && recordsIn(content).some(isSaid)),
  withoutTexts: (answer) => ({ ...answer, output: recordsIn(answer.output).filter(({ type }) => type !== 'message') }),
  joinWhole(answers, names) {
    const output = answers.flatMap((answer) => shownItems(answer, names));
    return { ...answers.at(-1)!, output, usage: joinUsage(answers.map(({ usage }) => usage)) };
  },
  toldIn,
  usageOf: (answers) => usageOf(answers.map(({ usage }) => usage)),
  createStream: createResponsesStream,
  followUp,
  beside: (round, answers) => ({ messages: followUp(round, answers), results: [] }),
};

function followUp(round: Round, answers: readonly ToolAnswer[]): JsonRecord[] {
  const results = answers.map(({ call, text }) => ({ type: 'function_call_output', call_id: call.id, output: text }));
  return [round.message, ...results.map((item) => ({ role: 'tool', items: [item] }))];
}

function isSaid({ text, refusal }: JsonRecord): boolean {
  return stringOr(text, stringOr(refusal, '')).trim() !== '';
}
