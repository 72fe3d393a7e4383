import type { ChatTemplate } from '../policy/session-policy.ts';
import { alternateRoles } from './alternate-roles.ts';
import { groupResponses, type ModelResponse } from './group-responses.ts';
import { createCallNames, openAiCallId } from './name-calls.ts';
import { createToolNames, TOOL_NAME_CHARS, writeTools } from './name-tools.ts';
import type { OpenAiMessage, OpenAiPart } from './openai-message.ts';
import { isBlank, isSystem, OPENING, resultText, shownPictures, withStubs, type ImageData } from './show-block.ts';
import type { RenamedParts, WindowBlock } from './window-request.ts';
import { writeArguments } from './write-arguments.ts';

export interface OpenAiWindow {
  readonly messages: OpenAiMessage[];
  readonly tools: unknown[];
  readonly renamed: RenamedParts;
}

interface FormatOptions {
  readonly images?: ImageData;
  readonly tools?: readonly unknown[];
  readonly template?: ChatTemplate;
}

/**
 * Converts the window to OpenAI chat messages: one system message first, calls of one response in one message, every
 * result directly after, names and ids in the API's form. `strict` is for templates that require alternating roles.
 */
export function toOpenAiMessages(blocks: readonly WindowBlock[], options: FormatOptions = {}): OpenAiWindow {
  const { images = new Map<string, string>(), template = 'open' } = options;
  const tools = createToolNames(TOOL_NAME_CHARS.openai);
  const calls = createCallNames(openAiCallId(template));
  const declared = writeTools(options.tools ?? [], tools.write);
  const flowStart = blocks.findIndex((block) => !isSystem(block));
  const front = flowStart < 0 ? blocks : blocks.slice(0, flowStart);
  const system = front.map((block) => block.text.toWellFormed()).filter((text) => !isBlank(text));
  const flow = groupResponses(flowStart < 0 ? [] : blocks.slice(flowStart)).flatMap((part) =>
    part.kind === 'single' ? userMessages(part.block, images) : responseMessages(part, calls.next, tools.write),
  );
  if (flow.length === 0) flow.push({ role: 'user', content: OPENING });
  const spoken = template === 'strict' ? alternateRoles(flow) : trimLast(flow);
  const messages: OpenAiMessage[] = [...(system.length > 0 ? [{ role: 'system' as const, content: system.join('\n\n') }] : []), ...spoken];
  return { messages, tools: declared, renamed: { tools: tools.renamed, calls: calls.renamed } };
}

/** Trims the agent's last text: models that would continue it refuse white space at its end. */
function trimLast(messages: readonly OpenAiMessage[]): OpenAiMessage[] {
  const last = messages.at(-1)!;
  if (last.role !== 'assistant' || last.content === null) return [...messages];
  return [...messages.slice(0, -1), { ...last, content: last.content.trimEnd() }];
}

function responseMessages(
  { output, calls }: ModelResponse,
  nameCall: (callId: string) => string,
  writeTool: (name: string | undefined) => string,
): OpenAiMessage[] {
  const texts = output
    .filter((block) => block.eventKind === 'agent_message' && !isBlank(block.text))
    .map((block) => block.text.toWellFormed());
  if (texts.length === 0 && calls.length === 0) return [];
  const named = calls.map(({ call, result }) => ({ call, result, id: nameCall(call.callId!) }));
  const message: OpenAiMessage = {
    role: 'assistant',
    content: texts.length > 0 ? texts.join('\n') : null,
    ...(named.length > 0
      ? {
          tool_calls: named.map(({ call, id }) => ({
            id,
            type: 'function' as const,
            function: { name: writeTool(call.toolName), arguments: writeArguments(call.arguments).text },
          })),
        }
      : {}),
  };
  return [message, ...named.map(({ id, result }) => ({ role: 'tool' as const, tool_call_id: id, content: resultText(result, []) }))];
}

function userMessages(block: WindowBlock, images: ImageData): OpenAiMessage[] {
  const shown = shownPictures(block, images);
  const text = withStubs(block, shown);
  if (shown.length === 0) return isBlank(text) ? [] : [{ role: 'user', content: text }];
  const pictures = shown.map((artifact): OpenAiPart => ({
    type: 'image_url',
    image_url: { url: `data:${artifact.mime};base64,${images.get(artifact.id)}` },
  }));
  return [{ role: 'user', content: [...(isBlank(text) ? [] : [{ type: 'text' as const, text }]), ...pictures] }];
}
