import type { ContextCompacted } from './compaction/compaction-record.ts';
import { isGuarded } from './compaction/plan/guarded.ts';
import { sparableAtoms } from './compaction/outcome/sparable-atoms.ts';
import { GAP_TOKENS } from './compaction/markers/find-gaps.ts';
import { MARKER_TOKENS } from './policy/derive-budgets.ts';
import { markerText } from './compaction/markers/render-marker.ts';
import type { SessionPolicy } from './policy/session-policy.ts';
import { liveRequests, requestFloors } from './session/live-requests.ts';
import type { SessionState } from './session/session-state.ts';
import { tailStart } from './compaction/plan/tail.ts';
import type { Marks } from './log/marks.ts';
import type { AssembleResult } from './window/assemble-window.ts';
import type { WindowBlock } from './window/window-request.ts';

/**
 * A broken invariant; the id is that of ARCHITECTURE.md and of the metric `total_recall_invariant_violations_total`.
 */
export interface Violation {
  readonly id: `I-${string}`;
  readonly what: string;
}

type Found = Violation[];

/** Checks I-02, I-03, I-05, I-06, I-14, I-16, I-17 and I-18 of one compaction against the state it was decided on. */
export function checkCompaction(before: SessionState, record: ContextCompacted, policy: SessionPolicy, marks: Marks): Violation[] {
  const found: Found = [];
  const evicted = new Set(record.evicted);
  const start = tailStart(before, policy.compaction.tailTurns, policy.budgets.tail);
  const searchable = Math.min(marks.searchable, marks.embedded ?? marks.searchable);
  for (const entry of before.entries) {
    if (!evicted.has(entry.id)) continue;
    if (entry.state === 'readable' && entry.offset > searchable)
      found.push({ id: 'I-02', what: `evicted ${entry.id} before it was searchable` });
    if (entry.turn >= start) found.push({ id: 'I-03', what: `evicted ${entry.id} of the tail` });
    if (entry.pinned) found.push({ id: 'I-03', what: `evicted pinned ${entry.id}` });
    if (isGuarded(entry) && !entry.pinned) found.push({ id: 'I-03', what: `evicted live ${entry.kind} ${entry.id}` });
    if (entry.call === 'open') found.push({ id: 'I-05', what: `evicted the open call ${entry.id}` });
  }
  const fates = new Map<number, boolean>();
  for (const { id, atom } of before.entries) {
    const goes = evicted.has(id);
    if ((fates.get(atom) ?? goes) !== goes) found.push({ id: 'I-05', what: `atom ${atom} was split` });
    fates.set(atom, goes);
  }
  const listed = record.made.flatMap((made) => made.manifest.eventIds);
  const exact = listed.length === record.evicted.length && listed.every((id) => evicted.has(id)) && new Set(listed).size === listed.length;
  if (!exact) found.push({ id: 'I-06', what: 'the manifest does not list exactly the evicted events' });
  if (record.tokensAfter >= record.tokensBefore) found.push({ id: 'I-14', what: 'a compaction that freed nothing' });
  return [...found, ...checkKept(before, record, policy)];
}

/** Checks I-16, I-17 and I-18: entries that must stay, whole or in part, and entries evicted without need. */
function checkKept(before: SessionState, record: ContextCompacted, policy: SessionPolicy): Violation[] {
  const found: Found = [];
  const evicted = new Set(record.evicted);
  const shrunk = new Map(record.shrunk.map((shrink) => [shrink.id, shrink]));
  const requests = liveRequests(before);
  const floors = requestFloors(requests, policy.budgets.user);
  for (const { id, tokens } of requests) {
    if (evicted.has(id)) found.push({ id: 'I-16', what: `evicted the live request ${id}` });
    if (shrunk.get(id)?.to === 'preview' && tokens.whole <= floors.get(id)!)
      found.push({ id: 'I-16', what: `shrank the live request ${id}, which fits` });
  }
  for (const entry of before.entries) {
    const shrink = shrunk.get(entry.id);
    if (shrink && shrink.to !== 'whole' && isGuarded(entry)) found.push({ id: 'I-17', what: `shrank ${entry.kind} ${entry.id}` });
  }
  // A marker over fewer events may have a longer text, up to its bound, one that it joined may stand alone again, and what is
  // put back may need a note behind it.
  const parts = new Set(record.made.flatMap((made) => made.parts.map(({ markerId }) => markerId)));
  const joined = before.markers.filter(({ id }) => parts.has(id)).reduce((sum, { tokens }) => sum + tokens, 0);
  const growth = record.made.reduce((sum, { marker }) => sum + Math.max(0, MARKER_TOKENS - marker.tokens), joined + GAP_TOKENS);
  const needless = sparableAtoms({
    state: before,
    policy,
    evicted: before.entries.filter(({ id }) => evicted.has(id)),
    tokensAfter: record.tokensAfter + growth,
    targetTokens: record.targetTokens,
  });
  if (needless.length > 0)
    found.push({
      id: 'I-18',
      what: `evicted ${needless
        .flat()
        .map(({ id }) => id)
        .join(', ')} without need`,
    });
  return found;
}

