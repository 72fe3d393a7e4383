import type { ChatTemplate } from '../policy/session-policy.ts';
import { alternateRoles } from './alternate-roles.ts';
import { groupResponses, type ModelResponse } from './group-responses.ts';
import { createCallNames, openAiCallId } from './name-calls.ts';
import { createToolNames, TOOL_NAME_CHARS, writeTools } from './name-tools.ts';
import type { OpenAiMessage, OpenAiPart } from './openai-message.ts';
import { isBlank, isSystem, OPENING, resultText, shownPictures, userText, withStubs, type ImageData } from './show-block.ts';
import type { RenamedParts, ShownPicture, WindowBlock } from './window-request.ts';
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
 * result directly after, then the results' pictures, names and ids in the API's form. `strict` is for templates that
 * require alternating roles.
 */
export function toOpenAiMessages(blocks: readonly WindowBlock[], options: FormatOptions = {}): OpenAiWindow {
  const { images = new Map<string, string>(), template = 'open' } = options;
  const tools = createToolNames(TOOL_NAME_CHARS.openai);
  const calls = createCallNames(openAiCallId(template));
  const declared = writeTools(options.tools ?? [], tools.write);
  const flowStart = blocks.findIndex((block) => !isSystem(block));
  const front = flowStart < 0 ? blocks : blocks.slice(0, flowStart);
  const system = front.map((block) => withStubs(block, [])).filter((text) => !isBlank(text));
  const writers = { nameCall: calls.next, writeTool: tools.write, images };
  const flow = groupResponses(flowStart < 0 ? [] : blocks.slice(flowStart)).flatMap((part) =>
    part.kind === 'single' ? userMessages(part.block, images) : responseMessages(part, writers),
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

interface ResponseWriters {
  readonly nameCall: (callId: string) => string;
  readonly writeTool: (name: string | undefined) => string;
  readonly images: ImageData;
}

function responseMessages({ output, calls }: ModelResponse, { nameCall, writeTool, images }: ResponseWriters): OpenAiMessage[] {
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
  const results = named.map(({ id, result }) => ({ role: 'tool' as const, tool_call_id: id, content: resultText(result, []) }));
  return [message, ...results, ...resultPictures(named, images)];
}

/** Returns a user message with the pictures of results: a result itself may hold text only, and says `[image]`. */
function resultPictures(results: readonly { id: string; result?: WindowBlock }[], images: ImageData): OpenAiMessage[] {
  const content = results.flatMap(({ id, result }): OpenAiPart[] => {
    const shown = result ? shownPictures(result, images) : [];
    if (shown.length === 0) return [];
    // An id is the caller's text, which must not end the note.
    return [{ type: 'text', text: `[image of the result of ${id.replace(/[^\w.:-]/g, '_')}]` }, ...pictureParts(shown, images)];
  });
  return content.length > 0 ? [{ role: 'user', content }] : [];
}

function userMessages(block: WindowBlock, images: ImageData): OpenAiMessage[] {
  const shown = shownPictures(block, images);
  const text = userText(block, shown);
  if (shown.length === 0) return isBlank(text) ? [] : [{ role: 'user', content: text }];
  return [{ role: 'user', content: [...(isBlank(text) ? [] : [{ type: 'text' as const, text }]), ...pictureParts(shown, images)] }];
}

function pictureParts(shown: readonly ShownPicture[], images: ImageData): OpenAiPart[] {
  return shown.map(({ id, mime }) => ({ type: 'image_url', image_url: { url: `data:${mime};base64,${images.get(id)}` } }));
}
