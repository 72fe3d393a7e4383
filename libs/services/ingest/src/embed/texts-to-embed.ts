import { embeddingTexts, type EmbeddingContext, type EmbeddingText, type EntryContent, type EventKind } from '@total-recall/domain';
import { LIMITS } from '@total-recall/runtime';
import type { IngestConfig, IngestDeps } from '../ingest-deps.ts';

/** Longer texts hold more than words that stand in every text. */
const ALWAYS_SAYS_SOMETHING_CHARS = 120;

/** The texts of an event that get vectors. Its context changes what they say, never which parts they are. */
export function textsToEmbed(
  { analyser }: Pick<IngestDeps, 'analyser'>,
  { embedParts, embedResultParts }: Pick<IngestConfig, 'embedParts' | 'embedResultParts'>,
  { kind, content, context }: { readonly kind: EventKind; readonly content: EntryContent; readonly context?: EmbeddingContext },
): EmbeddingText[] {
  const maxParts = kind === 'tool_result' ? embedResultParts : embedParts;
  const limits = { passageChars: LIMITS.passageChars, maxPassages: LIMITS.passagesPerEvent, maxParts };
  return embeddingTexts(kind, content, limits, context).filter(({ text, lineStarts }) =>
    saysSomething(analyser, text.slice(lineStarts[0])),
  );
}

/** A text without letters, or of nothing but stop words, is near to everything and says nothing. */
function saysSomething(analyser: IngestDeps['analyser'], text: string): boolean {
  return /\p{L}/u.test(text) && (text.length > ALWAYS_SAYS_SOMETHING_CHARS || analyser.analyse(text).length > 0);
}
