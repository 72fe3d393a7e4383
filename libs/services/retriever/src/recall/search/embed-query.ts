import { agentTerm, type TextAnalyser } from '@total-recall/domain';
import type { Embedder, Embedding, Scheduler } from '@total-recall/ports';
import { inTime } from '@total-recall/runtime';
import type { RecallConfig, RecallVectors, RetrieverDeps } from '../../retriever-deps.ts';

/** A query as vectors. The single vector leaves out names of the store's speakers; the token vectors include them. */
export interface QueryVectors {
  readonly model: string;
  readonly vector: Float32Array;
  readonly tokens?: Embedding['tokens'];
}

/**
 * Embeds a query, and again without names if that text differs. Calls `observed` with the reason if there are no vectors.
 */
export type EmbedQuery = (
  query: string,
  withoutNames: Promise<string>,
  observed: RecallVectors['observed'],
) => Promise<QueryVectors | undefined>;

/** After this many queries in a row without an answer the embedder is not asked for `REST_MS`. */
const MISSES = 3;
const REST_MS = 5_000;

/**
 * Embeds queries within a time limit. Returns undefined if there is no model, or it is slow or fails; recall then
 * answers from text alone. A late result is discarded. An embedder that was late several times in a row is not asked
 * for a while, so that recalls do not each wait for it. Source: retrieval study, recipe B, 2.
 */
export function createQueryEmbedder(deps: Pick<RetrieverDeps, 'scheduler' | 'clock' | 'vectors'>, config: RecallConfig): EmbedQuery {
  const { vectors, scheduler, clock } = deps;
  if (vectors === undefined) return async () => undefined;
  let misses = 0;
  let restsUntil = -Infinity;

  async function askInTime(
    embedder: Embedder,
    query: string,
    withoutNames: Promise<string>,
    observed: RecallVectors['observed'],
  ): Promise<QueryVectors | undefined> {
    // The limit is for the embedder alone, so it starts when the text to embed is ready.
    const delay: Scheduler['delay'] = (ms, signal) => withoutNames.then(() => scheduler.delay(ms, signal));
    try {
      const asked = await inTime(ask(embedder, query, withoutNames), { scheduler: { delay }, ms: config.embedTimeoutMs });
      if (asked.kind === 'done') {
        misses = 0;
        return asked.value;
      }
      observed?.('slow');
    } catch (error) {
      observed?.('failed', error);
    }
    misses += 1;
    if (misses >= MISSES) restsUntil = clock.monotonicMs() + REST_MS;
    return undefined;
  }

  return async (query, withoutNames, observed) => {
    const embedder = vectors.embedder.current();
    if (embedder !== undefined && clock.monotonicMs() >= restsUntil) return askInTime(embedder, query, withoutNames, observed);
    observed?.(embedder === undefined ? 'absent' : 'resting');
    return undefined;
  };
}

async function ask(embedder: Embedder, query: string, withoutNames: Promise<string>): Promise<QueryVectors> {
  const embed = async (text: string): Promise<Embedding> => (await embedder.embed([{ text, kind: 'query' }], { tokens: true }))[0]!;
  const [whole, named] = await Promise.all([embed(query), withoutNames.then((text) => (text === query ? undefined : embed(text)))]);
  const { vector } = named ?? whole;
  return { model: embedder.model, vector, ...(whole.tokens === undefined ? {} : { tokens: whole.tokens }) };
}

/** Removes the words that name a speaker. If nothing else is left, returns the query unchanged. */
export function removeNames(query: string, analyser: Pick<TextAnalyser, 'analyseSpans'>, isSpeaker: (term: string) => boolean): string {
  const { names, rest } = splitNames(query, analyser, isSpeaker);
  return names.length > 0 && /[\p{L}\p{N}]/u.test(rest) ? rest : query;
}

/** Returns the terms of the speakers that a query names, and what else it says. */
export function splitNames(
  query: string,
  analyser: Pick<TextAnalyser, 'analyseSpans'>,
  isSpeaker: (term: string) => boolean,
): { readonly names: readonly string[]; readonly rest: string } {
  const names = new Set<string>();
  let kept = '';
  let at = 0;
  for (const { term, start, end } of analyser.analyseSpans(query)) {
    if (start < at || !isSpeaker(agentTerm(term))) continue;
    names.add(agentTerm(term));
    kept += query.slice(at, start);
    at = end;
  }
  return { names: [...names], rest: (kept + query.slice(at)).replace(/\s+/g, ' ').trim() };
}
