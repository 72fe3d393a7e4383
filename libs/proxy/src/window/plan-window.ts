import {
  assembleWindow,
  NOTE_TOOLS,
  showLines,
  usableTokens,
  usedTokens,
  type SessionPolicy,
  type SessionState,
  type WindowBlock,
} from '@total-recall/domain';
import type { OwnToolNames } from '../answers/answer-form.ts';
import type { Message } from '../conversation/read-conversation.ts';
import type { Dialect, PartView } from '../dialects/dialect.ts';
import { messageText } from '../dialects/message-text.ts';
import type { PartCounter } from './count-parts.ts';
import { createRequestFold, type Correction, type FoldedRequest } from './fold-request.ts';
import { joinPieces, type Piece } from './join-pieces.ts';

export interface WindowToPlan {
  /** Whose request it is. */
  readonly owner: string;
  /** Tenant, or key, whose turn its work takes where that is long; the owner's where absent. */
  readonly holder?: string;
  readonly dialect: Dialect;
  readonly messages: readonly Message[];
  readonly policy: SessionPolicy;
  readonly correction?: Correction;
  /** Texts that the call brings beside its messages: system prompt, tools. */
  readonly headTexts: readonly string[];
  /** Names under which the call has our tools, for notes, markers and what they answered; it has none of them where absent. */
  readonly names?: OwnToolNames;
}

export interface PlannedWindow {
  /** JSON texts of the messages to send; those that stay whole are the caller's own, byte for byte. */
  readonly messages: readonly string[];
  /** True when something of the request is not in it as the caller wrote it. */
  readonly isCompacted: boolean;
  readonly isWithinBudget: boolean;
  readonly tokens: number;
  /** The same, without rounding. */
  readonly exactTokens: number;
}

/** Head tokens are rounded up, so that a date in a system prompt does not move what leaves the window. */
const HEAD_STEP = 512;

export function createWindowPlanner(counter: PartCounter) {
  const fold = createRequestFold(counter);
  return async function planWindow({
    owner,
    holder = owner,
    dialect,
    messages,
    policy,
    headTexts,
    names,
    correction = { factor: 1, policyOf: () => policy },
  }: WindowToPlan): Promise<PlannedWindow> {
    const values = messages.map(({ value }) => value);
    const headLength = dialect.headLength(values);
    const head = [...headTexts, ...messages.slice(0, headLength).map(({ raw }) => raw)];
    const counts = await counter.countTexts(policy.family, head);
    const exactHead = counts.reduce((sum, count) => sum + count, 0);
    const sys = Math.ceil(exactHead / HEAD_STEP) * HEAD_STEP;
    const caller = { sys, user: 0 };
    const folded = await fold({ owner, holder, messages, headLength, policy, caller, correction, ...(names && { names }) });
    const tokens = usedTokens(folded.state, policy, caller);
    const isCompacted = folded.state.cycle > 0;
    const sent = isCompacted
      ? writeMessages(dialect, messages, headLength, folded, blocksOf(folded, policy, names?.recall ?? NOTE_TOOLS.recall))
      : messages.map(({ raw }) => raw);
    const isWithinBudget = tokens <= usableTokens(correction.policyOf(correction.factor));
    return { messages: sent, isCompacted, isWithinBudget, tokens, exactTokens: tokens - sys + exactHead };
  };
}

/** Writes what the window shows: the caller's messages, shortened ones, and markers where others stood. */
function writeMessages(
  dialect: Dialect,
  messages: readonly Message[],
  headLength: number,
  folded: FoldedRequest,
  blocks: readonly WindowBlock[],
): string[] {
  const views = withOutcomes(viewsOf(folded, blocks), messages);
  const markers = placeMarkers(dialect, messages, headLength, folded, blocks);
  const pieces: Piece[] = [];
  let gap = false;
  messages.forEach(({ raw, value, parts }, at) => {
    for (const text of markers.get(at) ?? []) {
      const marker = dialect.markerMessage(text);
      pieces.push({ raw: messageText(dialect, marker), value: marker, isNew: true });
    }
    const own = views.get(at) ?? parts.map((): PartView => 'whole');
    if (own.every((view) => view === 'whole')) pieces.push({ raw, value, isNew: gap });
    else {
      const written = dialect.writeMessage(value, parts, own);
      if (written) pieces.push({ raw: messageText(dialect, written), value: written, isNew: gap });
      gap = written === undefined;
      return;
    }
    gap = false;
  });
  return joinPieces(dialect, pieces);
}

