import type { Logger, Metrics } from '@total-recall/observability';
import type { Clock, Scheduler, TokenCounter } from '@total-recall/ports';
import { createLruMap } from '@total-recall/runtime';
import { hashOf } from './conversation/read-conversation.ts';
import type { Dialect } from './dialects/dialect.ts';
import { PROXY_LIMITS } from './limits.ts';
import type { Memory } from './memory/memory.ts';
import { createRecorder, sessionName } from './memory/record-conversations.ts';
import { createPartCounter } from './window/count-parts.ts';
import { createCallPlanner, readCall, type AgentCall, type WindowOutcome } from './window/plan-call.ts';
import { createWindowPlanner } from './window/plan-window.ts';

export interface AgentCallDeps {
  readonly tokens: Pick<TokenCounter, 'count'>;
  /** Opens the memory of a key. Nothing is called yet. */
  readonly open: (apiKey: string) => Memory;
  /** Largest window of any call; the model's own where absent. */
  readonly windowTokens?: number;
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

export interface PreparedCall {
  readonly body: Buffer;
  readonly outcome: WindowOutcome | 'unread';
}

/** Creates what a call of a model goes through on its way: the window takes the place of its history, and the log gets it. */
export function createAgentCalls({ tokens, open, windowTokens, clock, scheduler, metrics, logger }: AgentCallDeps) {
  const fell = (part: string, error?: unknown): void => {
    metrics.proxyFallbacks.inc({ part });
    logger.warn({ part, ...(error !== undefined && { error }) }, 'The proxy does without a part of itself.');
  };
  const planCall = createCallPlanner(createWindowPlanner(createPartCounter({ tokens, scheduler }, () => fell('count'))), (error) =>
    fell('plan', error),
  );
  const recorder = createRecorder();
  const memories = createLruMap<Memory>(PROXY_LIMITS.memories);
  const recording = new Set<Promise<void>>();

  function memoryOf(owner: string, apiKey: string): Memory {
    const known = memories.get(owner) ?? open(apiKey);
    memories.set(owner, known);
    return known;
  }

  /** Appends beside the call: the vendor is not kept waiting, and a memory that is gone costs no call. */
  function record({ dialect, body, messages }: AgentCall, { apiKey, space, session }: CallPlace): void {
    const spoken = messages.slice(dialect.headLength(messages.map(({ value }) => value)));
    const owner = hashOf(apiKey);
    const conversation = {
      memory: memoryOf(owner, apiKey),
      owner: `${owner}:${space}`,
      space,
      session: session ?? sessionName(dialect.hintOf(body), spoken[0]),
      messages: spoken,
    };
    const done: Promise<void> = recorder.record(conversation).then(
      () => metrics.proxyRecords.inc({ result: 'recorded' }),
      (error: unknown) => {
        metrics.proxyRecords.inc({ result: 'failed' });
        fell('record', error);
      },
    );
    recording.add(done);
    void done.finally(() => recording.delete(done));
  }

  return {
    async prepare(dialect: Dialect, bytes: Buffer, place: CallPlace): Promise<PreparedCall> {
      const startedAt = clock.monotonicMs();
      const route = dialect.name;
      const call = readCall(dialect, bytes);
      if (!call) {
        metrics.proxyCalls.inc({ route, outcome: 'unread' });
        return { body: bytes, outcome: 'unread' };
      }
      record(call, place);
      const { text, outcome, tokens: sentTokens } = await planCall(call, windowTokens);
      metrics.proxyCalls.inc({ route, outcome });
      if (sentTokens !== undefined) metrics.proxyWindowTokens.observe(sentTokens);
      metrics.proxyPrepareSeconds.observe((clock.monotonicMs() - startedAt) / 1_000);
      return { body: text === call.text ? bytes : Buffer.from(text), outcome };
    },
    /** Resolves when nothing is being recorded any more. */
    async settle(): Promise<void> {
      await Promise.all(recording);
    },
  };
}
