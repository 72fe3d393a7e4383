import type { EventKind } from '../../event/event-kind.ts';
import { failureRanges } from '../../task-state/derived/failed-result.ts';
import { rulesIn } from '../../task-state/derived/said-rules.ts';
import type { SessionEntry, SessionState } from '../../session/session-state.ts';
import { liveRequests } from '../../session/live-requests.ts';
import { FRAMING_TOKENS, renderCall, renderCutForm, wholeText, type EntryContent, type RenderInput } from '../../window/render-entry.ts';
import { chooseRanges, type WantedTerm } from './choose-ranges.ts';
import type { ContextCompacted } from '../compaction-record.ts';
import { CUT_NOTE, type Cut, type TextRange } from './cut.ts';
import type { CompactionPlan } from '../plan/plan-compaction.ts';
import { requestTerms } from './request-terms.ts';
import type { PlannedForms } from '../plan/size-levels.ts';

/** Number of counting rounds; each brings a preview nearer to its room. */
const ROUNDS = 5;
/** Share of its room at which a preview counts as full. */
const FULL = 0.94;
/** Approximate tokens of the notes about gaps. */
const NOTE_TOKENS = 24;

/** Characters searched before other work may run. */
const PAUSE_CHARS = 256 * 1024;

/**
 * Yields texts to count, or none where other work may run first, receives their counts, and returns the cut of each
 * preview by event id.
 */
export type CutFitting = Generator<readonly string[], ReadonlyMap<string, Cut>, readonly number[]>;

/**
 * Returns the forms of the entries that a compaction shows as standard previews because it put them back: each may be cut
 * within what it takes now.
 */
export function putBackForms({ forms }: Pick<CompactionPlan, 'forms'>, { shrunk }: ContextCompacted, state: SessionState): PlannedForms {
  const standard = new Set(shrunk.filter(({ id, to, cut }) => to === 'preview' && cut === undefined && !forms.has(id)).map(({ id }) => id));
  return new Map(
    state.entries.filter(({ id }) => standard.has(id)).map(({ id, tokens }) => [id, { to: 'preview', roomTokens: tokens.preview }]),
  );
}

/** Returns the ids of events whose whole content is needed to make the previews among planned forms. */
export function contentsNeeded(forms: PlannedForms, state: SessionState): string[] {
  const previews = [...forms].filter(([, form]) => form.to === 'preview').map(([id]) => id);
  return previews.length === 0 ? [] : [...new Set([...previews, ...liveRequests(state).map(({ id }) => id)])];
}

/**
 * Fits every preview among planned forms into its room: head, tail, rules of what the user or a note says, errors of a failed result,
 * and the lines that the live requests name; of a live request, those that the others name. Pure; the caller counts tokens, so that all texts of a round are counted together. An
 * entry without content, or with too little room, gets no cut.
 */
export function* fitCuts(forms: PlannedForms, state: SessionState, contents: ReadonlyMap<string, EntryContent>): CutFitting {
  const live = new Map(liveRequests(state).map(({ id }) => [id, contents.get(id)?.fullText ?? '']));
  const named = requestTerms([...live.values()]);
  // A request names most of its own lines.
  const namedBesides = (id: string) => requestTerms([...live].flatMap(([other, text]) => (other === id ? [] : [text])));
  const entries = new Map(state.entries.map((entry) => [entry.id, entry]));
  const fittings: Fitting[] = [];
  for (const [id, form] of forms) {
    const content = contents.get(id);
    const terms = live.has(id) ? namedBesides(id) : named;
    if (form.to === 'preview' && content) fittings.push(startFitting(entries.get(id)!, content, form.roomTokens, terms));
  }
  for (let round = 0; round < ROUNDS; round++) {
    const open = fittings.filter((fitting) => !fitting.done);
    if (open.length === 0) break;
    const attempts: Attempt[] = [];
    let chars = 0;
    for (const fitting of open) {
      attempts.push(attempt(fitting));
      chars += fitting.text.length;
      if (chars < PAUSE_CHARS) continue;
      chars = 0;
      yield [];
    }
    const counts = yield attempts.map(({ text }) => text);
    open.forEach((fitting, at) => take(fitting, attempts[at]!.ranges, counts[at]! + FRAMING_TOKENS, round));
  }
  return new Map(fittings.flatMap(({ id, best }) => (best ? [[id, best] as const] : [])));
}

/** Characters of a token, in most texts at least. */
const TOKEN_CHARS = 4;

interface Fitting {
  readonly id: string;
  readonly ordinal: number;
  readonly input: RenderInput;
  /** Text that the ranges refer to. */
  readonly text: string;
  readonly roomTokens: number;
  readonly terms: readonly WantedTerm[];
  readonly wanted: readonly TextRange[];
  chars: number;
  best?: Cut;
  done: boolean;
}

function startFitting(entry: SessionEntry, content: EntryContent, roomTokens: number, terms: readonly WantedTerm[]): Fitting {
  const { body } = content;
  const input = { kind: entry.kind, ...content };
  const text = entry.kind === 'tool_call' && body.call ? renderCall(body.call.name, body.call.arguments ?? '') : wholeText(input);
  // The tokens of an event are those of its pictures too, which a preview does not have: a text that may fit is tried whole.
  const perToken = text.length / Math.max(1, entry.tokens.whole);
  const share = Math.floor(Math.max(0, roomTokens - NOTE_TOKENS) * perToken);
  const chars = text.length <= TOKEN_CHARS * roomTokens ? text.length : Math.min(text.length, share);
  return {
    id: entry.id,
    ordinal: entry.ordinal,
    input,
    text,
    roomTokens,
    terms,
    wanted: wantedRanges(entry.kind, text, body.isError === true),
    chars,
    done: false,
  };
}

/** Returns the ranges of an event that its preview shows first: the rules of what the user or a note says, and the errors of a failed result. */
function wantedRanges(kind: EventKind, text: string, isError: boolean): readonly TextRange[] {
  if (kind === 'tool_result') return failureRanges(text, isError);
  return kind === 'user_message' || kind === 'system_note' ? rulesIn(text).map(({ range }) => range) : [];
}

interface Attempt extends Pick<Cut, 'ranges'> {
  readonly text: string;
}

function attempt({ ordinal, input, text, terms, wanted, chars }: Fitting): Attempt {
  const ranges = chooseRanges(text, { chars, terms, wanted });
  return { ranges, text: renderCutForm(input, { ranges, noteVersion: CUT_NOTE }, ordinal) };
}

/**
 * Keeps an attempt that fits and sets the length of the next one. The last rounds shrink sharply to find any that fits.
 */
function take(fitting: Fitting, ranges: Cut['ranges'], tokens: number, round: number): void {
  const { roomTokens, chars, text } = fitting;
  const fits = tokens <= roomTokens;
  if (fits && (!fitting.best || tokens > fitting.best.tokens)) fitting.best = { ranges, noteVersion: CUT_NOTE, tokens };
  const next = Math.min(text.length, Math.floor((0.98 * chars * Math.max(1, roomTokens - NOTE_TOKENS / 2)) / Math.max(1, tokens)));
  fitting.done = (fits && (tokens >= roomTokens * FULL || chars >= text.length)) || next === chars;
  fitting.chars = fits || fitting.best || round < ROUNDS - 3 ? next : round === ROUNDS - 3 ? next >> 2 : 0;
}
