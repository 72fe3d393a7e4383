import {
  closeFence,
  emptyHint,
  emptyLine,
  findExactStrings,
  leftOutAlike,
  LISTED_STRINGS,
  listStrings,
  looksLikeInstruction,
  momentLine,
  openFence,
  renderEvidence,
  reserveForStrings,
  type Evidence,
  type EvidenceFrame,
  type ListedEvent,
  type RecallMarker,
  type RecallMoment,
  type RecallOverview,
  type RecallPassage,
  type TakenLines,
} from '@total-recall/domain';
import type { TokenCounter } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import { createLineChoice, type LineChoice } from './choose-lines.ts';
import { describeEvidence } from './describe-evidence.ts';
import { fitAbove, type AboveEvidence, type FittedAbove } from './fit-above.ts';
import { fitWithheld } from './fit-withheld.ts';
import { nameRepeats } from './join-repeats.ts';
import type { LoadedEvent } from './load-passages.ts';

/** How much an answer may show, and what lines beyond the first tokens have to be worth. */
export type PackingLimits = Pick<LineChoice, 'freeTokens' | 'worthWithin'> & { readonly budgetTokens: number };

interface PackInput extends LineChoice, AboveEvidence, PackingLimits {
  readonly retrievalId: string;
  /** True for the pack of a window, which leaves an answer without evidence out. */
  readonly isPushed?: boolean;
  /** Moment that the answer is about. */
  readonly moment?: RecallMoment;
  /** True when the request names where to search. */
  readonly isNarrowed?: boolean;
  /** Said where nothing is found, in place of what a model may try. */
  readonly hint?: string;
}

export interface PackedAnswer {
  readonly passages: readonly RecallPassage[];
  /** The markers above them, in time order. */
  readonly markers: readonly RecallMarker[];
  readonly overviews: readonly RecallOverview[];
  readonly rendered: string;
  readonly tokens: number;
  /** Returns true when the answer shows all of a range of an event. */
  holds(eventId: string, range: { readonly fromByte: number; readonly toByte: number }): boolean;
}

/**
 * A typical id, and how much larger the wrapper may be with another: the tokens of the actual id
 * must not decide what fits.
 */
const USUAL_ID = '01M832X6ZVTWEBYA30E5BCJSCZ.3f9a0c51d2b7e846';
const LARGEST_ID = 1.2;
/** A budget with room for a line of evidence, in every family. */
const LEAST_BUDGET = 160;
/** Factor by which the number of tokens to choose for grows while the choice still fits. */
const STEP = 1.04;

/**
 * Packs the answer line by line under the budget, in an order that the budget does not change. Errors: `invalid_request`
 * where an empty answer takes more than the budget and is shown.
 */
export async function packAnswer(tokens: TokenCounter, input: PackInput): Promise<PackedAnswer> {
  const listed = listedEvents(input);
  const reservedTokens = reserveForStrings([...listed.values()], input.budgetTokens);
  const [withheld, above] = await Promise.all([fitWithheld(tokens, input), fitAbove(tokens, input)]);
  const frame = frameOf(input, above);
  const evidenceWith = (kept: readonly TakenLines[], named: readonly LoadedEvent[]): Evidence[] =>
    withStrings(withMarks(input, evidenceOf(input, kept, named)), listed, reservedTokens);
  let kept = await fillBudget(
    tokens,
    input,
    { frame, aboveTokens: above.reservedTokens, reservedTokens: reservedTokens + withheld.reservedTokens },
    (lines) => evidenceWith(lines, withheld.events),
  );
  let named = withheld.events;
  for (;;) {
    const evidence = evidenceWith(kept, named);
    const rendered = renderEvidence(evidence, { ...frame, ...notesOf(input, kept, evidence) });
    const [total, ...each] = await tokens.count(input.family, [rendered, ...evidence.map(({ text }) => text)]);
    // The parts rarely count for less than the whole. If they did and the answer is too large, drop the last part.
    if (total! <= input.budgetTokens || (evidence.length === 0 && input.isPushed === true))
      return packedAnswer({ evidence, markers: above.markers, overviews: above.overviews, rendered, tokens: total!, each });
    if (evidence.length === 0) return emptyAnswer(tokens, input, frame);
    if (kept.length > 0) kept = kept.slice(0, -1);
    else named = named.slice(0, -1);
  }
}

interface Reserved {
  readonly frame: EvidenceFrame;
  /** Tokens reserved above the evidence, and for what stands in it besides lines. */
  readonly aboveTokens: number;
  readonly reservedTokens: number;
}

/**
 * Returns the longest prefix of the order that fits. Lines are chosen by upper bounds, about a tenth above their joint
 * count, so it then tries larger targets, counting the whole each time. The targets are a fixed series and it stops at
 * the first that does not fit. So whatever fits a budget fits all larger ones, and a larger budget shows everything
 * that a smaller one shows.
 */
