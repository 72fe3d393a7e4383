import type { Dialect } from '../dialects/dialect.ts';
import { estimateTokens } from '../window/count-parts.ts';
import type { CallPlace, PreparedCount } from './agent-call.ts';
import { keysOf, type CallContext } from './call-context.ts';

/**
 * Prepares the question of how many tokens a call has: of the request that would be sent. It says nothing of the
 * answer's size, so that of the conversation's last call is taken. Nothing is recorded: nothing was said yet.
 */
export async function prepareCount(
  { read, logs, planCall, exchanges, factors, answerTokens, withoutTools, freedThinking }: CallContext,
  dialect: Dialect,
  bytes: Buffer,
  place: CallPlace,
): Promise<PreparedCount | undefined> {
  const asked = read(dialect, bytes, place);
  if (!asked) return undefined;
  const keys = keysOf(asked);
  const outputTokens = asked.outputTokens ?? answerTokens.get(keys.talk);
  const factor = factors.of(keys);
  const takesNoTools = withoutTools.get(keys.model) === true;
  const freesThinking = freedThinking.get(keys.model) === true;
  const call = { ...asked, factor, takesNoTools, freesThinking, ...(outputTokens !== undefined && { outputTokens }) };
  const model = String(call.body.model);
  if (call.given?.unknown !== undefined) return { dialect, body: bytes, outcome: 'vendor_history', model, betas: [] };
  const log = logs.open(call, place);
  await exchanges.ready(call, log);
  const { text, outcome, tokens: sentTokens, edits, betas = [] } = await planCall(call, exchanges.putBack(call, log));
  const body = text === call.text ? bytes : Buffer.from(text);
  const tokens = Math.ceil((sentTokens ?? estimateTokens(text)) * factor);
  return { dialect, body, outcome, model, betas, tokens, ...(edits && { edits }) };
}
