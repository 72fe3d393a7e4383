import type { EventKind } from '../event/event-kind.ts';
import { RECALL_TOOL } from '../window/recall-tool.ts';
import { renderCall, type EntryContent } from '../window/render-entry.ts';
import { renderTaskState } from '../task-state/render-task-state.ts';
import type { TextAnalyser } from './analyse-text.ts';
import type { LogPassage } from './passage.ts';
import { splitPassages } from './split-passages.ts';
import { agentTerm } from './term-encoding.ts';

/** One document of the text index: an event as a whole (part 0), or one passage of a long one. */
export interface AnalysedDocument {
  readonly part: number;
  readonly passage?: LogPassage;
  readonly terms: readonly string[];
}

export interface DocumentLimits {
  readonly passageChars: number;
  readonly maxPassages: number;
}

/** Distinct terms kept of a long event as a whole; its passages hold all of them. */
const WHOLE_TERMS = 4_096;

/** The text of an event as search, byte ranges and evidence see it: a call as name and arguments, a task state as its card, else its whole text. */
export function evidenceText(kind: EventKind, { body, fullText }: EntryContent): string {
  if (kind === 'tool_call' && body.call !== undefined) return renderCall(body.call.name, body.call.arguments ?? '');
  if (body.taskState !== undefined) return renderTaskState(body.taskState);
  if (fullText !== '') return fullText;
  return attachmentTexts(body.artifacts ?? []).join('\n');
}

/**
 * The documents by which an event is found. A short one is a single document; a long one is a document of its distinct terms, so that a
 * query over several of its parts still finds it, and its passages, which say where. A call of recall has none. Pure (I-07). Source: E7, R13.
 */
export function indexDocuments(
  kind: EventKind,
  content: EntryContent,
  analyser: Pick<TextAnalyser, 'analyse'>,
  limits: DocumentLimits,
): AnalysedDocument[] {
  const { body } = content;
  // The words of a question answer no question, and would come first whenever it is asked again.
  if (kind === 'tool_call' && body.call?.name === RECALL_TOOL.name) return [];
  const text = evidenceText(kind, content);
  const extras = [
    kind === 'tool_call' ? undefined : body.call?.name,
    ...(content.fullText === '' ? [] : attachmentTexts(body.artifacts ?? [])),
  ];
  const extraTerms = extras.flatMap((extra) => (extra === undefined ? [] : analyser.analyse(extra)));
  if (body.meta.agent !== undefined) {
    const name = analyser.analyse(body.meta.agent);
    extraTerms.push(...name, ...new Set(name.map(agentTerm)));
  }
  const pieces = splitPassages(text, { targetChars: limits.passageChars, maxPassages: limits.maxPassages });
  if (pieces.length <= 1) {
    const terms = [...analyser.analyse(text), ...extraTerms];
    return terms.length === 0 ? [] : [{ part: 0, terms }];
  }
  const artifactId = kind === 'tool_call' ? undefined : body.artifacts?.find((artifact) => artifact.role === 'content')?.id;
  const distinct = new Set(extraTerms);
  const passages: AnalysedDocument[] = [];
  pieces.forEach((piece, i) => {
    const terms = analyser.analyse(piece.text);
    for (const term of terms) if (distinct.size < WHOLE_TERMS) distinct.add(term);
    if (terms.length === 0) return;
    passages.push({
      part: i + 1,
      passage: { ...(artifactId === undefined ? {} : { artifactId }), fromByte: piece.fromByte, toByte: piece.toByte },
      terms,
    });
  });
  return distinct.size === 0 ? passages : [{ part: 0, terms: [...distinct] }, ...passages];
}

function attachmentTexts(artifacts: NonNullable<EntryContent['body']['artifacts']>): string[] {
  return artifacts
    .filter(({ role }) => role === 'attachment')
    .flatMap(({ title, preview }) => (title === undefined ? [preview] : [title, preview]));
}
