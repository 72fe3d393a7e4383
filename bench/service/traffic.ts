import type { NewEvent } from '@total-recall/domain';
import { createSeededRandom, generateTraces, type SeededRandom } from '@total-recall/evaluation';

/** Endless stream of generated work, one request of an agent run at a time, some 30 events each. */
export interface Traffic {
  /** Returns the next request. `runStarts` is true for the first of a run of twelve, which may begin a new session. */
  next(): { readonly events: readonly NewEvent[]; readonly runStarts: boolean };
}

const REQUESTS = 12;

/**
 * Creates a stream that depends only on the seed. Task states are left out, as they are not appends, and of references
 * only those of the objective are kept. Ids of calls and messages differ in every run, so that one session can continue
 * for ever.
 */
export function createTraffic(seed: number, writer: number): Traffic {
  let run = 0;
  let waiting: NewEvent[][] = [];
  return {
    next() {
      const runStarts = waiting.length === 0;
      if (runStarts) waiting = requestsOf(seed * 1_000 + writer, (run += 1));
      return { events: waiting.shift()!, runStarts };
    },
  };
}

function requestsOf(seed: number, run: number): NewEvent[][] {
  const [trace] = generateTraces({ seed: seed * 100_000 + run, traces: 1, requests: REQUESTS });
  const requests: NewEvent[][] = [];
  for (const event of trace!.sessions[0]!.events) {
    // Constraints are never evicted: in a session of hundreds of requests they alone would fill the window.
    if (event.kind === 'task_state' || (event.kind === 'constraint' && run > 1)) continue;
    if (event.kind === 'user_message' || requests.length === 0) requests.push([]);
    requests.at(-1)!.push(withOwnIds(event, run));
  }
  return requests;
}

function withOwnIds(event: NewEvent, run: number): NewEvent {
  const { sequence: _sequence, meta, call, messageId, ...rest } = event;
  const { supersedes: _supersedes, ...other } = meta ?? {};
  return {
    ...rest,
    meta: other,
    ...(call && { call: { ...call, id: `${call.id}.${run}` } }),
    ...(messageId !== undefined && { messageId: `${messageId}.${run}` }),
  };
}

/** Creates queries: half contain an exact string of an event, the others six consecutive words. */
export function createQueries(seed: number, texts: readonly string[]): () => string {
  const random = createSeededRandom(`queries ${seed}`);
  return () => queryFrom(random, random.pick(texts));
}

function queryFrom(random: SeededRandom, text: string): string {
  const words = text.slice(0, 20_000).match(/[\p{L}\p{N}_./:-]{3,}/gu) ?? ['harbour'];
  const exact = words.filter((word) => /\d/.test(word) || word.includes('/') || /[a-z][A-Z]/.test(word));
  const from = random.below(Math.max(1, words.length - 6));
  const row = words.slice(from, from + 6).join(' ');
  return random.below(2) === 0 && exact.length > 0 ? `${random.pick(exact)} ${words[from]!}` : row;
}
