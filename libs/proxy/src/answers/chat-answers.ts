import { isRecord, recordsIn, type JsonRecord } from '../text/json-values.ts';
import { ENDED_WITHIN, type AnswerForm } from './answer-form.ts';
import { isSaid, joinMessages, messageIn, reasonOf, roundOf, usageOf } from './chat-round.ts';
import { createChatStream } from './chat-stream.ts';
import { joinUsage } from './usage.ts';

/** Answers of OpenAI's chat completions. */
export const CHAT_ANSWERS: AnswerForm = {
  readWhole(answer, names) {
    const message = messageIn(answer);
    return message && roundOf(message, recordsIn(answer.choices)[0]!.finish_reason, names);
  },
  hasText: (answer) => isSaid(messageIn(answer)?.content),
  withoutTexts(answer) {
    const [choice] = recordsIn(answer.choices);
    return { ...answer, choices: [{ ...choice, message: { ...messageIn(answer), content: null }, logprobs: null }] };
  },
  joinWhole(answers, names) {
    const last = answers.at(-1)!;
    const messages = answers.map((answer) => messageIn(answer)!);
    const told = joinMessages(messages, names, ENDED_WITHIN);
    const { finish_reason: reason, ...ended } = recordsIn(last.choices)[0]!;
    const logprobs = joinLogprobs(answers.map(({ choices }) => recordsIn(choices)[0]!.logprobs));
    const choice = {
      ...ended,
      message: told,
      ...(logprobs && { logprobs }),
      finish_reason: reasonOf(reason, told.tool_calls !== undefined),
    };
    return { ...last, choices: [choice], usage: joinUsage(answers.map(({ usage }) => usage)) };
  },
  toldIn: (answer) => messageIn(answer)!,
  usageOf: (answers) => usageOf(answers.map(({ usage }) => usage)),
  createStream: createChatStream,
  followUp: (round, answers) => [
    round.message,
    ...answers.map(({ call, text }) => ({ role: 'tool', tool_call_id: call.id, content: text })),
  ],
  beside: (round, answers) => ({ messages: CHAT_ANSWERS.followUp(round, answers), results: [] }),
};

/** Joins the probabilities of tokens, which stand in a list for each field of the message; undefined where there are none. */
function joinLogprobs(all: readonly unknown[]): JsonRecord | undefined {
  const given = all.filter(isRecord);
  const fields = new Set(given.flatMap((one) => Object.keys(one)));
  const joined = [...fields].map((field) => {
    const lists = given.map((one) => one[field]).filter(Array.isArray);
    return [field, lists.length > 0 ? lists.flat() : null];
  });
  return given.length > 0 ? (Object.fromEntries(joined) as JsonRecord) : undefined;
}
