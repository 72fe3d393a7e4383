import { isRecord, parseRecord, recordsIn, stringOr, type JsonRecord } from '../text/json-values.ts';
import {
  ownTool,
  type AnswerForm,
  type AnswerStream,
  type OwnCall,
  type OwnToolNames,
  type Round,
  type StreamEvent,
} from './answer-form.ts';
import { numberIn, sumUsage } from './usage.ts';

/** Stands between what the model said before and after it recalled something. */
const GAP = '\n\n';

/** Answers of OpenAI's chat completions. */
export const CHAT_ANSWERS: AnswerForm = {
  readWhole(answer, names) {
    const message = messageIn(answer);
    return message && roundOf(message, names);
  },
  joinWhole(answers, names) {
    const last = answers.at(-1)!;
    const messages = answers.map((answer) => messageIn(answer)!);
    const told = joinMessages(messages, names);
    const { finish_reason: reason, ...ended } = recordsIn(last.choices)[0]!;
    const choice = { ...ended, message: told, finish_reason: reasonOf(reason, told.tool_calls !== undefined) };
    return { ...last, choices: [choice], usage: sumUsage(answers.map(({ usage }) => usage)) };
  },
  toldIn: (answer) => messageIn(answer)!,
  usageOf(answers) {
    const usage = sumUsage(answers.map((answer) => answer.usage));
    const cached = numberIn(usage.prompt_tokens_details, 'cached_tokens');
    return { input: numberIn(usage, 'prompt_tokens') - cached, cached, output: numberIn(usage, 'completion_tokens') };
  },
  createStream: createChatStream,
  followUp: (round, answers) => [
    round.message,
    ...answers.map(({ call, text }) => ({ role: 'tool', tool_call_id: call.id, content: text })),
  ],
  beside: (round, answers) => ({ messages: CHAT_ANSWERS.followUp(round, answers), results: [] }),
};

function messageIn(answer: JsonRecord): JsonRecord | undefined {
  const choices = recordsIn(answer.choices);
  return choices.length === 1 && isRecord(choices[0]!.message) ? choices[0]!.message : undefined;
}

/** Why the last round ended, as the caller is to see it: not for calls that were answered here. */
function reasonOf(reason: unknown, hasCalls: boolean): unknown {
  return reason === 'tool_calls' && !hasCalls ? 'stop' : reason;
}

function functionIn(call: JsonRecord): JsonRecord {
  return isRecord(call.function) ? call.function : {};
}

function roundOf(message: JsonRecord, names: OwnToolNames | undefined): Round {
  const calls = recordsIn(message.tool_calls);
  const own = calls.flatMap((call): OwnCall[] => {
    const { name, arguments: args } = functionIn(call);
    const tool = ownTool(names, name);
    return tool ? [{ id: stringOr(call.id, ''), tool, arguments: stringOr(args, '') }] : [];
  });
  const { role, content, tool_calls: made } = message;
  const said = { role, content: content ?? null, ...(calls.length > 0 && { tool_calls: made }) };
  return { message: said, own, others: calls.length - own.length };
}

function joinMessages(messages: readonly JsonRecord[], names: OwnToolNames | undefined): JsonRecord {
  const texts = messages.flatMap(({ content }) => (typeof content === 'string' && content !== '' ? [content] : []));
  const calls = messages.flatMap((message) => recordsIn(message.tool_calls)).filter((call) => !ownTool(names, functionIn(call).name));
  const { tool_calls: _calls, ...last } = messages.at(-1)!;
  return { ...last, content: texts.length > 0 ? texts.join(GAP) : null, ...(calls.length > 0 && { tool_calls: calls }) };
}

/** A call as its pieces come in. `shownAt` is its index for the caller, absent for one of ours. */
interface CallInMaking {
  readonly call: Record<string, unknown>;
  name: string;
  args: string;
  readonly shownAt?: number;
}

