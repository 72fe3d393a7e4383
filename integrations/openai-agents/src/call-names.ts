import { createHash } from 'node:crypto';
import type { AgentInputItem } from '@openai/agents';

/** Letters and digits of a name: as many as the strictest vendor takes. */
const NAME_CHARS = 9;

/**
 * Gives the calls of a history names of their own, the same with each reading. Some servers give the first call of every
 * answer the same id, and the SDK takes calls of one id for one call, of which it sends the latest alone.
 */
export function withOwnCallNames(items: readonly AgentInputItem[]): AgentInputItem[] {
  const uses = new Map<string, number>();
  const open = new Map<string, string[]>();
  return items.map((item) => {
    if (item.type === 'function_call') {
      const use = (uses.get(item.callId) ?? 0) + 1;
      const name = nameOf(item.callId, use);
      uses.set(item.callId, use);
      open.set(item.callId, [...(open.get(item.callId) ?? []), name]);
      return { ...item, callId: name };
    }
    if (item.type === 'function_call_result') return { ...item, callId: open.get(item.callId)?.shift() ?? nameOf(item.callId, 0) };
    return item;
  });
}

function nameOf(callId: string, use: number): string {
  return createHash('sha256').update(`${callId}\n${use}`).digest('hex').slice(0, NAME_CHARS);
}
