import { joinAttached, wholeTextArtifact } from '../artifact/attached-text.ts';
import type { EventKind } from '../event/event-kind.ts';
import { RECALL_TOOL } from '../window/recall-tool.ts';
import { renderCall, type EntryContent } from '../window/render-entry.ts';
import { takeSteps } from '../text/take-steps.ts';
import { renderTaskState } from '../task-state/render-task-state.ts';
import type { TextAnalyser } from './analyse-text.ts';
import { blankSpans } from './find-recalled.ts';
import { cutPassages, type Passage, type PassageLimits } from './passages/cut-passages.ts';
import { passageHeader, withScope } from './passages/passage-header.ts';
import type { LogPassage } from './passage.ts';
import { agentTerm } from './term-encoding.ts';

/** One document of the text index: a passage of an event. */
export interface AnalysedDocument {
  /** Number of the passage, 1, 2, 3 ... in the order of the text. */
  readonly part: number;
  readonly passage: LogPassage;
  readonly terms: readonly string[];
}

/** A passage of an event with its header. */
export interface EventPassage {
  readonly part: number;
  readonly artifactId?: string;
  readonly header: string;
  readonly passage: Passage;
}

/**
 * Returns the text of an event for search, byte ranges and evidence: a call as name and arguments, a task state as its
 * card, otherwise the whole text with blanks where it repeats recalled content (I-13).
 */
export function evidenceText(kind: EventKind, { body, fullText, parts }: EntryContent): string {
  if (kind === 'tool_call' && body.call !== undefined)
    return joinAttached(renderCall(body.call.name, body.call.arguments ?? ''), parts?.attached ?? []);
  if (body.taskState !== undefined) return renderTaskState(body.taskState);
  if (fullText !== '') return body.recall?.within ? blankSpans(fullText, body.recall.within) : fullText;
  return attachmentTexts(body.artifacts ?? []).join('\n');
}

/**
 * Cuts an event into passages, each with its header, one by one. A call of recall has none: the words of a question answer nothing,
 * and would rank first whenever it is asked again. `call` is the `callLabel` of the call that a result answers. Pure
 * (I-07).
 */
export function* eventPassages(
  kind: EventKind,
  content: EntryContent,
  limits: PassageLimits,
  call?: string,
): Generator<EventPassage, void> {
  const { body } = content;
  if (kind === 'tool_call' && body.call?.name === RECALL_TOOL.name) return;
  const header = passageHeader({ kind, body, ...(call !== undefined && { call }) });
  const artifactId = kind === 'tool_call' ? undefined : wholeTextArtifact(body)?.id;
  let part = 0;
  for (const passage of cutPassages(evidenceText(kind, content), limits)) {
    part++;
    yield { part, ...(artifactId !== undefined && { artifactId }), header: withScope(header, passage.scope), passage };
  }
}

/**
 * Builds the documents by which an event is found: its passages, each with the words of its header. Passages without
 * words are left out. Works in steps, each of which yields the number of characters it has cut and analysed, as a
 * text of megabytes takes seconds. Source: E7, R13.
 */
export function* documentSteps(
  kind: EventKind,
  content: EntryContent,
  analyser: Pick<TextAnalyser, 'analyse'>,
  limits: PassageLimits,
  call?: string,
): Generator<number, AnalysedDocument[]> {
  const { agent } = content.body.meta;
  const speaker = agent === undefined ? [] : [...new Set(analyser.analyse(agent).map(agentTerm))];
  const documents: AnalysedDocument[] = [];
  for (const { part, artifactId, header, passage } of eventPassages(kind, content, limits, call)) {
    const own = analyser.analyse(passage.text);
    const { fromByte, toByte } = passage;
    const terms = [...analyser.analyse(header), ...own, ...speaker];
    if (own.length > 0) documents.push({ part, passage: { ...(artifactId === undefined ? {} : { artifactId }), fromByte, toByte }, terms });
    yield passage.text.length;
  }
  return documents;
}

/** Takes all steps of `documentSteps` at once, and returns its documents. */
export function indexDocuments(...given: Parameters<typeof documentSteps>): AnalysedDocument[] {
  return takeSteps(documentSteps(...given));
}

function attachmentTexts(artifacts: NonNullable<EntryContent['body']['artifacts']>): string[] {
  return artifacts
    .filter(({ role, text }) => role === 'attachment' && text === undefined)
    .flatMap(({ title, preview }) => (title === undefined ? [preview] : [title, preview]));
}
