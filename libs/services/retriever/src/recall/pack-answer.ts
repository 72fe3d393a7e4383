import {
  findExactStrings,
  groupHeading,
  LISTED_STRINGS,
  listStrings,
  looksLikeInstruction,
  orderLines,
  renderEvidence,
  reserveForStrings,
  takeLines,
  type Evidence,
  type ListedEvent,
  type RecallPassage,
  type TakenLines,
} from '@total-recall/domain';
import type { TokenCounter } from '@total-recall/ports';
import { describeEvidence, longestHeading } from './describe-evidence.ts';
import { fitWithheld } from './fit-withheld.ts';
import type { LoadedEvent } from './load-passages.ts';

export interface PackInput {
  /** Best first. */
  readonly events: readonly LoadedEvent[];
  readonly budgetTokens: number;
  readonly family: string;
  readonly retrievalId: string;
  readonly session?: string;
  /** Beyond so many tokens, lines that stand further below the best, in deviations, are not worth their tokens. */
  readonly freeTokens: number;
  readonly worthWithin: number;
  /** Lines above the evidence where the budget leaves room for them: what it is worth, and markers. */
  readonly preface?: readonly string[];
  readonly markers?: readonly string[];
}

export interface PackedAnswer {
  readonly passages: readonly RecallPassage[];
  readonly rendered: string;
  readonly tokens: number;
  /** Whether all of a range of an event stands in the answer. */
  holds(eventId: string, range: { readonly fromByte: number; readonly toByte: number }): boolean;
}

/** Tokens kept for the wrapper: what a retrieval id happens to take must not decide what fits. */
const FRAME_TOKENS = 72;
/** A smaller budget is for evidence alone. */
const PREFACED_FROM_TOKENS = 160;
const ROUNDS = 8;

/**
 * Packs the answer line by line under the budget, in an order that the budget does not change. Never over the budget, unless the empty wrapper
 * alone is.
 */
export async function packAnswer(tokens: TokenCounter, input: PackInput): Promise<PackedAnswer> {
  const listed = listedEvents(input);
  const reservedTokens = reserveForStrings([...listed.values()], input.budgetTokens);
  const withheld = await fitWithheld(tokens, input);
  const left = input.budgetTokens - reservedTokens - withheld.reservedTokens;
  let kept = await chooseLines(tokens, { ...input, budgetTokens: left });
  let named = withheld.events;
  for (;;) {
    const evidence = withStrings(withUpdates(input, evidenceOf(input, kept, named)), listed, reservedTokens);
    const rendered = renderEvidence(evidence, frameOf(input));
    const [total] = await tokens.count(input.family, [rendered]);
    // What is counted in parts is hardly ever less than the whole; where it is, the last goes.
    if (total! <= input.budgetTokens || evidence.length === 0)
      return packedAnswer(tokens, input, { evidence, rendered, tokens: total!, taken: kept });
    if (kept.length > 0) kept = kept.slice(0, -1);
    else named = named.slice(0, -1);
  }
}

/** Events that are asked for as a whole, whose exact strings are listed where they do not fit. */
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

/** Says of what is shown that another event of the answer updated it; where that, or what it updated, is not shown, nothing. */
function withUpdates({ events }: PackInput, evidence: readonly Evidence[]): Evidence[] {
  const shown = new Set(evidence.map(({ eventId }) => eventId));
  const updates = new Map(events.flatMap(({ opened, update }) => (update === undefined ? [] : [[opened.envelope.id, update] as const])));
  return evidence.map(({ updatedBy, ...piece }) => {
    const own = evidence.filter(({ eventId }) => eventId === piece.eventId);
    const isStale = updates
      .get(piece.eventId)
      ?.stale.some(({ fromByte, toByte }) => own.some((shownPiece) => shownPiece.fromByte < toByte && fromByte < shownPiece.toByte));
    const isNamed = isStale === true && shown.has(updates.get(piece.eventId)!.newer.opened.envelope.id);
    return { ...piece, ...(isNamed && updatedBy !== undefined && { updatedBy }) };
  });
}

function frameOf({ events, retrievalId, session, preface = [], markers = [], budgetTokens }: PackInput) {
  return {
    retrievalId,
    ...(session === undefined ? {} : { session }),
    ...(budgetTokens >= PREFACED_FROM_TOKENS ? { preface, markers } : {}),
    lacksRoom: events.length > 0,
  };
}

async function chooseLines(tokens: TokenCounter, input: PackInput): Promise<readonly TakenLines[]> {
  const { events, family, session, budgetTokens, freeTokens, worthWithin } = input;
  const { preface, markers } = { preface: [], markers: [], ...frameOf(input) };
  const groups = events.map(({ opened: { envelope } }) => groupHeading(envelope, session));
  const fixed = [...new Set(groups)];
  const counted = await tokens.count(family, [
    ...[...preface, ...markers].map(endLine),
    ...fixed.map(endLine),
    ...events.map((event) => endLine(longestHeading(event))),
  ]);
  const frame = [...preface, ...markers].length;
  const above = counted.slice(0, frame).reduce((sum, count) => sum + count, 0);
  const groupTokens = new Map(fixed.map((heading, at) => [heading, counted[frame + at]!]));
  const lines = new Map<string, number>();
  const keyOf = (event: number, passage: number, line: number): string => `${event} ${passage} ${line}`;
  const picks = orderLines(events);
  const costs = {
    budgetTokens: budgetTokens - FRAME_TOKENS - above,
    heading: (event: number) => counted[frame + fixed.length + event]!,
    group: (event: number) => ({ key: groups[event]!, tokens: groupTokens.get(groups[event]!)! }),
    line: (event: number, passage: number, line: number) => lines.get(keyOf(event, passage, line)),
  };
  for (let round = 0; ; round++) {
    const taken = takeLines(events, picks, costs, { freeTokens, worthWithin });
    if (taken.uncounted.length === 0 || round === ROUNDS) return taken.lines;
    const found = await tokens.count(
      family,
      taken.uncounted.map(({ event, passage, line }) => events[event]!.passages[passage]!.lines[line]!.text),
    );
    taken.uncounted.forEach(({ event, passage, line }, at) => lines.set(keyOf(event, passage, line), found[at]!));
  }
}

const endLine = (line: string): string => `${line}\n`;

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

/** Lines that touch, as one range each, in the order of the text. */
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
  readonly rendered: string;
  readonly tokens: number;
  readonly taken: readonly TakenLines[];
}

async function packedAnswer(
  tokens: TokenCounter,
  { family }: PackInput,
  { evidence, rendered, tokens: total }: Packed,
): Promise<PackedAnswer> {
  const each = await tokens.count(
    family,
    evidence.map(({ text }) => text),
  );
  return {
    passages: evidence.map((piece, i): RecallPassage => ({
      ...piece,
      tokens: each[i]!,
      looksLikeInstruction: looksLikeInstruction(piece.text),
    })),
    rendered,
    tokens: total,
    holds: (eventId, { fromByte, toByte }) =>
      evidence.some((piece) => piece.eventId === eventId && piece.fromByte <= fromByte && piece.toByte >= toByte),
  };
}
