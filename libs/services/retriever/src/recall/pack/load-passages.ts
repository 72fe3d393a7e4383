import {
  callLabel,
  cutPassages,
  eventTitle,
  plainName,
  isMeantAsWhole,
  lineShape,
  splitLines,
  utf8Length,
  wholeTextArtifact,
  type Evidence,
  type Literal,
  type PackableEvent,
  type PackablePassage,
  type RankedPassage,
  type RecallScope,
  type StatedValidity,
} from '@total-recall/domain';
import { LIMITS, type AnsweredCall, type CallReader } from '@total-recall/runtime';
import type { RetrieverDeps } from '../../retriever-deps.ts';
import { isSensitive, type OpenedEvent } from '../open/open-events.ts';
import { readPassages } from '../open/read-passages.ts';

/** A passage of an opened event with its lines. Byte offsets are those in the event's text or artifact. */
interface LoadedPassage extends PackablePassage {
  readonly fromByte: number;
  readonly toByte: number;
  readonly text: string;
}

/** An opened event with its passages, ready to be packed. */
export interface LoadedEvent extends PackableEvent {
  readonly opened: OpenedEvent;
  readonly artifactId?: string;
  readonly totalBytes: number;
  /** Description in its heading. */
  readonly about: string;
  /** Identity of the call that it answers. */
  readonly call?: AnsweredCall['identity'];
  /** Place of that call in its session, unless it is withheld. */
  readonly callOrdinal?: number;
  /** Its full text, if that was read and the query asks for the event as a whole. */
  readonly text?: string;
  /** Its full text, if that was read. */
  readonly fullText?: string;
  /**
   * The event with a later value of the same thing, its name beside this one, and the outdated passages of this one.
   */
  readonly update?: {
    readonly by: string;
    readonly newer: Pick<LoadedEvent, 'opened'>;
    readonly stale: readonly Pick<LoadedPassage, 'fromByte' | 'toByte'>[];
  };
  /** Other events that say the same, word for word. */
  readonly repeats?: readonly LoadedEvent[];
  /** Present where what it says of the question is over. */
  readonly over?: NonNullable<Evidence['over']>;
  /** When the fact is true that it states of the question, and the place of that sentence. */
  readonly validity?: StatedValidity & { readonly place: Pick<LoadedPassage, 'fromByte' | 'toByte'> };
  /** Best first; empty for a withheld event. */
  readonly passages: readonly LoadedPassage[];
}

export interface LoadInput {
  readonly place: { readonly tenant: string; readonly space: string };
  /** Calls that the scope withholds are not described in headings either. */
  readonly scope: RecallScope;
  /** Rarity of each term of the queries. */
  readonly weights: ReadonlyMap<string, number>;
  /** Phrases and clock times that the queries name as they are written. */
  readonly literals?: readonly Literal[];
  /** True when a text holds something of the form that is asked for; absent where none is. */
  readonly hasForm?: (text: string) => boolean;
  /** True when an event that holds the whole query is asked for as a whole. */
  readonly isListOfWords?: boolean;
  readonly calls: CallReader;
}

type LoadDeps = Pick<RetrieverDeps, 'content' | 'analyser'>;

/** Most passages read of an event that was ranked by its words, and of any other. */
const PASSAGES = 64;
const UNRANKED_PASSAGES = 12;
/** Distance between consecutive passages of an unranked event, in standard deviations of the scores. */
const STEP = 0.05;

/** Reads the ranked passages of each event. Of events that have none, reads the first passages. */
export async function loadPassages(deps: LoadDeps, events: readonly OpenedEvent[], input: LoadInput): Promise<LoadedEvent[]> {
  const share = shareReader(deps, input.weights);
  const { literals = [], hasForm } = input;
  const calls = await input.calls.callsFor(
    input.place,
    events.map(({ envelope, event: { accepted }, body }) => ({ envelope, accepted, body })),
  );
  return Promise.all(
    events.map(async (opened, at): Promise<LoadedEvent> => {
      const { envelope, body, redacted } = opened;
      const artifact = envelope.kind === 'tool_call' ? undefined : wholeTextArtifact(body);
      const call = calls[at];
      const shownCall = call && !isSensitive(call.sensitivity, input.scope) ? call : undefined;
      const about = aboutOf(opened, shownCall?.label);
      const ofCall = { ...(call && { call: call.identity }), ...(shownCall?.ordinal !== undefined && { callOrdinal: shownCall.ordinal }) };
      const facts = { opened, about, ...ofCall, ...(artifact && { artifactId: artifact.id }) };
      if (redacted) return { ...facts, totalBytes: 0, passages: [] };
      const { pieces, totalBytes, text } = await readPieces(deps, opened, input.place, literals);
      const { coverage } = opened.ranked;
      const isWhole = input.isListOfWords === true && coverage !== undefined && isMeantAsWhole(coverage);
      const passages = pieces.map((piece) => loadedPassage(piece, share, hasForm));
      const whole = isWhole && { isWhole, ...(text !== undefined && { text }) };
      return {
        ...facts,
        ...whole,
        ...(text !== undefined && { fullText: text }),
        totalBytes,
        passages: passages.sort((a, b) => b.score - a.score),
      };
    }),
  );
}

