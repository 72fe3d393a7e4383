import type {
  AnthropicAssistantContent,
  AnthropicImage,
  AnthropicImageType,
  AnthropicMessage,
  AnthropicText,
  AnthropicUserContent,
} from './anthropic-message.ts';
import { groupResponses, type ModelResponse } from './group-responses.ts';
import { anthropicCallId, createCallNames } from './name-calls.ts';
import { createToolNames, TOOL_NAME_CHARS, writeTools } from './name-tools.ts';
import { CLOSING, isBlank, isSystem, OPENING, resultText, shownPictures, userText, withStubs, type ImageData } from './show-block.ts';
import type { RenamedParts, WindowBlock } from './window-request.ts';
import { writeArguments } from './write-arguments.ts';

export interface AnthropicWindow {
  /** Absent where it would be empty: the API refuses a blank one. */
  readonly system?: string;
  readonly messages: AnthropicMessage[];
  readonly tools: unknown[];
  readonly renamed: RenamedParts;
}

interface FormatOptions {
  readonly images?: ImageData;
  readonly tools?: readonly unknown[];
}

/**
 * Converts the window to an Anthropic system prompt and messages: the user is first and last, roles alternate, all
 * results of a response open the next user message, thinking begins its message and never ends it, names and ids are in
 * the API's form, and no text is blank.
 */
export function toAnthropicMessages(blocks: readonly WindowBlock[], options: FormatOptions = {}): AnthropicWindow {
  const { images = new Map<string, string>() } = options;
  const tools = createToolNames(TOOL_NAME_CHARS.anthropic);
  const calls = createCallNames(anthropicCallId);
  const declared = writeTools(options.tools ?? [], tools.write);
  const talk = createTalk();
  const flowStart = blocks.findIndex((block) => !isSystem(block));
  const front = flowStart < 0 ? blocks : blocks.slice(0, flowStart);
  const system = front.map((block) => withStubs(block, [])).filter((text) => !isBlank(text));
  for (const part of groupResponses(flowStart < 0 ? [] : blocks.slice(flowStart))) {
    if (part.kind === 'single') talk.user(mixedContent(part.block, images));
    else addResponse(talk, part, { nameCall: calls.next, writeTool: tools.write, images });
  }
  return {
    ...(system.length > 0 ? { system: system.join('\n\n') } : {}),
    messages: talk.end(),
    tools: declared,
    renamed: { tools: tools.renamed, calls: calls.renamed },
  };
}

interface Talk {
  user(content: readonly AnthropicUserContent[]): void;
  agent(content: readonly AnthropicAssistantContent[]): void;
  end(): AnthropicMessage[];
}

/**
 * Collects messages that alternate: consecutive content of one role becomes one message. Content of the agent that begins
 * with thinking begins a message, behind the words with which a window ends that was sent in between.
 */
function createTalk(): Talk {
  const messages: AnthropicMessage[] = [];
  const user: Talk['user'] = (content) => {
    const last = messages.at(-1);
    if (content.length === 0) return;
    if (last?.role === 'user') last.content.push(...content);
    else messages.push({ role: 'user', content: [...content] });
  };
  return {
    user,
    agent(content) {
      if (content.length === 0) return;
      if (messages.length === 0) user([{ type: 'text', text: OPENING }]);
      if (messages.at(-1)!.role === 'assistant' && isThinking(content[0]!)) user([{ type: 'text', text: CLOSING }]);
      const last = messages.at(-1)!;
      if (last.role === 'assistant') last.content.push(...content);
      else messages.push({ role: 'assistant', content: [...content] });
    },
    end() {
      // A window that ends with the agent would ask the model to continue that message, which newer models refuse.
      if (messages.length === 0) user([{ type: 'text', text: OPENING }]);
      else if (messages.at(-1)!.role === 'assistant') user([{ type: 'text', text: CLOSING }]);
      return messages;
    },
  };
}

interface ResponseWriters {
  readonly nameCall: (callId: string) => string;
  readonly writeTool: (name: string | undefined) => string;
  readonly images: ImageData;
}

/**
 * Adds a response. Thinking is sent back with its signature, before all else; unsigned thinking, and thinking that
 * nothing follows, would be refused and is left out.
 */
function addResponse(talk: Talk, { output, calls }: ModelResponse, { nameCall, writeTool, images }: ResponseWriters): void {
  const ids = new Map(calls.map(({ call }) => [call, nameCall(call.callId!)]));
  const content = output.flatMap((block): AnthropicAssistantContent[] => {
    const id = ids.get(block);
    if (id !== undefined)
      return [{ type: 'tool_use', id, name: writeTool(block.toolName), input: { ...writeArguments(block.arguments).value } }];
    if (block.eventKind === 'thinking') return thinkingContent(block);
    return block.eventKind === 'agent_message' && !isBlank(block.text) ? [{ type: 'text', text: block.text.toWellFormed() }] : [];
  });
  const ledOn = content.slice(0, content.findLastIndex((part) => !isThinking(part)) + 1);
  talk.agent([...ledOn.filter(isThinking), ...ledOn.filter((part) => !isThinking(part))]);
  talk.user(calls.map(({ call, result }) => resultContent(ids.get(call)!, result, images)));
}

function isThinking({ type }: AnthropicAssistantContent): boolean {
  return type === 'thinking' || type === 'redacted_thinking';
}

function thinkingContent({ text, thinking }: WindowBlock): AnthropicAssistantContent[] {
  if (thinking?.vendor !== undefined && thinking.vendor !== 'anthropic') return [];
  if (thinking?.signature !== undefined) return [{ type: 'thinking', thinking: text.toWellFormed(), signature: thinking.signature }];
  return thinking?.redacted === undefined ? [] : [{ type: 'redacted_thinking', data: thinking.redacted }];
}

/** Returns text and pictures of a block, without blank text. */
function mixedContent(block: WindowBlock, images: ImageData): (AnthropicText | AnthropicImage)[] {
  const shown = shownPictures(block, images);
  const text = userText(block, shown);
  const pictures = shown.map((artifact): AnthropicImage => ({
    type: 'image',
    source: { type: 'base64', media_type: artifact.mime as AnthropicImageType, data: images.get(artifact.id)! },
  }));
  return [...(isBlank(text) ? [] : [{ type: 'text' as const, text }]), ...pictures];
}

function resultContent(id: string, result: WindowBlock | undefined, images: ImageData): AnthropicUserContent {
  // A result marked as an error may hold text only.
  const pictures = result && !result.isError ? shownPictures(result, images) : [];
  const content = pictures.length > 0 ? mixedContent(result!, images) : resultText(result, []);
  return { type: 'tool_result', tool_use_id: id, content, ...(result?.isError ? { is_error: true } : {}) };
}