/** Checks I-16 and I-17 of an assembled window: it holds the live requests, and guarded entries are whole. */
export function checkShown(state: SessionState, blocks: readonly WindowBlock[]): Violation[] {
  const shown = new Set(blocks.map((block) => block.eventId));
  const found: Found = liveRequests(state)
    .filter(({ id }) => !shown.has(id))
    .map(({ id }) => ({ id: 'I-16', what: `a window without the live request ${id}` }));
  for (const entry of state.entries) {
    if (!isGuarded(entry)) continue;
    if (!shown.has(entry.id)) found.push({ id: 'I-17', what: `a window without ${entry.kind} ${entry.id}` });
    else if (entry.form !== 'whole') found.push({ id: 'I-17', what: `a window with a part of ${entry.kind} ${entry.id}` });
  }
  return found;
}

/** Checks I-06 of a session's markers. */
export function checkMarkers(state: Pick<SessionState, 'markers'>, markerCap: number): Violation[] {
  const found: Found = [];
  if (state.markers.length > markerCap) found.push({ id: 'I-06', what: `${state.markers.length} markers` });
  state.markers.forEach((marker, at) => {
    if (marker.tokens > MARKER_TOKENS) found.push({ id: 'I-06', what: `marker ${marker.id} takes ${marker.tokens} tokens` });
    if (marker.fromOrdinal > marker.toOrdinal) found.push({ id: 'I-06', what: `marker ${marker.id} runs backwards` });
    const before = state.markers[at - 1];
    if (before && before.toOrdinal >= marker.fromOrdinal) found.push({ id: 'I-06', what: `markers ${before.id} and ${marker.id} overlap` });
    if (markerText(marker).includes('\n')) found.push({ id: 'I-06', what: `marker ${marker.id} breaks its line` });
  });
  return found;
}

/** Checks I-04 and I-05 of an assembled window. */
export function checkWindow(window: Extract<AssembleResult, { kind: 'window' }>): Violation[] {
  const found: Found = [];
  const { budgets, tokens, blocks } = window;
  if (tokens.total + budgets.headroom > budgets.window)
    found.push({ id: 'I-04', what: `${tokens.total} + ${budgets.headroom} tokens in ${budgets.window}` });
  const counted = blocks.reduce((total, block) => total + block.tokens, 0);
  if (counted > tokens.total) found.push({ id: 'I-04', what: `blocks of ${counted} tokens counted as ${tokens.total}` });
  found.push(...checkPairs(blocks));
  return found;
}

/** Checks I-05: every call is followed by its result in its turn, and every result has its call. */
export function checkPairs(blocks: readonly WindowBlock[]): Violation[] {
  const found: Found = [];
  const open = new Map<string, number>();
  for (const block of blocks) {
    if (block.kind !== 'event' || block.callId === undefined) continue;
    if (block.eventKind === 'tool_call') open.set(block.callId, (open.get(block.callId) ?? 0) + 1);
    else if (block.eventKind === 'tool_result' && !block.note) {
      const waiting = open.get(block.callId) ?? 0;
      if (waiting === 0) found.push({ id: 'I-05', what: `result of ${block.callId} without its call` });
      else open.set(block.callId, waiting - 1);
    }
  }
  for (const [callId, waiting] of open) if (waiting > 0) found.push({ id: 'I-05', what: `call ${callId} without a result` });
  return found;
}

/** Checks I-11: the hot path answers ADD or NONE, and the same for a whole request. */
export function checkReconciled(decisions: readonly { readonly request: number; readonly outcome: string }[]): Violation[] {
  const found: Found = [];
  const byRequest = new Map<number, string>();
  for (const { request, outcome } of decisions) {
    if (outcome !== 'ADD' && outcome !== 'NONE') found.push({ id: 'I-11', what: `the hot path answered ${outcome}` });
    const first = byRequest.get(request);
    if (first !== undefined && first !== outcome) found.push({ id: 'I-11', what: `request ${request} was split` });
    byRequest.set(request, first ?? outcome);
  }
  return found;
}