/**
 * Describes an event. A call's own text holds its name and values. A result is described by its call, or by itself if
 * the call is unknown or withheld.
 */
function aboutOf({ envelope: { kind }, body }: OpenedEvent, call: string | undefined): string {
  if (kind === 'tool_call') return body.meta.agent === undefined ? 'call' : `call ${plainName(body.meta.agent)}`;
  if (kind === 'tool_result' && call === undefined && body.call !== undefined) return callLabel(body.call);
  return eventTitle({ kind, body: { ...body, artifacts: [] }, ...(call !== undefined && { call }) });
}

interface Piece {
  readonly text: string;
  readonly fromByte: number;
  readonly score: number;
  readonly late?: Float32Array;
}

/** Gain of an unranked passage that holds what is named as it is written, as a ranked one has. */
const LITERAL = 2;

function withLiterals(piece: Piece, literals: readonly Literal[]): Piece {
  const held = literals.filter(({ holds }) => holds(piece.text)).length;
  return held === 0 ? piece : { ...piece, score: piece.score + (LITERAL * held) / literals.length };
}

function loadedPassage(
  { text, fromByte, score, late }: Piece,
  share: (text: string) => number,
  hasForm: LoadInput['hasForm'],
): LoadedPassage {
  const lines = splitLines(text);
  const isCompared = late !== undefined && late.length <= lines.length;
  return {
    score,
    text,
    fromByte,
    toByte: fromByte + utf8Length(text),
    lines: lines.map((line, at) => {
      const shape = lineShape(line.text);
      return {
        text: line.text,
        fromByte: fromByte + line.fromByte,
        toByte: fromByte + line.toByte,
        ...(isCompared ? { late: late[at] ?? -1, share: 0 } : { share: share(line.text) }),
        ...(hasForm && { hasForm: hasForm(line.text) }),
        ...(shape !== undefined && { shape }),
      };
    }),
  };
}

async function readPieces(
  deps: LoadDeps,
  opened: OpenedEvent,
  place: LoadInput['place'],
  literals: readonly Literal[],
): Promise<{ pieces: Piece[]; totalBytes: number; text?: string }> {
  const ranked = rankedPassages(opened);
  const { texts, ...read } = await readPassages(
    deps,
    opened,
    place,
    ranked.map(({ range }) => range),
  );
  if (ranked.length === 0) {
    const first = firstPieces(read.text ?? '', opened.ranked.score);
    return { ...read, pieces: first.map((piece) => withLiterals(piece, literals)) };
  }
  const pieces = ranked.map(({ range, score, late }, at): Piece => {
    return { text: texts[at]!, fromByte: range.fromByte, score, ...(late && { late }) };
  });
  return { ...read, pieces };
}

/** Returns the ranked passages, shifted by what conditioning and the other queries changed in the event's score. */
function rankedPassages({ ranked }: OpenedEvent) {
  const shift = ranked.score - (ranked.passages[0]?.score ?? ranked.score);
  return ranked.passages
    .slice(0, PASSAGES)
    .flatMap(({ passage, score, lines }: RankedPassage) =>
      passage === undefined ? [] : [{ range: passage, score: score + shift, late: lines }],
    );
}

function firstPieces(text: string, score: number): Piece[] {
  const limits = { passageChars: LIMITS.passageChars, maxPassages: LIMITS.passagesPerEvent };
  return cutPassages(text, limits)
    .take(UNRANKED_PASSAGES)
    .map((piece, at) => ({ text: piece.text, fromByte: piece.fromByte, score: score - at * STEP }))
    .toArray();
}

/** Returns a function that computes the share of the queries' weight that a text holds. */
function shareReader({ analyser }: LoadDeps, weights: ReadonlyMap<string, number>): (text: string) => number {
  const total = weights.values().reduce((sum, weight) => sum + weight, 0);
  return (text) => {
    if (total === 0) return 0;
    let held = 0;
    for (const term of new Set(analyser.analyse(text))) held += weights.get(term) ?? 0;
    return held / total;
  };
}