/**
 * Returns the blocks of a window without a bound. Their notes name no event to open: `open` takes places in the log, which
 * holds other events than the request, such as no thinking, no exchange that was put back, and what the memory adds itself.
 */
function blocksOf({ state, task, contents }: FoldedRequest, policy: SessionPolicy, recallName: string): readonly WindowBlock[] {
  const roomy = { ...policy, budgets: { ...policy.budgets, window: Number.MAX_SAFE_INTEGER, markers: Number.MAX_SAFE_INTEGER } };
  const window = assembleWindow({
    state,
    policy: roomy,
    windowTokens: roomy.budgets.window,
    callerBlocks: [],
    toolTokens: 0,
    contents,
    noteTools: { recall: recallName },
  });
  if (window.kind !== 'window') throw new Error(`A window without a bound has no room for its ${window.part}.`);
  return withTask(window.blocks, state, task);
}

/**
 * Adds the task state behind the last marker. It changes at compactions alone, which change what stands there anyway, and
 * what stands before keeps its bytes. Without a marker it stands before the first entry that was cut.
 */
function withTask(blocks: readonly WindowBlock[], { entries }: SessionState, task: FoldedRequest['task']): readonly WindowBlock[] {
  if (!task) return blocks;
  const cut = new Set(entries.filter(({ form }) => form !== 'whole').map(({ id }) => id));
  const last = blocks.findLastIndex(({ kind }) => kind === 'marker' || kind === 'gap');
  const at =
    last >= 0
      ? last + 1
      : Math.max(
          0,
          blocks.findIndex(({ eventId }) => eventId !== undefined && cut.has(eventId)),
        );
  return [...blocks.slice(0, at), { kind: 'task_state', text: showLines(task.text), tokens: task.tokens }, ...blocks.slice(at)];
}

/** Returns how each part of the messages is shown, for messages of which not all is whole. */
function viewsOf({ state, events }: FoldedRequest, blocks: readonly WindowBlock[]): Map<number, PartView[]> {
  const forms = new Map(state.entries.map(({ id, form }) => [id, form]));
  const shown = new Map(blocks.flatMap((block) => (block.eventId === undefined ? [] : [[block.eventId, block] as const])));
  const views = new Map<number, PartView[]>();
  for (const { id, message } of events) {
    const list = views.get(message) ?? [];
    const block = shown.get(id);
    if (!block || forms.get(id) === undefined) list.push('gone');
    else if (forms.get(id) === 'whole') list.push('whole');
    else list.push({ text: block.text, ...(block.arguments !== undefined && { arguments: block.arguments }) });
    views.set(message, list);
  }
  return views;
}

const LEFT_OUT = '[What came of it is left out here.]';

/**
 * Returns views in which what came of an approved call stays or goes with the approval: a vendor that reads an approval
 * alone runs the tool once more, and one that reads the outcome alone does not know what was approved.
 */
function withOutcomes(views: Map<number, PartView[]>, messages: readonly Message[]): Map<number, PartView[]> {
  const calls = new Map<string, PartView>();
  for (const [at, own] of views)
    messages[at]!.parts.forEach(({ kind, call, outcomeOf }, part) => {
      if (call && kind === 'tool_call') calls.set(call.id, own[part]!);
      const approved = outcomeOf === undefined ? undefined : calls.get(outcomeOf);
      if (approved === 'gone') own[part] = 'gone';
      else if (approved !== undefined && own[part] === 'gone') own[part] = { text: LEFT_OUT };
    });
  return views;
}

/** Finds for each marker, and for the task state, the message before which it stands. Nothing may part a call from its result. */
function placeMarkers(
  dialect: Dialect,
  messages: readonly Message[],
  headLength: number,
  { events }: FoldedRequest,
  blocks: readonly WindowBlock[],
): Map<number, string[]> {
  const messageOf = new Map(events.map(({ id, message }) => [id, message]));
  const placed = new Map<number, string[]>();
  blocks.forEach((block, at) => {
    if (block.kind !== 'marker' && block.kind !== 'gap' && block.kind !== 'task_state') return;
    const next = blocks.slice(at + 1).find(({ eventId }) => eventId !== undefined && messageOf.has(eventId));
    let message = next ? messageOf.get(next.eventId!)! : messages.length - 1;
    while (message > headLength && dialect.answersCalls(messages[message]!.value)) message -= 1;
    placed.set(message, [...(placed.get(message) ?? []), block.text]);
  });
  return placed;
}
