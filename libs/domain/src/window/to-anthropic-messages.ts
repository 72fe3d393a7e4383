import { groupResponses, isOutput, isPairedResult, type ImageData } from './to-openai-messages.ts';
import type { WindowBlock } from './window-request.ts';

type Content = Record<string, unknown>;
interface AnthropicMessage {
  role: 'user' | 'assistant';
  content: Content[];
}

/** The window as an Anthropic system prompt and messages: roles alternate, all results of a response open the next user message. */
export function toAnthropicMessages(blocks: readonly WindowBlock[], images: ImageData = new Map()): { system: string; messages: AnthropicMessage[] } {
  const system: string[] = [];
  const messages: AnthropicMessage[] = [];
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
      say('assistant', group.blocks.filter(isOutput).flatMap(outputContent));
      say('user', group.blocks.filter(isPairedResult).map((block) => resultContent(block, images)));
    } else if (!inFlow && isSystem(group.block)) system.push(group.block.text);
    else {
      inFlow = true;
      say('user', userContent(group.block, images));
    }
  }
  return { system: system.join('\n\n'), messages };
}

function isSystem(block: WindowBlock): boolean {
  return block.kind !== 'event' && block.kind !== 'marker' && block.kind !== 'user_message';
}

/** Thinking is left out: its signature belongs to the vendor, and unsigned thinking is refused. */
function outputContent(block: WindowBlock): Content[] {
  if (block.eventKind === 'tool_call') {
    return [{ type: 'tool_use', id: block.callId ?? block.eventId, name: block.toolName ?? 'unknown', input: parseArguments(block.arguments) }];
  }
  return block.eventKind === 'agent_message' && block.text.length > 0 ? [{ type: 'text', text: block.text }] : [];
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

function imageContent(block: WindowBlock, images: ImageData): Content[] {
  return (block.artifacts ?? [])
    .filter((artifact) => images.has(artifact.id))
    .map((artifact) => ({ type: 'image', source: { type: 'base64', media_type: artifact.mime, data: images.get(artifact.id) } }));
}

function resultContent(block: WindowBlock, images: ImageData): Content {
  const pictures = imageContent(block, images);
  const content = pictures.length === 0 ? block.text : [...(block.text ? [{ type: 'text', text: block.text }] : []), ...pictures];
  return { type: 'tool_result', tool_use_id: block.callId, content, ...(block.isError ? { is_error: true } : {}) };
}

function userContent(block: WindowBlock, images: ImageData): Content[] {
  const text = block.text.length > 0 ? [{ type: 'text', text: block.text }] : [];
  return [...text, ...imageContent(block, images)];
}