function createChatStream(names: OwnToolNames | undefined): AnswerStream {
  const told: JsonRecord[] = [];
  const usages: unknown[] = [];
  let calls = new Map<unknown, CallInMaking>();
  let text = '';
  let rounds = 0;
  let shownCalls = 0;
  let firstId: unknown;
  let ending: JsonRecord | undefined;
  let heldRaw = '';
  let isPlain = true;
  /** True for an answer of several choices, which is no message of a conversation. */
  let isSeveral = false;

  /** Takes the pieces of calls and returns those that the caller gets, under the caller's indexes. */
  function takeCalls(pieces: readonly JsonRecord[]): JsonRecord[] {
    return pieces.flatMap((piece) => {
      const made = functionIn(piece);
      let known = calls.get(piece.index);
      if (!known) {
        const isOwn = ownTool(names, made.name) !== undefined;
        known = { call: { id: piece.id, type: piece.type ?? 'function' }, name: '', args: '', ...(!isOwn && { shownAt: shownCalls++ }) };
        calls.set(piece.index, known);
      }
      known.name += stringOr(made.name, '');
      known.args += stringOr(made.arguments, '');
      if (known.shownAt !== piece.index) isPlain = false;
      return known.shownAt === undefined ? [] : [{ ...piece, index: known.shownAt }];
    });
  }

  function takeDelta(chunk: JsonRecord, choice: JsonRecord, raw: string): string {
    const delta: Record<string, unknown> = { ...(isRecord(choice.delta) ? choice.delta : {}) };
    const before = text;
    text += stringOr(delta.content, '');
    if (delta.tool_calls !== undefined) {
      delta.tool_calls = takeCalls(recordsIn(delta.tool_calls));
      if ((delta.tool_calls as unknown[]).length === 0) delete delta.tool_calls;
    }
    if (rounds === 0 && isPlain) return raw;
    if (rounds > 0) {
      delete delta.role;
      delete delta.refusal;
      const hasGap = before === '' && text !== '' && told.some(({ content }) => stringOr(content, '') !== '');
      if (hasGap) delta.content = `${GAP}${stringOr(delta.content, '')}`;
      else if (delta.content === '' || delta.content === null) delete delta.content;
    }
    return Object.keys(delta).length === 0 ? '' : dataLine({ ...chunk, id: firstId, choices: [{ ...choice, delta }] });
  }

  return {
    take({ raw, data }: StreamEvent) {
      const chunk = parseRecord(data);
      isSeveral ||= recordsIn(chunk?.choices).some(({ index = 0 }) => index !== 0);
      if (isSeveral) {
        const all = heldRaw + raw;
        heldRaw = '';
        return all;
      }
      if (chunk?.usage !== undefined && chunk.usage !== null) usages[rounds] = chunk.usage;
      const choice = recordsIn(chunk?.choices)[0];
      firstId ??= chunk?.id;
      if (ending || !chunk || data === '[DONE]') {
        if (!ending) return raw;
        heldRaw += raw;
        return '';
      }
      if (!choice || isRecord(chunk.error)) return raw;
      if (choice.finish_reason === null || choice.finish_reason === undefined) return takeDelta(chunk, choice, raw);
      const last = takeDelta(chunk, { ...choice, finish_reason: null }, '');
      ending = chunk;
      heldRaw += raw;
      return rounds === 0 && isPlain ? '' : last;
    },
    endRound() {
      if (!ending || isSeveral) return undefined;
      const made = [...calls.values()].map(({ call, name, args }) => ({ ...call, function: { name, arguments: args } }));
      const message = { role: 'assistant', content: text === '' ? null : text, ...(made.length > 0 && { tool_calls: made }) };
      const round = roundOf(message, names);
      told.push(message);
      calls = new Map();
      text = '';
      rounds += 1;
      if (round.own.length > 0) isPlain = false;
      if (round.own.length > 0 && round.others === 0) [ending, heldRaw] = [undefined, ''];
      return round;
    },
    finish() {
      if (isPlain && rounds <= 1) return heldRaw;
      // An answer that was broken off has no end.
      if (!ending) return '';
      const { finish_reason: reason, ...ended } = recordsIn(ending.choices)[0]!;
      const choice = { ...ended, delta: {}, finish_reason: reasonOf(reason, shownCalls > 0) };
      const usage = heldRaw.includes('"usage"') && usages.length > 0 ? [dataLine({ ...ending, choices: [], usage: sumUsage(usages) })] : [];
      return [dataLine({ ...ending, id: firstId, usage: undefined, choices: [choice] }), ...usage, 'data: [DONE]\n\n'].join('');
    },
    told: () => joinMessages(told, names),
    usage: () => CHAT_ANSWERS.usageOf(usages.map((usage) => ({ usage }))),
  };
}

function dataLine(value: JsonRecord): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}
