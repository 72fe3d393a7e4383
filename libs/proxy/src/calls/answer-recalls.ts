import { fitLabel } from '@total-recall/client';
import { pullLimitText } from '@total-recall/domain';
import { inTime } from '@total-recall/runtime';
import type { OwnCall, ToolAnswer } from '../answers/answer-form.ts';
import { PROXY_LIMITS } from '../limits.ts';
import type { CallContext } from './call-context.ts';
import type { ConversationLog } from './conversation-logs.ts';

const GONE = 'The memory does not answer now. Go on with what you see here, and say so where that is not enough.';
const ENOUGH = 'That was the last recall of this answer. Answer now, or use other tools.';

interface Recalls {
  readonly log: ConversationLog;
  readonly recorded: Promise<string | undefined>;
  readonly calls: readonly OwnCall[];
  readonly round: number;
  /** Most calls that are answered within a round: it is a turn, and its calls are not in the log for the service to count. */
  readonly pullCalls: number;
}

/** Answers calls of the proxy's tools, once what was said before is in the log, or has had its time to be. Never rejects. */
export async function answerRecalls(
  context: CallContext,
  { log, recorded, calls, round, pullCalls }: Recalls,
): Promise<readonly ToolAnswer[]> {
  if (round > PROXY_LIMITS.recallRounds) return calls.map((call) => ({ call, text: ENOUGH, isError: true }));
  const told = await inTime(recorded, { scheduler: context.deps.scheduler, ms: PROXY_LIMITS.recordedMs });
  const session = told.kind === 'done' ? told.value : undefined;
  return Promise.all(calls.map((call, at) => (at < pullCalls ? ask(context, log, session, call) : refuse(context, call, pullCalls))));
}

function refuse({ deps: { metrics } }: CallContext, call: OwnCall, pullCalls: number): ToolAnswer {
  metrics.proxyRecalls.inc({ tool: call.tool, result: 'refused' });
  return { call, text: `pull_limit: ${pullLimitText(pullCalls)}`, isError: true };
}

async function ask(
  { deps: { metrics }, fell }: CallContext,
  { memory, space }: ConversationLog,
  session: string | undefined,
  call: OwnCall,
): Promise<ToolAnswer> {
  try {
    if (session === undefined) return { call, text: GONE, isError: true };
    const { id, tool, arguments: args } = call;
    const answer = { call, ...(await memory.ask({ tool, space, session, callId: fitLabel(id || 'unknown'), arguments: args })) };
    metrics.proxyRecalls.inc({ tool, result: answer.isError ? 'refused' : 'answered' });
    return answer;
  } catch (error) {
    metrics.proxyRecalls.inc({ tool: call.tool, result: 'failed' });
    fell('recall', error);
    return { call, text: GONE, isError: true };
  }
}
