import type { Logger, Metrics } from '@total-recall/observability';
import type { Clock, Scheduler, TokenCounter } from '@total-recall/ports';
import { createLruMap } from '@total-recall/runtime';
import type { OwnCall, OwnToolNames, ToolAnswer, Usage } from './answers/answer-form.ts';
import { createExchanges, type Exchange } from './answers/exchanges.ts';
import { createKnownMessages, followMessages, hashOf, type Message } from './conversation/read-conversation.ts';
import { createVendorHistory } from './conversation/vendor-history.ts';
import type { Dialect } from './dialects/dialect.ts';
import { messageText } from './dialects/message-text.ts';
import { compactedResponse } from './answers/compacted-response.ts';
import { compactHistory } from './window/compact-history.ts';
import { typeOf, VENDOR_STATE } from './dialects/responses-items.ts';
import { PROXY_LIMITS } from './limits.ts';
import type { Memory } from './memory/memory.ts';
import { createRecorder, sessionName } from './memory/record-conversations.ts';
import { resting } from './memory/resting.ts';
import { elementTexts } from './text/json-spans.ts';
import { recordsIn, type JsonRecord } from './text/json-values.ts';
import { createPartCounter, estimateTokens } from './window/count-parts.ts';
import { modelFamily } from './window/model-window.ts';
import {
  createCallPlanner,
  readCall,
  type AgentCall,
  type CallSettings,
  type PlannedCall,
  type WindowOutcome,
} from './window/plan-call.ts';
import { createTokenFactors, type FactorKeys } from './window/token-factors.ts';
import { createWindowPlanner } from './window/plan-window.ts';

export interface AgentCallDeps extends CallSettings {
  readonly tokens: Pick<TokenCounter, 'count'>;
  /** Opens the memory of a key. Nothing is called yet. */
  readonly open: (apiKey: string) => Memory;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly metrics: Metrics;
  /** Takes neither content nor keys. */
  readonly logger: Logger;
}

/** Whose call it is, and where it is kept. */
export interface CallPlace {
  readonly apiKey: string;
  readonly space: string;
  readonly session?: string;
}

/** A call on its way to the vendor, and what is to do with the answer. */
export interface PreparedCall {
  readonly dialect: Dialect;
  readonly body: Buffer;
  readonly outcome: WindowOutcome;
  /** Edits of the history that were asked of the vendor, and that the window took the place of. */
  readonly edits?: readonly string[];
  /** Names of the proxy's tools, where they were added. */
  readonly names?: OwnToolNames;
  /** Plans the request once more, with messages behind the caller's. */
  again(messages: readonly JsonRecord[]): Promise<Buffer>;
  /** Answers calls of the proxy's tools. Never rejects: the model is told what failed. */
  answer(calls: readonly OwnCall[], round: number): Promise<readonly ToolAnswer[]>;
  /** Keeps the answer as the caller was told it, and what the caller was not told. */
  done(told: JsonRecord, exchange: Exchange | undefined, usage: Usage): void;
}

/** A question of how many tokens a call would have, on its way to the vendor. */
export interface PreparedCount {
  readonly dialect: Dialect;
  readonly body: Buffer;
  readonly outcome: WindowOutcome;
  readonly edits?: readonly string[];
  readonly model: string;
  /** Our own count, on the high side, for where the vendor has none; absent for a history that only the vendor knows. */
  readonly tokens?: number;
}

const GONE = 'The memory does not answer now. Go on with what you see here, and say so where that is not enough.';
const ENOUGH = 'That was the last recall of this answer. Answer now, or use other tools.';

