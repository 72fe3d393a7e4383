import { compactionItem, type Compacted } from '../conversation/compaction-item.ts';
import { hashOf, type Message } from '../conversation/read-conversation.ts';
import { recordsIn, type JsonRecord } from '../text/json-values.ts';

/**
 * Writes the answer of `/v1/responses/compact`: all messages of the user, and one compaction item. No model was called,
 * so it cost no tokens.
 */
export function compactedResponse(messages: readonly Message[], held: Compacted, nowMs: number): JsonRecord {
  const item = compactionItem(held);
  const said = messages.filter(({ value }) => value.role === 'user').flatMap(({ value }) => recordsIn(value.items));
  return {
    id: `resp_${hashOf(String(item.id), String(nowMs))}`,
    object: 'response.compaction',
    created_at: Math.floor(nowMs / 1_000),
    output: [...said.map(userMessage), item],
    usage: {
      input_tokens: 0,
      input_tokens_details: { cache_write_tokens: 0, cached_tokens: 0 },
      output_tokens: 0,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 0,
    },
  };
}

function userMessage(item: JsonRecord, at: number): JsonRecord {
  const { content } = item;
  const parts = typeof content === 'string' ? [{ type: 'input_text', text: content }] : content;
  return { id: `msg_${hashOf(String(at), JSON.stringify(item))}`, ...item, type: 'message', status: 'completed', content: parts };
}
