import { withFiles } from '../events/attached-files.ts';
import { readAiSteps, type AiResult } from './read-ai-result.ts';
import { readAnthropicMessage, type AnthropicResponse } from './read-anthropic-message.ts';
import {
  readChatCompletion,
  readChatMessage,
  readResponsesOutput,
  type ChatCompletionLike,
  type ChatMessageLike,
  type ResponsesLike,
} from './read-openai-response.ts';
import type { ResponseStep } from './response-parts.ts';
import type { NewEvent } from '../wire/wire-types.ts';

/**
 * A model's whole answer, as the official SDKs return it: a chat completion (or its message) or a response of `openai`,
 * a message of `@anthropic-ai/sdk`, the result of `generateText` or `streamText` of `ai`. For a stream, the result of
 * its final method.
 */
export type ModelResponse = ChatCompletionLike | ChatMessageLike | ResponsesLike | AnthropicResponse | AiResult;

const FORMS =
  'a chat completion or response of openai, a message of @anthropic-ai/sdk, or a result of generateText or streamText of ai. ' +
  'Of a stream give what it ends with: await stream.finalChatCompletion(), finalResponse() or finalMessage().';

/** Reads the steps of an answer. Throws TypeError for any other value. */
export async function readResponse(response: ModelResponse): Promise<readonly ResponseStep[]> {
  const given: object = Object(response) as object;
  if ('steps' in given) return readAiSteps(given as AiResult);
  if ('choices' in given && Array.isArray(given.choices)) return [readChatCompletion(given as ChatCompletionLike)];
  if ('tool_calls' in given && 'role' in given && given.role === 'assistant') return [chatStep(given as ChatMessageLike)];
  if ('output' in given && Array.isArray(given.output)) return [readResponsesOutput(given as ResponsesLike)];
  if ('content' in given && Array.isArray(given.content)) return [readAnthropicMessage(given as AnthropicResponse)];
  if ('role' in given && given.role === 'assistant') return [chatStep(given as ChatMessageLike)];
  throw new TypeError(`appendResponse takes ${FORMS}`);
}

function chatStep(message: ChatMessageLike): ResponseStep {
  return { parts: readChatMessage(message) };
}

/** Converts a step to events, each call with an id and a name, which local models may leave out. */
export function eventsOf(step: ResponseStep, messageId: string, original: (name: string) => string): NewEvent[] {
  return step.parts.flatMap((part): NewEvent[] => {
    if (part.kind === 'text') return isBlank(part.text) ? [] : [{ kind: 'agent_message', text: part.text.toWellFormed(), messageId }];
    if (part.kind === 'thinking') {
      if (isBlank(part.text) && !part.seal) return [];
      return [{ kind: 'thinking', text: part.text.toWellFormed(), messageId, ...(part.seal ? { thinking: part.seal } : {}) }];
    }
    if (part.kind === 'call') {
      const { id, name, arguments: args } = part.call;
      const made: NewEvent = { kind: 'tool_call', call: { id, name: original(name), arguments: args.toWellFormed() }, messageId };
      return part.seal ? [{ kind: 'thinking', text: '', messageId, thinking: { ...part.seal, callId: id } }, made] : [made];
    }
    const call = { id: part.id, name: original(part.name) };
    return withFiles({ kind: 'tool_result', call, text: part.text.toWellFormed(), ...(part.isError ? { isError: true } : {}) }, part.files);
  });
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}
