import { createTokenCounter } from '@total-recall/runtime';
import type { ImportedSession } from '@total-recall/importers';
import { timeToFirstByte, type QuickVendor } from './quick-vendor.ts';
import { callsOf, messagesOf } from './trace-messages.ts';

export interface ReplayedCalls {
  sessions: number;
  calls: number;
  /** Tokens of all calls as the agent sent them, and as they went to the vendor. */
  given: number;
  sent: number;
  /** Tokens that repeat the beginning of the call before: of what went to the vendor, and of what the agent sent. */
  repeated: number;
  givenRepeated: number;
}

const TOOL = { type: 'function', function: { name: 'run', parameters: { type: 'object', properties: {} } } };

/** Replays sessions call by call through the proxy, and counts what went to the vendor. Calls of one message are left out. */
export async function replayThroughProxy(
  proxyUrl: string,
  vendor: QuickVendor,
  sessions: readonly ImportedSession[],
): Promise<ReplayedCalls> {
  const counter = createTokenCounter();
  const known = new Map<string, number>();
  const total: ReplayedCalls = { sessions: 0, calls: 0, given: 0, sent: 0, repeated: 0, givenRepeated: 0 };
  const sum = async (texts: readonly string[]): Promise<number> => {
    const missing = [...new Set(texts.filter((text) => !known.has(text)))];
    const counts = await counter.count('o200k', missing);
    missing.forEach((text, at) => known.set(text, counts[at]!));
    return texts.reduce((all, text) => all + known.get(text)!, 0);
  };

  for (const { session, events } of sessions) {
    const messages = messagesOf(events);
    const calls = callsOf(messages);
    if (calls.length < 2) continue;
    total.sessions += 1;
    let before: string[] = [];
    let givenBefore = 0;
    for (const end of calls) {
      const mine = messages.slice(0, end);
      await timeToFirstByte(proxyUrl, bodyOf(mine, session));
      const { tools, messages: shown } = JSON.parse(vendor.last().toString('utf8')) as { tools: unknown; messages: unknown[] };
      // Vendors put tools before messages, so what they cache begins with them.
      const sent = [JSON.stringify(tools), ...shown.map((message) => JSON.stringify(message))];
      const same = sent.findIndex((text, at) => text !== before[at]);
      total.calls += 1;
      total.given += await sum([JSON.stringify([TOOL]), ...mine]);
      total.sent += await sum(sent);
      total.repeated += await sum(sent.slice(0, same < 0 ? sent.length : same));
      total.givenRepeated += await sum(givenBefore === 0 ? [] : [JSON.stringify([TOOL]), ...mine.slice(0, givenBefore)]);
      before = sent;
      givenBefore = end;
    }
  }
  await counter.close();
  return total;
}

export function bodyOf(messages: readonly string[], user: string): Buffer {
  const fields = `"model":"gpt-4o","stream":true,"user":${JSON.stringify(user)},"tools":[${JSON.stringify(TOOL)}]`;
  return Buffer.from(`{${fields},"messages":[${messages.join(',')}]}`);
}