async function fillBudget(
  tokens: TokenCounter,
  input: PackInput,
  { frame, aboveTokens, reservedTokens }: Reserved,
  evidenceWith: (kept: readonly TakenLines[]) => readonly Evidence[],
): Promise<readonly TakenLines[]> {
  const { family, budgetTokens } = input;
  const { preface: _preface, markers: _markers, moment, ...bare } = frame;
  const wrapper = [openFence(USUAL_ID, frame.session), closeFence(USUAL_ID)].join('\n');
  const ofMoment = momentLine(moment);
  const [[wrapperTokens, momentTokens], chooseLines] = await Promise.all([
    tokens.count(family, [wrapper, ofMoment === undefined ? '' : `${ofMoment}\n`]),
    createLineChoice(tokens, input),
  ]);
  const room = budgetTokens - Math.ceil(LARGEST_ID * wrapperTokens!) - momentTokens! - aboveTokens;
  let taken = await chooseLines(room - reservedTokens);
  // The tokens reserved for strings depend on the budget and on the evidence shown, so nothing
  // more is chosen beside them.
  if (reservedTokens > 0 || room <= 0) return taken.lines;
  for (let step = Math.floor(Math.log(room) / Math.log(STEP)) + 1; taken.isFull; step++) {
    const more = await chooseLines(Math.floor(STEP ** step));
    // Each is counted: a heading or a note may grow with a line that is added, though it was paid for with an earlier one.
    const evidence = evidenceWith(more.lines);
    const [bodyTokens] = await tokens.count(family, [
      withoutWrapper(renderEvidence(evidence, { ...bare, ...notesOf(input, more.lines, evidence) })),
    ]);
    if (bodyTokens! > room) break;
    taken = more;
  }
  return taken.lines;
}

/** Answers that nothing is shown, where the hint has no room, or not even the wrapper. */
async function emptyAnswer(tokens: TokenCounter, input: PackInput, frame: EvidenceFrame): Promise<PackedAnswer> {
  const { hint: _hint, preface: _preface, markers: _markers, ...bare } = frame;
  for (const rendered of [renderEvidence([], bare), emptyLine(bare)]) {
    const [total] = await tokens.count(input.family, [rendered]);
    if (total! <= input.budgetTokens) return packedAnswer({ evidence: [], markers: [], overviews: [], rendered, tokens: total!, each: [] });
  }
  throw new TotalRecallError(
    'invalid_request',
    `budgetTokens: ${input.budgetTokens} tokens are less than an empty answer takes; name ${LEAST_BUDGET}.`,
  );
}

const withoutWrapper = (rendered: string): string => rendered.slice(rendered.indexOf('\n') + 1, rendered.lastIndexOf('\n') + 1);

/** Returns the events that are asked for as a whole. Their exact strings are listed if the text does not fit. */
function listedEvents({ events }: PackInput): Map<string, ListedEvent> {
  const best = Math.max(...events.map(({ opened }) => opened.ranked.score));
  return new Map(
    events.flatMap(({ opened: { envelope, ranked }, text }) =>
      text === undefined ? [] : [[envelope.id, { strings: findExactStrings(text, LISTED_STRINGS), below: best - ranked.score }] as const],
    ),
  );
}

function withStrings(evidence: readonly Evidence[], listed: ReadonlyMap<string, ListedEvent>, reservedTokens: number): Evidence[] {
  const ids = [...listed.keys()].filter((id) => evidence.some(({ eventId }) => eventId === id));
  const strings = listStrings(
    ids.map((id) => listed.get(id)!),
    evidence.map(({ text }) => text),
    reservedTokens,
  );
  const firstOf = new Map(ids.map((id, at) => [evidence.findIndex(({ eventId }) => eventId === id), strings[at]!]));
  return evidence.map((piece, at) => ((firstOf.get(at)?.length ?? 0) > 0 ? { ...piece, alsoHolds: firstOf.get(at)! } : piece));
}

/**
 * Marks evidence that another shown event updated, and what states a fact with when that is true. Marks nothing where the
 * sentence or the updated passage is not shown, nor as updated where that other event is not.
 */
function withMarks({ events }: PackInput, evidence: readonly Evidence[]): Evidence[] {
  const loaded = new Map(events.map((event) => [event.opened.envelope.id, event]));
  const shown = new Set(evidence.map(({ eventId }) => eventId));
  return evidence.map(({ updatedBy, since, until, ...piece }) => {
    const own = evidence.filter(({ eventId }) => eventId === piece.eventId);
    const isShown = (place: { readonly fromByte: number; readonly toByte: number }): boolean =>
      own.some(({ fromByte, toByte }) => fromByte < place.toByte && place.fromByte < toByte);
    const { update, validity } = loaded.get(piece.eventId) ?? {};
    const isNamed = update !== undefined && update.stale.some(isShown) && shown.has(update.newer.opened.envelope.id);
    const isStated = validity !== undefined && isShown(validity.place);
    return {
      ...piece,
      ...(isNamed && updatedBy !== undefined && { updatedBy }),
      ...(isStated && since !== undefined && { since }),
      ...(isStated && until !== undefined && { until }),
    };
  });
}

