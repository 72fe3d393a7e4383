import {
  embeddingSteps,
  rulesOf,
  type EmbeddingContext,
  type EmbeddingText,
  type EntryContent,
  type EventKind,
} from '@total-recall/domain';
import { inSlices, LIMITS } from '@total-recall/runtime';
import type { IngestConfig } from '../ingest-config.ts';
import type { IngestDeps } from '../ingest-deps.ts';

/** A text longer than this has more than stop words. */
const ALWAYS_SAYS_SOMETHING_CHARS = 120;

/** Returns the texts of an event that get vectors. The context changes the texts, but not which parts they are. */
export async function textsToEmbed(
  { analyser }: Pick<IngestDeps, 'analyser'>,
  { embedParts, embedResultParts }: Pick<IngestConfig, 'embedParts' | 'embedResultParts'>,
  { kind, content, context }: { readonly kind: EventKind; readonly content: EntryContent; readonly context?: EmbeddingContext },
): Promise<EmbeddingText[]> {
  const maxParts = rulesOf(kind).vectors === 'many' ? embedResultParts : embedParts;
  const limits = { passageChars: LIMITS.passageChars, maxPassages: LIMITS.passagesPerEvent, maxParts };
  const texts = await inSlices(embeddingSteps(kind, content, limits, context));
  return texts.filter(({ text, lineStarts }) => saysSomething(analyser, text.slice(lineStarts[0])));
}

/** Returns true when a text says something. One without letters, or of stop words only, is close to every query. */
function saysSomething(analyser: IngestDeps['analyser'], text: string): boolean {
  return /\p{L}/u.test(text) && (text.length > ALWAYS_SAYS_SOMETHING_CHARS || analyser.analyse(text).length > 0);
}