/** Creates what a call of a model goes through: the window takes the place of its history, the log gets it, recall is answered. */
export function createAgentCalls(deps: AgentCallDeps) {
  const { tokens, open, clock, scheduler, metrics, logger } = deps;
  const fell = (part: string, error?: unknown): void => {
    metrics.proxyFallbacks.inc({ part });
    logger.warn({ part, ...(error !== undefined && { error }) }, 'The proxy does without a part of itself.');
  };
  const known = createKnownMessages();
  const planWindow = createWindowPlanner(createPartCounter({ tokens, scheduler, clock }, () => fell('count')));
  const planCall = createCallPlanner(planWindow, deps, known, (error) => fell('plan', error));
  const recorder = createRecorder();
  const exchanges = createExchanges();
  const histories = createVendorHistory();
  const memories = createLruMap<Memory>(PROXY_LIMITS.memories);
  const factors = createTokenFactors();
  const answerTokens = createLruMap<number>(PROXY_LIMITS.conversations);
  const recording = new Set<Promise<unknown>>();

  function memoryOf(owner: string, apiKey: string): Memory {
    const opened = memories.get(owner) ?? resting(open(apiKey), clock);
    memories.set(owner, opened);
    return opened;
  }

  function read(dialect: Dialect, bytes: Buffer, { apiKey, space }: CallPlace): AgentCall | undefined {
    const owner = `${hashOf(apiKey)}:${space}`;
    return readCall(dialect, bytes, known, dialect.field && ((body, listed) => histories.read(owner, body, listed)));
  }

  /** Opens the log of a call's conversation. Appends run beside the call: a memory that is gone costs no call. */
  function logOf({ dialect, body, messages, given }: AgentCall, { apiKey, space, session }: CallPlace) {
    const spoken = messages.slice(dialect.headLength(messages.map(({ value }) => value)));
    const key = hashOf(apiKey);
    const owner = `${key}:${space}`;
    const memory = memoryOf(key, apiKey);
    const name = session ?? given?.session ?? sessionName(dialect.hintOf(body), spoken[0]);
    if (given?.opened?.place) {
      const { chain } = messages[given.opened.length - 1]!;
      recorder.resume({ owner, session: name, chain }, given.opened.place);
    }
    /** Resolves with the session that holds the end; undefined where it could not be appended. */
    const record = (all: readonly Message[]): Promise<string | undefined> => {
      const done = recorder.record({ memory, owner, space, session: name, messages: all }).then(
        (end) => {
          metrics.proxyRecords.inc({ result: 'recorded' });
          return end;
        },
        (error: unknown) => {
          metrics.proxyRecords.inc({ result: 'failed' });
          fell('record', error);
          return undefined;
        },
      );
      recording.add(done);
      void done.finally(() => recording.delete(done));
      return done;
    };
    return { owner, name, memory, space, spoken, record };
  }

  /** Compares what the vendor counted with our count of the same request. */
  function compare(keys: FactorKeys, { body }: AgentCall, { input, cached }: Usage, ours: number): void {
    const reported = input + cached;
    if (reported <= 0) return;
    metrics.proxyTokenRatio.observe({ family: modelFamily(String(body.model)) }, reported / Math.max(1, ours));
    factors.learn(keys, reported, ours);
  }

  async function ask(memory: Memory, space: string, session: string | undefined, call: OwnCall): Promise<ToolAnswer> {
    try {
      if (session === undefined) return { call, text: GONE, isError: true };
      const { id: callId, tool, arguments: args } = call;
      const answer = { call, ...(await memory.ask({ tool, space, session, callId, arguments: args })) };
      metrics.proxyRecalls.inc({ tool, result: answer.isError ? 'refused' : 'answered' });
      return answer;
    } catch (error) {
      metrics.proxyRecalls.inc({ tool: call.tool, result: 'failed' });
      fell('recall', error);
      return { call, text: GONE, isError: true };
    }
  }

  return {
    /** Prepares a call; undefined for one that cannot be read and goes on as it came. */
    async prepare(dialect: Dialect, bytes: Buffer, place: CallPlace): Promise<PreparedCall | undefined> {
      const startedAt = clock.monotonicMs();
      const route = dialect.name;
      const asked = read(dialect, bytes, place);
      if (!asked) {
        metrics.proxyCalls.inc({ route, outcome: 'unread' });
        return undefined;
      }
      const { owner, name, memory, space, spoken, record } = logOf(asked, place);
      const keys = keysOf(owner, asked);
      const call = { ...asked, factor: factors.of(keys) };
      const recorded = record(spoken);
      if (call.outputTokens !== undefined) answerTokens.set(keys.talk, call.outputTokens);
      const raws = exchanges.putBack(owner, call.messages);
      const isUnknown = call.given?.unknown !== undefined;
      if (isUnknown) fell('history');
      const { text, outcome, tokens: sentTokens, exactTokens, names, edits } = isUnknown ? asItCame(call) : await planCall(call, raws);
      metrics.proxyCalls.inc({ route, outcome });
      if (sentTokens !== undefined) metrics.proxyWindowTokens.observe(sentTokens);
      metrics.proxyPrepareSeconds.observe((clock.monotonicMs() - startedAt) / 1_000);
      return {
        dialect,
        body: text === call.text ? bytes : Buffer.from(text),
        outcome,
        ...(names && { names }),
        ...(edits && { edits }),
        async again(messages) {
          return Buffer.from((await planCall(call, [...raws, ...messages.map((message) => messageText(dialect, message))])).text);
        },
        async answer(calls, round) {
          if (round > PROXY_LIMITS.recallRounds) return calls.map((one) => ({ call: one, text: ENOUGH, isError: true }));
          const session = await Promise.race([recorded, scheduler.delay(PROXY_LIMITS.recordedMs).then(() => undefined)]);
          return Promise.all(calls.map((one) => ask(memory, space, session, one)));
        },
        done(told, exchange, usage) {
          const answered = followMessages(dialect, call.messages.at(-1)!, told);
          // What stands in place of an answer is found by the one message that the answer is.
          if (exchange && answered.length === 1) exchanges.keep(owner, answered[0]!.chain, exchange);
          const { body, given, messages } = call;
          if (given) histories.keep(owner, { body, given, session: name, messages, answered, told });
          const parts = answered.flatMap((message) => message.parts);
          if (parts.some(({ kind, text: said, call: made }) => kind !== 'thinking' && (said !== '' || made)))
            void record([...spoken, ...answered]);
          if (exactTokens !== undefined && !exchange) compare(keys, call, usage, exactTokens);
          for (const [kind, count] of Object.entries(usage)) metrics.proxyVendorTokens.inc({ kind }, Math.max(0, count));
        },
      };
    },
    /**
     * Prepares the question of how many tokens a call has: of the request that would be sent. It says nothing of the
     * answer's size, so that of the conversation's last call is taken. Nothing is recorded: nothing was said yet.
     */
    async prepareCount(dialect: Dialect, bytes: Buffer, { apiKey, space }: CallPlace): Promise<PreparedCount | undefined> {
      const asked = read(dialect, bytes, { apiKey, space });
      if (!asked) return undefined;
      const owner = `${hashOf(apiKey)}:${space}`;
      const keys = keysOf(owner, asked);
      const outputTokens = asked.outputTokens ?? answerTokens.get(keys.talk);
      const factor = factors.of(keys);
      const call = { ...asked, factor, ...(outputTokens !== undefined && { outputTokens }) };
      const model = String(call.body.model);
      if (call.given?.unknown !== undefined) return { dialect, body: bytes, outcome: 'vendor_history', model };
      const { text, outcome, tokens: sentTokens, edits } = await planCall(call, exchanges.putBack(owner, call.messages));
      const body = text === call.text ? bytes : Buffer.from(text);
      const tokens = Math.ceil((sentTokens ?? estimateTokens(text)) * factor);
      return { dialect, body, outcome, model, tokens, ...(edits && { edits }) };
    },
    /**
     * Compacts the history of a request to one item, as the vendor's compaction does, and returns that answer; undefined
     * where the vendor must do it, as it holds what is not known here.
     */
    async compact(dialect: Dialect, bytes: Buffer, place: CallPlace): Promise<string | undefined> {
      const call = read(dialect, bytes, place);
      const isVendors = call?.messages.some(({ value }) => recordsIn(value.items).some((item) => VENDOR_STATE.has(typeOf(item))));
      if (!call || isVendors || call.given?.unknown !== undefined) return undefined;
      const { owner, name: session, spoken, record } = logOf(call, place);
      await Promise.race([record(spoken), scheduler.delay(PROXY_LIMITS.recordedMs)]);
      const end = recorder.placeOf({ owner, session, chain: call.messages.at(-1)!.chain });
      // What the log does not have is in the item alone once the caller has let go of it.
      const held = end
        ? await compactHistory(planWindow, call, exchanges.putBack(owner, call.messages), deps)
        : call.messages.map(({ raw }) => raw);
      const raws = held.flatMap((raw) => elementTexts(`[${raw}]`));
      return JSON.stringify(compactedResponse(call.messages, { raws, session, ...(end && { place: end }) }, clock.now()));
    },
    /** Forgets a response that the vendor was told to delete. */
    forget({ apiKey, space }: CallPlace, id: string): void {
      histories.forget(`${hashOf(apiKey)}:${space}`, id);
    },
    /** Resolves when nothing is being recorded any more. */
    async settle(): Promise<void> {
      await Promise.all(recording);
    },
  };
}

function asItCame({ text }: AgentCall): PlannedCall {
  return { text, outcome: 'vendor_history' };
}

/** Names a caller's use of a model, and what calls of one conversation have in common, whatever else they say. */
function keysOf(owner: string, { dialect, body, messages }: AgentCall): FactorKeys {
  const first = messages[dialect.headLength(messages.map(({ value }) => value))];
  const model = `${owner}:${hashOf(String(body.model))}`;
  return { model, talk: `${model}:${first?.chain ?? ''}` };
}
