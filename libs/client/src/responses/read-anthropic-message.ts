import { nameCall } from './read-openai-response.ts';
import { cutLastCall, joinTexts, type ResponsePart, type ResponseStep } from './response-parts.ts';

/** A response of Anthropic's Messages API. */
export interface AnthropicResponse {
  readonly id?: string;
  readonly content: readonly { readonly type: string }[];
  readonly stop_reason?: string | null;
}

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly thinking?: string;
  readonly signature?: string;
  readonly data?: string;
  readonly id?: string;
  readonly name?: string;
  readonly input?: unknown;
  readonly tool_use_id?: string;
  readonly content?: unknown;
}

interface FoundPage {
  readonly type: string;
  readonly title?: string;
  readonly url?: string;
}

/** Calls of tools that the vendor runs itself. */
const VENDOR_CALLS: ReadonlySet<string> = new Set(['server_tool_use', 'mcp_tool_use']);
/** Why a message may end within a call. The SDK makes whole JSON of what came of its arguments. */
const CUTS: ReadonlySet<string> = new Set(['max_tokens', 'model_context_window_exceeded', 'refusal']);

export function readAnthropicMessage({ content, stop_reason: stopReason }: AnthropicResponse): ResponseStep {
  const names = new Map((content as readonly Block[]).map((block) => [block.id, block.name]));
  const parts = joinTexts((content as readonly Block[]).flatMap((block, at) => readBlock(block, at, names)));
  const cut = stopReason && CUTS.has(stopReason) ? stopReason : undefined;
  return { parts: cutLastCall(parts, cut), isPaused: stopReason === 'pause_turn' };
}

function readBlock(block: Block, at: number, names: ReadonlyMap<string | undefined, string | undefined>): ResponsePart[] {
  const { type, text = '', thinking = '', signature, data } = block;
  if (type === 'text') return [{ kind: 'text', text }];
  if (type === 'thinking') return [{ kind: 'thinking', text: thinking, ...(signature ? { seal: { signature } } : {}) }];
  if (type === 'redacted_thinking' && data) return [{ kind: 'thinking', text: '', seal: { redacted: data } }];
  const providerExecuted = VENDOR_CALLS.has(type);
  if (type === 'tool_use' || providerExecuted) {
    const call = { id: block.id ?? '', name: block.name ?? '', arguments: JSON.stringify(block.input ?? {}) };
    return [{ kind: 'call', call: nameCall(call, at), ...(providerExecuted && { providerExecuted }) }];
  }
  if (!type.endsWith('_tool_result') || !block.tool_use_id) return [];
  const name = names.get(block.tool_use_id) ?? 'unknown';
  return [{ kind: 'result', id: block.tool_use_id, name, text: openText(block.content), isError: false }];
}

/** Fields whose content the vendor alone can read, such as the pages that its search has found. */
const SEALED = /^encrypted_/;

/** Writes the result of one of the vendor's own tools without what is sealed in it. Of a search its pages stay, by title and URL. */
function openText(content: unknown): string {
  const pages = Array.isArray(content) ? (content as readonly FoundPage[]) : [];
  if (pages.length > 0 && pages.every(({ type }) => type === 'web_search_result'))
    return pages.map(({ title = '', url = '' }) => `${title} ${url}`.trim()).join('\n');
  return JSON.stringify(content ?? null, (name, value: unknown) => (SEALED.test(name) ? undefined : value));
}
