import { TotalRecallApiError, type SessionClient } from '@total-recall/client';
import type { HostContext, HostEngine, HostMessage } from './host-api.ts';
import type { KnownSession, Sessions } from './sessions.ts';
import type { TakePart } from './take-part.ts';
import { windowedMessages } from './windowed-messages.ts';

export const ENGINE_ID = 'total-recall';

export interface EngineDeps {
  readonly sessions: Sessions;
  readonly takePart: TakePart;
  readonly open: (id: string) => SessionClient;
  /** Hands messages to the log. */
  readonly keep: (session: KnownSession, messages: readonly unknown[]) => Promise<unknown>;
}

/** State of a session's windows. */
interface Windows {
  /** Ids of events by the message that they are of. */
  readonly ids: Map<string, string[]>;
  nextOrdinal: number;
  /** Tokens of the last window. */
  tokens?: number;
}

const PAGE_EVENTS = 500;
const SESSIONS = 200;
const COMMITTED_TURNS = 1_000;
/** Shares of what a window holds at which a compaction begins and ends: below its end, windows keep their beginning. */
const TRIGGER = 0.85;
const TARGET = 0.5;
const COMPACT_MS = 25_000;
const LEAST_TOKENS = 256;
/** Bytes of a token at least, where no service counts them: a sign of Chinese has three. */
const BYTES = 3;
const DEFAULT_TOKENS = 100_000;

/**
 * Creates the engine that gives a run the window of its session. It never throws: OpenClaw takes an engine that throws out
 * of use until it starts again. Where the memory does not answer, the last turns that fit stand for the window.
 */
export function createContextEngine({ sessions, takePart, open, keep }: EngineDeps): () => HostEngine {
  const known = new Map<string, Windows>();
  const committed = new Set<string>();
  const windowsOf = (id: string): Windows => {
    const windows = known.get(id) ?? { ids: new Map(), nextOrdinal: 1 };
    known.delete(id);
    known.set(id, windows);
    if (known.size > SESSIONS) known.delete(known.keys().next().value!);
    return windows;
  };

  async function windowOf(context: HostContext, messages: readonly HostMessage[], budget: number) {
    const session = sessions.of(context);
    if (!session || messages.length === 0) return undefined;
    return takePart(async () => {
      await session.recorder.follow(messages);
      const windows = windowsOf(session.id);
      const client = open(session.id);
      await readIds(client, windows);
      const { blocks, tokens } = await compactedWindow(client, Math.max(LEAST_TOKENS, budget));
      windows.tokens = tokens.total;
      const windowed = windowedMessages(messages, blocks, (key) => windows.ids.get(key));
      // Evidence may bring in again what left.
      if (windowed.reachesBackTo !== undefined) session.compactedAt = windowed.reachesBackTo;
      return { messages: windowed.messages, estimatedTokens: tokens.total };
    });
  }

  const engine: HostEngine = {
    info: {
      id: ENGINE_ID,
      name: 'Total Recall',
      ownsCompaction: true,
      acceptedHostParams: ['sessionKey'],
      transcriptSemantics: { currentTurnFence: 'before-current-turn-entry-v1', turnAdvancementIdempotency: 'atomic-idempotent-v1' },
    },
    // The hooks of the plug-in hand each message to the log as it is written.
    ingest: () => Promise.resolve({ ingested: false }),
    async assemble({ messages, tokenBudget = DEFAULT_TOKENS, ...context }) {
      return (await windowOf(context, messages, tokenBudget)) ?? lastTurns(messages, tokenBudget);
    },
    async compact({ currentTokenCount, tokenBudget = DEFAULT_TOKENS, ...context }) {
      const session = sessions.of(context);
      if (!session) return { ok: true, compacted: false, reason: 'this run has no session' };
      const used = windowsOf(session.id).tokens ?? tokenBudget;
      const target = { targetTokens: Math.floor(used * TARGET) };
      const done = await takePart(() => open(session.id).compact(target).catch(nothingThere), COMPACT_MS);
      if (!done) return { ok: false, compacted: false, reason: 'the memory does not answer' };
      if (done.kind === 'stopped') return { ok: true, compacted: false, reason: done.reason };
      const tokensBefore = currentTokenCount ?? used;
      return { ok: true, compacted: true, result: { tokensBefore, tokensAfter: Math.max(0, tokensBefore - done.freedTokens) } };
    },
    async commitTurn({ advancementKey, messages, ...context }) {
      if (committed.has(advancementKey)) return { status: 'duplicate' };
      const session = sessions.of(context);
      if (session) await keep(session, messages);
      committed.add(advancementKey);
      if (committed.size > COMMITTED_TURNS) committed.delete(committed.values().next().value!);
      return { status: 'committed' };
    },
  };
  return () => engine;
}

/** A session of which nothing is kept yet has nothing to compact. */
function nothingThere(error: unknown): { readonly kind: 'stopped'; readonly reason: string } {
  if (error instanceof TotalRecallApiError && error.code === 'not_found') return { kind: 'stopped', reason: 'nothing is kept yet' };
  throw error;
}

/** Returns the window, behind a compaction where it is nearly full. */
async function compactedWindow(session: SessionClient, windowTokens: number) {
  const window = await session.window({ windowTokens });
  const usable = window.budgets.window - window.budgets.headroom;
  if (window.tokens.total < TRIGGER * usable) return window;
  const { kind } = await session.compact({ targetTokens: Math.floor(TARGET * usable) });
  return kind === 'compacted' ? session.window({ windowTokens }) : window;
}

/** Reads which events are of which messages, as far as the log goes by now. */
async function readIds(session: SessionClient, windows: Windows): Promise<void> {
  for (;;) {
    const { events, nextOrdinal } = await session.events({ fromOrdinal: windows.nextOrdinal, limit: PAGE_EVENTS });
    for (const { id, ordinal, kind, body } of events) {
      // Another read of this session may have come first: one goes on behind its deadline.
      if (ordinal < windows.nextOrdinal) continue;
      windows.nextOrdinal = ordinal + 1;
      // Hosts may leave thinking out, and it decides nothing.
      if (kind === 'thinking') continue;
      const key = body?.meta.extra?.['openclaw'];
      if (typeof key === 'string') windows.ids.set(key, [...(windows.ids.get(key) ?? []), id]);
    }
    if (nextOrdinal === undefined) return;
  }
}

/** Returns the last messages that fit, from a message of the user on. */
export function lastTurns(messages: readonly HostMessage[], budget: number): { messages: readonly HostMessage[]; estimatedTokens: number } {
  const sizes = messages.map((message) => Math.ceil(Buffer.byteLength(JSON.stringify(message)) / BYTES));
  let from = messages.length;
  let total = 0;
  for (let at = messages.length - 1, size = 0; at >= 0; at -= 1) {
    size += sizes[at]!;
    if (size > budget && from < messages.length) break;
    if (messages[at]!.role === 'user' || at === 0) [from, total] = [at, size];
  }
  return { messages: messages.slice(from), estimatedTokens: total };
}