/** Returns what is noted of the rest of the events that are shown, and of those that say the same and are not shown. */
function notesOf(
  input: PackInput,
  taken: readonly TakenLines[],
  evidence: readonly Evidence[],
): Required<Pick<EvidenceFrame, 'leftOut' | 'repeats'>> {
  const shown = new Set(evidence.map(({ eventId }) => eventId));
  const repeats = input.events.flatMap((event) => {
    const unshown = (event.repeats ?? []).filter(({ opened }) => !shown.has(opened.envelope.id));
    return unshown.length === 0 ? [] : [[event.opened.envelope.id, nameRepeats(event, unshown)] as const];
  });
  return { leftOut: leftOutOf(input, taken), repeats: new Map(repeats) };
}

/** Counts by event id the lines that are left out beside others that are alike. */
function leftOutOf({ events }: PackInput, taken: readonly TakenLines[]): NonNullable<EvidenceFrame['leftOut']> {
  return new Map(
    [...leftOutAlike(events, taken)].map(([event, lines]) => {
      const { opened, passages, totalBytes } = events[event]!;
      const isLeast = passages.reduce((sum, { fromByte, toByte }) => sum + toByte - fromByte, 0) < totalBytes;
      return [opened.envelope.id, { lines, isLeast }];
    }),
  );
}

function frameOf(
  { events, retrievalId, session, moment, isNarrowed, hint }: PackInput,
  { preface, markers, overviews }: Pick<FittedAbove, 'preface' | 'markers' | 'overviews'>,
): EvidenceFrame {
  return {
    retrievalId,
    ...(session === undefined ? {} : { session }),
    ...(moment === undefined ? {} : { moment }),
    preface,
    markers: [...markers, ...overviews].map(({ text }) => text),
    lacksRoom: events.length > 0,
    hint: (events.length === 0 ? hint : undefined) ?? emptyHint({ lacksRoom: events.length > 0, ...(isNarrowed && { isNarrowed }) }),
    callOrdinals: new Map(
      events.flatMap(({ opened, callOrdinal }) => (callOrdinal === undefined ? [] : [[opened.envelope.id, callOrdinal] as const])),
    ),
    places: new Map(
      events.map(({ opened: { envelope, event } }) => [envelope.id, { session: envelope.session, ordinal: event.accepted.ordinal }]),
    ),
  };
}

function evidenceOf({ events }: PackInput, taken: readonly TakenLines[], withheld: readonly LoadedEvent[]): Evidence[] {
  const ranges = taken.flatMap(({ event, passage, lines }) =>
    lines.map((at) => ({ event, line: events[event]!.passages[passage]!.lines[at]! })),
  );
  const shown = [...Map.groupBy(ranges, ({ event }) => event)].flatMap(([event, own]) => {
    const source = events[event]!;
    const pieces = joined(own.map(({ line }) => line));
    return pieces.map(({ text, fromByte, toByte }): Evidence => ({
      ...describeEvidence(source),
      text,
      fromByte,
      toByte,
      complete: fromByte === 0 && toByte === source.totalBytes,
    }));
  });
  return [...shown, ...withheld.map((source) => ({ ...describeEvidence(source), text: '', fromByte: 0, toByte: 0, complete: false }))];
}

/** Joins adjacent lines to ranges, in the order of the text. */
function joined(lines: readonly { readonly text: string; readonly fromByte: number; readonly toByte: number }[]) {
  const ranges: { text: string; fromByte: number; toByte: number }[] = [];
  for (const line of lines.toSorted((a, b) => a.fromByte - b.fromByte)) {
    const last = ranges.at(-1);
    if (last !== undefined && last.toByte === line.fromByte) {
      last.text += line.text;
      last.toByte = line.toByte;
    } else ranges.push({ ...line });
  }
  return ranges;
}

interface Packed {
  readonly evidence: readonly Evidence[];
  readonly markers: readonly RecallMarker[];
  readonly overviews: readonly RecallOverview[];
  readonly rendered: string;
  readonly tokens: number;
  /** Tokens of each piece of evidence. */
  readonly each: readonly number[];
}

function packedAnswer({ evidence, markers, overviews, rendered, tokens: total, each }: Packed): PackedAnswer {
  return {
    passages: evidence.map((piece, i): RecallPassage => ({
      ...piece,
      tokens: each[i]!,
      looksLikeInstruction: looksLikeInstruction(piece.text),
    })),
    markers,
    overviews,
    rendered,
    tokens: total,
    holds: (eventId, { fromByte, toByte }) =>
      evidence.some((piece) => piece.eventId === eventId && piece.fromByte <= fromByte && piece.toByte >= toByte),
  };
}
