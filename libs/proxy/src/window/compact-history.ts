import { readMessages } from '../conversation/read-conversation.ts';
import { nameOwnTools } from '../dialects/own-tools.ts';
import { callPolicy } from './call-policy.ts';
import type { AgentCall, CallSettings } from './plan-call.ts';
import type { createWindowPlanner } from './plan-window.ts';

/** Plans a window of half the size of the one that would be sent: a caller who asks for a compaction wants room. */
export async function compactHistory(
  planWindow: ReturnType<typeof createWindowPlanner>,
  { owner, holder, dialect, body, tools, factor: now = 1 }: AgentCall,
  raws: readonly string[],
  { windowTokens: most, modelWindows = [], addsTools }: Pick<CallSettings, 'windowTokens' | 'modelWindows' | 'addsTools'>,
): Promise<readonly string[]> {
  const model = String(body.model);
  const messages = readMessages(dialect, raws, '');
  const values = messages.map(({ value }) => value);
  const names = addsTools && tools !== 'off' ? nameOwnTools(dialect, body, values) : undefined;
  const given = { owner, holder, dialect, messages, headTexts: dialect.headTexts(body), ...(names && { names }) };
  const windowOf = (windowTokens?: number) => {
    const policyOf = (factor: number) => callPolicy({ model, modelWindows, factor, ...(windowTokens !== undefined && { windowTokens }) });
    return planWindow({ ...given, policy: policyOf(1), correction: { factor: now, policyOf } });
  };
  const { tokens } = await windowOf(most);
  return (await windowOf(tokens >> 1)).messages;
}
