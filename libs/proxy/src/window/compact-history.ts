import { readMessages } from '../conversation/read-conversation.ts';
import { callPolicy } from './call-policy.ts';
import type { AgentCall, CallSettings } from './plan-call.ts';
import type { createWindowPlanner } from './plan-window.ts';

/** Plans a window of half the size of the one that would be sent: a caller who asks for a compaction wants room. */
export async function compactHistory(
  planWindow: ReturnType<typeof createWindowPlanner>,
  { dialect, body }: AgentCall,
  raws: readonly string[],
  { windowTokens: most }: Pick<CallSettings, 'windowTokens'>,
): Promise<readonly string[]> {
  const model = String(body.model);
  const given = { dialect, messages: readMessages(dialect, raws, ''), headTexts: dialect.headTexts(body) };
  const { tokens } = await planWindow({ ...given, policy: callPolicy({ model, ...(most !== undefined && { windowTokens: most }) }) });
  const window = await planWindow({ ...given, policy: callPolicy({ model, windowTokens: tokens >> 1 }) });
  return window.messages;
}
