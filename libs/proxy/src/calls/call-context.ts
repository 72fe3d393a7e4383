import { createLruMap } from '@total-recall/runtime';
import { createKnownMessages, hashOf } from '../conversation/read-conversation.ts';
import { createMessageThreads } from '../conversation/message-threads.ts';
import { createVendorHistory } from '../conversation/vendor-history.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { PROXY_LIMITS } from '../limits.ts';
import { createPartCounter } from '../window/count-parts.ts';
import { createCallPlanner, pullCallsOf, readCall, type AgentCall, type PlannedCall } from '../window/plan-call.ts';
import { createWindowPlanner } from '../window/plan-window.ts';
import { createTokenFactors, type FactorKeys } from '../window/token-factors.ts';
import type { AgentCallDeps, CallPlace } from './agent-call.ts';
import { createConversationLogs, ownerOf } from './conversation-logs.ts';
import { createErasures } from './erasures.ts';
import { createKeptExchanges } from './kept-exchanges.ts';
import { createLaterAnswers } from './later-answers.ts';
import { tellOutcomes } from './tell-outcomes.ts';

/** State that the calls of one proxy share: their planners, and what is known of conversations from call to call. */
export type CallContext = ReturnType<typeof createCallContext>;

export function createCallContext(deps: AgentCallDeps) {
  const { tokens, open, clock, scheduler, metrics } = deps;
  const { erased, ...outcomes } = tellOutcomes(deps);
  const { fell } = outcomes;
  const known = createKnownMessages();
  const histories = createVendorHistory();
  const threads = createMessageThreads();
  const later = createLaterAnswers();
  const exchanges = createKeptExchanges(deps, fell);
  const erasures = createErasures();
  deps.onErased?.(({ session }) => {
    erasures.add(session);
    exchanges.forget();
    known.forget();
    histories.forgetErased(session);
    threads.forgetErased(session);
    later.forgetErased(session);
  });
  const counter = createPartCounter({ tokens, scheduler, clock }, () => fell('count'));
  const planWindow = createWindowPlanner(counter);
  return {
    deps,
    ...outcomes,
    planWindow,
    planCall: createCallPlanner(planWindow, counter, deps, known, (error) => fell('plan', error)),
    logs: createConversationLogs({ open, clock, metrics, failed: (error) => fell('record', error), erased }),
    exchanges,
    /** Erasures so far. What was recalled before the last one is not kept, nor a history with something that was erased meanwhile. */
    erasures,
    histories,
    threads,
    later,
    factors: createTokenFactors(),
    /** Size of the answer that the last call of a conversation allowed. */
    answerTokens: createLruMap<number>(PROXY_LIMITS.conversations),
    /** Callers' models that refused tools, and answered without. */
    withoutTools: createLruMap<true>(PROXY_LIMITS.modelsWithoutTools),
    /** Callers' models for which the vendor refused thinking whose history has changed. */
    freedThinking: createLruMap<true>(PROXY_LIMITS.modelsWithoutTools),
    /** Reads a request as a call; undefined for one that is none of its dialect. */
    read(dialect: Dialect, bytes: Buffer, place: CallPlace): AgentCall | undefined {
      const owner = ownerOf(place);
      const held = dialect.field ? histories : threads;
      const call = readCall(
        { owner, holder: place.holder ?? place.apiKey },
        dialect,
        bytes,
        known,
        () => fell('request'),
        (body, listed, meter) => held.read(owner, body, listed, { ...(place.take && { take: place.take }), meter }),
      );
      return call && place.tools ? { ...call, tools: place.tools } : call;
    },
  };
}

/** Returns the plan of a call whose history the vendor holds and is not known here. */
export function asItCame({ deps }: CallContext, call: AgentCall): PlannedCall {
  return { text: call.text, outcome: 'vendor_history', pullCalls: pullCallsOf(call, deps) };
}

/** Names a caller's use of a model, and what calls of one conversation have in common, whatever else they say. */
export function keysOf({ owner, dialect, body, messages }: AgentCall): FactorKeys {
  const first = messages[dialect.headLength(messages.map(({ value }) => value))];
  const model = `${owner}:${hashOf(String(body.model))}`;
  return { model, talk: `${model}:${first?.chain ?? ''}` };
}
