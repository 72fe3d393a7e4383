import { createCallNames, type CallNames } from './name-calls.ts';
import type { WindowBlock } from './window-request.ts';

/** Image bytes by artifact id, base64, for the formats that carry them inline. */
export type ImageData = ReadonlyMap<string, string>;

interface OpenAiCall {
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
}

type OpenAiMessage =
  | { role: 'system' | 'user'; content: string | unknown[] }
  | { role: 'assistant'; content: string | null; tool_calls?: OpenAiCall[] }
  | { role: 'tool'; tool_call_id: string; content: string };

/** The window as OpenAI chat messages: calls of one response share a message, every result follows directly. */
export function toOpenAiMessages(blocks: readonly WindowBlock[], images: ImageData = new Map()): OpenAiMessage[] {
  const messages: OpenAiMessage[] = [];
  const nameCalls = createCallNames((callId) => callId);
  for (const response of groupResponses(blocks)) {
    if (response.kind === 'single') messages.push(...single(response.block, images));
    else messages.push(...responseMessages(response.blocks, nameCalls(response.blocks)));
  }
  return messages;
}

export type ResponseGroup =
  { readonly kind: 'single'; readonly block: WindowBlock } | { readonly kind: 'response'; readonly blocks: readonly WindowBlock[] };

/** Runs of blocks that make one model response: its thinking, text and calls, with the results between them, of the same turn. */
export function groupResponses(blocks: readonly WindowBlock[]): ResponseGroup[] {
  const groups: ResponseGroup[] = [];
  let open: WindowBlock[] | undefined;
  for (const block of blocks) {
    const isPart = isOutput(block) || isPairedResult(block);
    if (isPart && open && open[0]!.turn === block.turn && !startsAnew(open, block)) {
      open.push(block);
      continue;
    }
    open = isPart ? [block] : undefined;
    groups.push(open ? { kind: 'response', blocks: open } : { kind: 'single', block });
  }
  return groups;
}

function startsAnew(open: readonly WindowBlock[], block: WindowBlock): boolean {
  return (
    block.eventKind === 'agent_message' && open.some((other) => other.eventKind === 'agent_message' || other.eventKind === 'tool_call')
  );
}

export function isOutput(block: WindowBlock): boolean {
  if (block.kind !== 'event') return false;
  // A call that cannot be read has no id to be answered by: it is told, not made.
  return (
    block.eventKind === 'agent_message' || block.eventKind === 'thinking' || (block.eventKind === 'tool_call' && block.callId !== undefined)
  );
}

export function isPairedResult(block: WindowBlock): boolean {
  return block.kind === 'event' && block.eventKind === 'tool_result' && block.callId !== undefined && !block.note;
}

function responseMessages(blocks: readonly WindowBlock[], ids: CallNames): OpenAiMessage[] {
  const texts = blocks.filter((block) => block.eventKind === 'agent_message' && !isBlank(block.text)).map((block) => block.text);
  const calls = blocks.filter((block) => block.eventKind === 'tool_call');
  const results = blocks.filter(isPairedResult);
  if (texts.length === 0 && calls.length === 0) return [];
  const message: OpenAiMessage = {
    role: 'assistant',
    content: texts.length > 0 ? texts.join('\n') : null,
    ...(calls.length > 0 ? { tool_calls: calls.map((block) => toCall(block, ids)) } : {}),
  };
  return [
    message,
    ...results.map((block): OpenAiMessage => ({ role: 'tool', tool_call_id: ids.get(block)!, content: withStubs(block, []) })),
  ];
}

function toCall(block: WindowBlock, ids: CallNames): OpenAiCall {
  return { id: ids.get(block)!, type: 'function', function: { name: block.toolName ?? 'unknown', arguments: block.arguments || '{}' } };
}

const SYSTEM_BLOCKS = new Set(['system', 'skill', 'workspace_file', 'persona', 'rule', 'knowledge', 'recall_line', 'task_state']);

function single(block: WindowBlock, images: ImageData): OpenAiMessage[] {
  if (SYSTEM_BLOCKS.has(block.kind)) return isBlank(block.text) ? [] : [{ role: 'system', content: block.text }];
  const shown = (block.artifacts ?? []).filter((artifact) => images.has(artifact.id));
  const text = withStubs(block, shown);
  if (shown.length === 0) return isBlank(text) ? [] : [{ role: 'user', content: text }];
  const pictures = shown.map((artifact) => ({
    type: 'image_url',
    image_url: { url: `data:${artifact.mime};base64,${images.get(artifact.id)}` },
  }));
  return [{ role: 'user', content: [...(isBlank(text) ? [] : [{ type: 'text', text }]), ...pictures] }];
}

/** The APIs refuse texts of nothing but blanks. */
export function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** The text of a block, with `[image]` for every picture of it that is not shown beside it. */
export function withStubs(block: WindowBlock, shown: readonly { readonly id: string }[]): string {
  const missing = (block.artifacts ?? []).length - shown.length;
  return [...(block.text.length > 0 ? [block.text] : []), ...Array.from({ length: missing }, () => '[image]')].join('\n');
}
