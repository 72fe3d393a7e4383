import {
  emptySession,
  fitsDraft,
  pushQueries,
  sessionKey,
  type PrefetchEnd,
  type PrefetchAnswer,
  type PrefetchRequest,
  type RecallAnswer,
  type RecallRequest,
  type SessionAddress,
  type TextAnalyser,
} from '@total-recall/domain';
import { logEnds } from '../log-ends.ts';
import { readDecisions } from '../recall/ask/read-decisions.ts';
import type { EntryContents } from './entry-contents.ts';
import { findPack, LEAST_PACK_TOKENS, type FoundPack } from './find-pack.ts';
import { PrefetchStore } from './prefetch-store.ts';
import { onlyUserMessagesSince } from './only-user-messages-since.ts';
import type { WindowConfig, WindowDeps } from './window-deps.ts';

interface PrefetchDeps extends Pick<WindowDeps, 'log' | 'sessions' | 'policies' | 'clock' | 'observer' | 'units'> {
  readonly analyser: Pick<TextAnalyser, 'analyse'>;
  readonly contents: EntryContents;
  readonly recall: (request: RecallRequest) => Promise<RecallAnswer>;
}

/** The recall that a window would run itself. */
interface PackRequest extends SessionAddress {
  readonly queries: readonly string[];
  readonly budgetTokens: number;
  /** Events that the window shows. */
  readonly shown: ReadonlySet<string>;
}

export interface PackPrefetcher {
  /** Starts the recall that a window would push for this draft, without waiting for it. */
  prefetch(request: PrefetchRequest): Promise<PrefetchAnswer>;
  /** Takes the prefetched pack for such a window, once; undefined if none fits. */
  take(wanted: PackRequest): Promise<FoundPack | undefined>;
  /** Clears prefetched packs, because an event in them may have been erased. */
  forget(): void;
  /** Waits for running recalls. */
  stop(): Promise<void>;
}

interface Prefetched extends FoundPack {
  readonly queries: readonly string[];
  /** Log ends before the recall started. */
  readonly ends: readonly number[];
}

interface Prefetch {
  readonly tenant: string;
  readonly terms: readonly string[];
  readonly found: Promise<Prefetched | undefined>;
}

/** Fewest terms of a draft that is worth a recall. */
const LEAST_TERMS = 2;

/**
 * Runs recall while a user is typing. Keeps one pack per session in this process for half a minute. A window uses it if
 * the final message fits the draft and nothing but that message was added to the space since. Source: W7, 002 §4.5.
 */
export function createPackPrefetcher(deps: PrefetchDeps, config: WindowConfig): PackPrefetcher {
  const { analyser, clock, observer } = deps;
  const running = new Set<Prefetch>();
  const held = new PrefetchStore<Prefetch>({
    capacity: config.heldPrefetches,
    maxAgeMs: config.prefetchHeldMs,
    clock,
    ended: (end) => observer.prefetchEnded?.(end),
  });
  const termsOf = ([first = '']: readonly string[]): string[] => analyser.analyse(first);
  const isFull = (tenant: string): boolean =>
    running.size >= config.prefetchesAtOnce || [...running].filter((one) => one.tenant === tenant).length >= config.prefetchesOfTenant;

  /** If the log cannot be read, the window does not fail; it runs its own recall. */
  async function endOf(found: Prefetched, wanted: PackRequest): Promise<PrefetchEnd> {
    try {
      return (await whyUnusable(deps, found, wanted)) ?? 'used';
    } catch (error) {
      observer.prefetchFailed?.(error);
      return 'failed';
    }
  }

  function start(key: string, request: PrefetchRequest, terms: readonly string[], budgetTokens: number): void {
    const found = runPrefetch(deps, request, budgetTokens).catch((error: unknown) => {
      observer.prefetchFailed?.(error);
      held.remove(key, 'failed', prefetch);
      return undefined;
    });
    const prefetch: Prefetch = { tenant: request.tenant, terms, found };
    held.put(key, prefetch);
    running.add(prefetch);
    void found.finally(() => running.delete(prefetch));
  }

  async function decide(request: PrefetchRequest): Promise<PrefetchAnswer> {
    const { policy } = await deps.policies.resolve(request);
    if (policy.budgets.push < LEAST_PACK_TOKENS) return { result: 'off' };
    const terms = termsOf(pushQueries({ userText: request.draft, topics: [] }));
    if (new Set(terms).size < LEAST_TERMS) return { result: 'too_short' };
    const key = sessionKey(request);
    const before = held.get(key);
    if (before !== undefined && fitsDraft(before.terms, terms)) return { result: 'held' };
    if ((before !== undefined && running.has(before)) || isFull(request.tenant)) return { result: 'busy' };
    start(key, request, terms, policy.budgets.push);
    return { result: 'started' };
  }

  return {
    async prefetch(request) {
      const answer = await decide(request);
      observer.prefetchAsked?.(answer.result);
      return answer;
    },
    async take(wanted) {
      const key = sessionKey(wanted);
      const prefetch = held.get(key);
      // Another window of the session may be about an earlier message; the pack stays for the window of the draft.
      if (prefetch === undefined || !fitsDraft(prefetch.terms, termsOf(wanted.queries))) return undefined;
      const found = await prefetch.found;
      const end = found && (await endOf(found, wanted));
      if (end === undefined || held.get(key) !== prefetch) return undefined;
      held.remove(key, end);
      return end === 'used' ? found : undefined;
    },
    forget: () => held.clear('expired'),
    async stop() {
      await Promise.all([...running].map(({ found }) => found));
    },
  };
}

async function runPrefetch(deps: PrefetchDeps, request: PrefetchRequest, budgetTokens: number): Promise<Prefetched> {
  const ends = await logEnds(deps.log);
  const state = (await deps.sessions.load(request)) ?? emptySession(request);
  const card = state.taskState && (await deps.contents.load({ ...state, entries: [] })).get(state.taskState.eventId)?.body.taskState;
  const queries = pushQueries({ userText: request.draft, topics: [], ...(card && { task: card }) });
  const without = new Set(state.entries.map(({ id }) => id));
  return { queries, ends, ...(await findPack(deps.recall, request, { queries, budgetTokens, without })) };
}

/** Returns the reason why a prefetched pack cannot be used in this window; undefined if it can. */
async function whyUnusable(
  { log, units }: PrefetchDeps,
  found: Prefetched,
  wanted: PackRequest,
): Promise<'appended' | 'shown' | 'no_room' | 'expired' | undefined> {
  const isSameTask = found.queries.slice(1).join() === wanted.queries.slice(1).join();
  if (!isSameTask || !(await onlyUserMessagesSince(log, wanted, found.ends))) return 'appended';
  if (found.eventIds.some((id) => wanted.shown.has(id))) return 'shown';
  const { withheld } = await readDecisions({ units }, wanted);
  if (found.eventIds.some((id) => withheld.has(id))) return 'expired';
  return found.pack !== undefined && found.pack.tokens > wanted.budgetTokens ? 'no_room' : undefined;
}
