import type { IncomingHttpHeaders } from 'node:http';
import { isRecord, recordsIn, type JsonRecord } from '../src/text/json-values.ts';

const BETA = 'thinking-binding-controls-2026-08-01';
const MISMATCH =
  'Invalid `signature` in `thinking` block. The block is bound to a different conversation. Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block".';

/** Ties thinking to the system prompt, the tools and the messages that it was made behind, as Anthropic does since 2026-08-31. */
export function createThinkingBinding() {
  const madeBehind = new Map<string, string>();
  return {
    /** Keeps what the thinking of an answer was made behind. */
    keep(body: JsonRecord, answer: unknown): void {
      const content = isRecord(answer) ? recordsIn(answer.content) : [];
      const messages = [...recordsIn(body.messages), { role: 'assistant', content }];
      forEachThought(messages, (thought, at, place) => {
        if (at === messages.length - 1) madeBehind.set(thought, prefixOf(body, messages, at, place));
      });
    },
    /** Returns what is refused of a request: thinking behind another prefix, unless it may be dropped. */
    problems(body: JsonRecord, headers: IncomingHttpHeaders): string[] {
      const { block_binding: binding, type } = isRecord(body.thinking) ? body.thinking : {};
      const named = String(headers['anthropic-beta'] ?? '').split(',');
      if (binding !== undefined && !named.includes(BETA)) return ['block_binding without its beta header'];
      if (binding !== undefined && type !== 'adaptive' && type !== 'enabled') return ['block_binding of thinking that is off'];
      if (isRecord(binding) && binding.prefix_mismatch_behavior === 'drop_block') return [];
      const messages = recordsIn(body.messages);
      const found: string[] = [];
      forEachThought(messages, (thought, at, place) => {
        const before = madeBehind.get(thought);
        if (before !== undefined && before !== prefixOf(body, messages, at, place))
          found.push(`messages.${at}.content.${place}: ${MISMATCH}`);
      });
      return found;
    },
  };
}

function forEachThought(messages: readonly JsonRecord[], see: (thought: string, at: number, place: number) => void): void {
  messages.forEach(({ content }, at) =>
    recordsIn(content).forEach(({ type, thinking }, place) => {
      if (type === 'thinking') see(String(thinking), at, place);
    }),
  );
}

/** Marks for the prompt cache take no part, nor does the way a text is written. */
function prefixOf({ system, tools }: JsonRecord, messages: readonly JsonRecord[], at: number, place: number): string {
  const shown = messages.slice(0, at + 1).map(({ role, content }, index) => {
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : recordsIn(content);
    return { role, blocks: index === at ? blocks.slice(0, place) : blocks };
  });
  return JSON.stringify([system, tools, shown], (name, value: unknown) => (name === 'cache_control' ? undefined : value));
}
