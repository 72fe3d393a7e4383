import type { EventBody } from '../event/event-body.ts';
import { renderTaskState } from '../task-state/render-task-state.ts';
import type { TextAnalyser } from './analyse-text.ts';
import type { LogPassage } from './passage.ts';
import { renderCall } from '../window/render-entry.ts';
import { splitPassages } from './split-passages.ts';

/** One document of the text index; a whole short text, or one passage of a long one. */
export interface AnalysedDocument {
  readonly part: number;
  readonly passage?: LogPassage;
  readonly terms: readonly string[];
}

export interface IndexInput {
  readonly body: EventBody;
  /** Whole texts of the artifacts that are text. */
  readonly artifacts?: readonly { readonly artifactId: string; readonly text: string }[];
  readonly passageChars: number;
  readonly maxPassages: number;
}

/** The text of an event as search, passages and byte ranges see it: its own text, and a call as name and arguments. */
export function eventText(body: EventBody): string {
  const call = body.call?.arguments === undefined ? '' : renderCall(body.call.name, body.call.arguments);
  const text = body.taskState === undefined ? body.text : body.text === '' ? renderTaskState(body.taskState) : body.text;
  return text === '' ? call : call === '' ? text : `${text}\n${call}`;
}

/**
 * The documents by which an event is found. A text that fits one passage is part 0; longer ones, and the artifacts' texts, follow as
 * passages 1, 2 ... with their byte ranges. A document without terms is left out. A pure function of the record and its artifacts (I-07).
 */
export function indexDocuments(input: IndexInput, analyser: Pick<TextAnalyser, 'analyse'>): AnalysedDocument[] {
  const documents: AnalysedDocument[] = [];
  const speaker = input.body.meta.agent === undefined ? '' : `${input.body.meta.agent}: `;
  const titles = (input.body.artifacts ?? []).map((ref) => ref.title ?? '').filter((title) => title !== '').join(' ');
  const text = eventText(input.body);
  const pieces = splitPassages(text, { targetChars: input.passageChars, maxPassages: input.maxPassages });
  let part = 1;
  const add = (piece: { text: string; fromByte: number; toByte: number }, artifactId?: string): void => {
    const terms = analyser.analyse(piece.text);
    const number = part++;
    if (terms.length > 0) documents.push({ part: number, passage: { ...(artifactId === undefined ? {} : { artifactId }), fromByte: piece.fromByte, toByte: piece.toByte }, terms });
  };
  if (pieces.length <= 1) {
    const captions = text === '' && input.artifacts?.length !== input.body.artifacts?.length ? previewsOf(input) : '';
    const terms = analyser.analyse(`${speaker}${titles} ${text}${captions}`);
    if (text !== '' || captions !== '' || titles !== '') documents.push({ part: 0, terms });
  } else for (const piece of pieces) add(piece);
  for (const artifact of input.artifacts ?? []) {
    for (const piece of splitPassages(artifact.text, { targetChars: input.passageChars, maxPassages: input.maxPassages })) add(piece, artifact.artifactId);
  }
  return documents.filter((document) => document.terms.length > 0);
}

/** Captions of images and documents stand in their previews. */
function previewsOf(input: IndexInput): string {
  const texts = new Set((input.artifacts ?? []).map((artifact) => artifact.artifactId));
  return (input.body.artifacts ?? []).filter((ref) => !texts.has(ref.id)).map((ref) => `\n${ref.preview}`).join('');
}
