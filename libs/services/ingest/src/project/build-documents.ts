import { splitPassages, type EntryContent, type EventKind } from '@total-recall/domain';
import type { Analyser, TextDocument } from '@total-recall/ports';
import { contentArtifact, LIMITS } from '@total-recall/runtime';

/** Distinct terms kept of a long event as a whole; its passages hold all of them. */
const WHOLE_TERMS = 4_096;

/**
 * The text documents of one event. A short one is a single document; a long one is a document of its distinct terms, so that a
 * query over several of its parts still finds it, and its passages, which say where. Source: E7, R13.
 */
export function buildDocuments(eventId: string, kind: EventKind, content: EntryContent, analyser: Analyser): TextDocument[] {
  const { body, fullText } = content;
  const extras = [body.call?.name, kind === 'tool_call' ? body.call?.arguments : undefined, ...attachmentTexts(content)].filter((text) => text !== undefined);
  const extraTerms = extras.flatMap((text) => analyser.analyse(text.slice(0, LIMITS.toolArgumentsBytes)));
  const pieces = splitPassages(fullText, { targetChars: LIMITS.passageChars, maxPassages: LIMITS.passagesPerEvent });
  if (pieces.length <= 1) return [{ eventId, part: 0, terms: [...analyser.analyse(fullText), ...extraTerms] }];
  const artifactId = contentArtifact(body)?.id;
  const distinct = new Set(extraTerms);
  const passages = pieces.map((piece, at): TextDocument => {
    const terms = analyser.analyse(piece.text);
    for (const term of terms) if (distinct.size < WHOLE_TERMS) distinct.add(term);
    return { eventId, part: at + 1, passage: { ...(artifactId ? { artifactId } : {}), fromByte: piece.fromByte, toByte: piece.toByte }, terms };
  });
  return [{ eventId, part: 0, terms: [...distinct] }, ...passages];
}

function attachmentTexts({ body }: EntryContent): string[] {
  return (body.artifacts ?? []).filter(({ role }) => role === 'attachment').flatMap(({ title, preview }) => [title ?? '', preview]);
}
