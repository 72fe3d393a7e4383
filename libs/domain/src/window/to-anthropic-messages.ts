import { createCallNames, type CallNames } from './name-calls.ts';
import { groupResponses, isBlank, isOutput, isPairedResult, withStubs, type ImageData } from './to-openai-messages.ts';
import type { WindowBlock } from './window-request.ts';

type Content = Record<string, unknown>;
interface AnthropicMessage {
  role: 'user' | 'assistant';
  content: Content[];
}

/** Stands first where a session begins with the agent: the API wants a user's message there. */
const OPENING = '[Start of the session]';

/**
 * The window as an Anthropic system prompt and messages: the user begins, roles alternate, all results of a response open the next
 * user message, every call's id is its own and of the characters that the API takes, and no text is blank.
 */
export function toAnthropicMessages(
  blocks: readonly WindowBlock[],
  images: ImageData = new Map(),
): { system: string; messages: AnthropicMessage[] } {
  const system: string[] = [];
  const messages: AnthropicMessage[] = [];
  const nameCalls = createCallNames((callId) => callId.replaceAll(/[^A-Za-z0-9_-]/g, '_') || 'call');
  const say = (role: AnthropicMessage['role'], content: Content[]) => {
    if (content.length === 0) return;
    const last = messages.at(-1);
    if (last?.role === role) last.content.push(...content);
    else messages.push({ role, content });
  };
  let inFlow = false;
  for (const group of groupResponses(blocks)) {
    if (group.kind === 'response') {
      inFlow = true;
      const ids = nameCalls(group.blocks);
      const output = group.blocks.filter(isOutput).flatMap((block) => outputContent(block, ids));
      if (messages.length === 0 && output.length > 0) say('user', [{ type: 'text', text: OPENING }]);
      say('assistant', output);
      say(
        'user',
        group.blocks.filter(isPairedResult).map((block) => resultContent(block, ids, images)),
      );
    } else if (!inFlow && isSystem(group.block)) system.push(group.block.text);
    else {
      inFlow = true;
      say('user', mixedContent(group.block, images));
    }
  }
  return { system: system.join('\n\n'), messages };
}

function isSystem(block: WindowBlock): boolean {
  return block.kind !== 'event' && block.kind !== 'marker' && block.kind !== 'pack' && block.kind !== 'user_message';
}

/** Thinking is left out: its signature belongs to the vendor, and unsigned thinking is refused. */
function outputContent(block: WindowBlock, ids: CallNames): Content[] {
  if (block.eventKind === 'tool_call') {
    return [{ type: 'tool_use', id: ids.get(block), name: block.toolName ?? 'unknown', input: parseArguments(block.arguments) }];
  }
  return block.eventKind === 'agent_message' && !isBlank(block.text) ? [{ type: 'text', text: block.text }] : [];
}

function parseArguments(text: string | undefined): unknown {
  if (!text) return {};
  try {
    const parsed: unknown = JSON.parse(text);
    return parsed !== null && typeof parsed === 'object' && !Array.isArray(parsed) ? parsed : { value: parsed };
  } catch {
    return { raw: text };
  }
}

function shownPictures(block: WindowBlock, images: ImageData) {
  return (block.artifacts ?? []).filter((artifact) => images.has(artifact.id));
}

/** Text and pictures of a block; a blank text is left out. */
function mixedContent(block: WindowBlock, images: ImageData): Content[] {
  const shown = shownPictures(block, images);
  const text = withStubs(block, shown);
  const pictures = shown.map((artifact) => ({
    type: 'image',
    source: { type: 'base64', media_type: artifact.mime, data: images.get(artifact.id) },
  }));
  return [...(isBlank(text) ? [] : [{ type: 'text', text }]), ...pictures];
}

function resultContent(block: WindowBlock, ids: CallNames, images: ImageData): Content {
  const content = shownPictures(block, images).length === 0 ? withStubs(block, []) : mixedContent(block, images);
  return { type: 'tool_result', tool_use_id: ids.get(block), content, ...(block.isError ? { is_error: true } : {}) };
}
