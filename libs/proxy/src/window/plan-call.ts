import { elementTexts, fieldSpans, withFields } from '../text/json-spans.ts';
import type { JsonRecord } from '../text/json-values.ts';
import { readMessages, type Message } from '../conversation/read-conversation.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { callPolicy } from './call-policy.ts';
import { estimateTokens } from './count-parts.ts';
import { modelWindow } from './model-window.ts';
import type { createWindowPlanner, PlannedWindow } from './plan-window.ts';

/** A request of an agent, read. */
export interface AgentCall {
  readonly dialect: Dialect;
  /** JSON text as received. */
  readonly text: string;
  readonly body: JsonRecord;
  readonly messages: readonly Message[];
}

/** How a request went on: as it came, in a window, in one that is still too large, or as it came because planning failed. */
export type WindowOutcome = 'whole' | 'compacted' | 'over_budget' | 'untouched' | 'untouched_over_model';

export interface PlannedCall {
  readonly text: string;
  readonly outcome: WindowOutcome;
  /** Tokens of the messages as they are sent; absent where nothing was planned. */
  readonly tokens?: number;
}

/** Reads a request; undefined where it is none with messages, which the vendor then says better than a proxy could. */
export function readCall(dialect: Dialect, bytes: Buffer): AgentCall | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const body = JSON.parse(text) as JsonRecord;
    if (!Array.isArray(body.messages) || body.messages.length === 0) return undefined;
    const { from, to } = fieldSpans(text).get('messages')!;
    return { dialect, text, body, messages: readMessages(dialect, elementTexts(text.slice(from, to)), '') };
  } catch {
    return undefined;
  }
}

/** Creates the planner of calls. A failure of ours costs the window, never the call. */
export function createCallPlanner(planWindow: ReturnType<typeof createWindowPlanner>, onFailure: (error: unknown) => void) {
  return async function planCall({ dialect, text, body, messages }: AgentCall, windowTokens?: number): Promise<PlannedCall> {
    const model = String(body.model);
    try {
      const outputTokens = dialect.outputTokens(body);
      const policy = callPolicy({
        model,
        ...(outputTokens !== undefined && { outputTokens }),
        ...(windowTokens !== undefined && { windowTokens }),
      });
      const window = await planWindow({ dialect, messages, policy, headTexts: dialect.headTexts(body) });
      const sent = window.isCompacted ? withFields(text, { messages: `[${window.messages.join(',')}]` }) : text;
      return { text: sent, outcome: outcomeOf(window), tokens: window.tokens };
    } catch (error) {
      onFailure(error);
      return { text, outcome: estimateTokens(text) <= modelWindow(model) ? 'untouched' : 'untouched_over_model' };
    }
  };
}

function outcomeOf({ isCompacted, isWithinBudget }: PlannedWindow): WindowOutcome {
  if (!isWithinBudget) return 'over_budget';
  return isCompacted ? 'compacted' : 'whole';
}
