import {
  createSessionFold,
  emptySession,
  NO_FACTS,
  usableTokens,
  usedTokens,
  type CallerTokens,
  type EntryContent,
  type EventRecord,
  type FormTokens,
  type SessionPolicy,
  type SessionState,
} from '@total-recall/domain';
import { createSlices, type Slices } from '@total-recall/runtime';
import { ownTool, type OwnToolNames } from '../answers/answer-form.ts';
import type { Message } from '../conversation/read-conversation.ts';
import { PROXY_LIMITS } from '../limits.ts';
import { createSharedEntries } from '../shared-entries.ts';
import { compactRequest, type Folding } from './compact-request.ts';
import { contentOf, type PartCounter } from './count-parts.ts';
import type { PartEvent } from './part-event.ts';
import { createTurns } from './turns.ts';

const ADDRESS = { tenant: 'proxy', space: 'proxy', session: 'request' };

/** Work of a step for each entry of the state, by characters that take as long. */
const STEP_CHARS = 64;

export interface FoldedRequest extends Pick<Folding, 'state' | 'task'> {
  readonly events: readonly PartEvent[];
  readonly contents: ReadonlyMap<string, EntryContent>;
}

export interface RequestToFold {
  /** Whose request it is: what one caller's vendor reported decides no other caller's windows. */
  readonly owner: string;
  /** Whose turn its work takes, where that is long, and whose share what is kept of it. */
  readonly holder: string;
  readonly messages: readonly Message[];
  /** Number of messages that belong to the head and never leave. */
  readonly headLength: number;
  readonly policy: SessionPolicy;
  readonly caller: CallerTokens;
  readonly correction: Correction;
  /** Names under which the call has our tools. */
  readonly names?: OwnToolNames;
}

/** How our counts are off now, by what vendors reported, and the policy that makes up for it. */
export interface Correction {
  readonly factor: number;
  policyOf(factor: number): SessionPolicy;
}

/**
 * Folds a request as a projector folds a log, with the domain's own fold and planner: event by event, with a compaction
 * wherever the model was about to be called and the window was full. What follows from a beginning depends on that
 * beginning alone, so the same beginning gives the same bytes, however often it is asked, and from any process that corrects alike.
 */
export function createRequestFold(counter: PartCounter) {
  const turns = createTurns();
  const folded = createSharedEntries<Folding>(PROXY_LIMITS.foldedEntries);
  /** The factors by which was decided. A prefix that is folded again must come out the same. */
  const decided = createSharedEntries<number>(PROXY_LIMITS.decisions);
  return async function foldRequest(request: RequestToFold): Promise<FoldedRequest> {
    const { owner, holder, messages, headLength, policy, caller, correction, names } = request;
    const events = listEvents(messages, headLength);
    const contents = new Map(events.map(({ id, content }) => [id, content]));
    const keyOf = (at: number): string => `${owner}:${policy.version}:${caller.sys}:${names?.recall ?? ''}:${messages[at]!.sentChain}`;
    let from = messages.length - 1;
    let known: Folding | undefined;
    for (; from >= headLength && !known; from--) known = folded.get(keyOf(from));
    let next = known ? from + 2 : headLength;
    let folding: Folding = known ?? { state: emptySession(ADDRESS), facts: NO_FACTS };
    const missing = events.filter(({ message }) => message >= next);
    const rest = (): Promise<void> => turns(holder);
    const slices = createSlices(rest);
    const tokens = await countEvents(counter, policy.family, messages, missing, slices);
    const byMessage = Map.groupBy(events, ({ message }) => message);
    const quoting = quotingResults(messages, events, names);
    const pinned = events.filter(({ message, part }) => messages[message]!.parts[part]!.isPinned).map(({ id }) => id);
    for (; next < messages.length; next++) {
      const fold = createSessionFold(folding.state);
      for (const [at, event] of (byMessage.get(next) ?? []).entries()) {
        fold.add(recordOf(event, tokens));
        // A part is placed among those of its turn, and all parts of a message may be of one.
        await slices(STEP_CHARS * (1 + at));
      }
      const state: SessionState = fold.state();
      folding = { ...folding, state };
      // A step copies what the state shows. Many of them would hold up all other calls of this process.
      await slices(STEP_CHARS * (1 + state.entries.length));
      if (isCalled(messages, next)) {
        const factor = decided.get(keyOf(next)) ?? correction.factor;
        decided.set(holder, keyOf(next), factor);
        const stay = [...pinned, ...lastThoughts(messages, byMessage, next)];
        const given = { folding, policy: correction.policyOf(factor), caller, events, contents, quoting, rest, slices };
        const recalled = recalledJustNow(messages, byMessage, next, names);
        const kept = await compactRequest(counter, { ...given, except: new Set([...stay, ...recalled]) });
        const fits = recalled.length === 0 || usedTokens(kept.state, given.policy, caller) <= usableTokens(given.policy);
        folding = fits ? kept : await compactRequest(counter, { ...given, except: new Set(stay) });
      }
      folded.set(holder, keyOf(next), folding, 1 + folding.state.entries.length);
    }
    return { state: folding.state, ...(folding.task && { task: folding.task }), events, contents };
  };
}

/** Returns the results of our tools: they quote other events, and the log has no receipt of them here. */
function quotingResults(messages: readonly Message[], events: readonly PartEvent[], names: OwnToolNames | undefined): ReadonlySet<string> {
  const isOwn = new Map<string, boolean>();
  const found = new Set<string>();
  for (const { id, kind, message, part } of events) {
    const { call } = messages[message]!.parts[part]!;
    // Some servers give later calls the same ids, so the last call before a result is its own.
    if (kind === 'tool_call' && call) isOwn.set(call.id, ownTool(names, call.name) !== undefined);
    if (kind === 'tool_result' && call && isOwn.get(call.id) === true) found.add(id);
  }
  return found;
}

/**
 * Returns the thinking of the last answer up to a message: it stays whole. Anthropic refuses results whose calls have
 * lost their thinking; of answers before the last it takes calls without.
 */
function lastThoughts(messages: readonly Message[], byMessage: ReadonlyMap<number, readonly PartEvent[]>, upTo: number): string[] {
  const last = lastAnswer(messages, upTo);
  const said = byMessage.get(last) ?? [];
  return said.filter(({ kind }) => kind === 'thinking').map(({ id }) => id);
}

/**
 * Returns the answers of our tools that the model reads next: it asked for them, and would ask for what is cut once more.
 * The planner keeps as much of results as pulls of this window may bring; these are as large and as many as the session's
 * policy allows, whose window may be larger.
 */
function recalledJustNow(
  messages: readonly Message[],
  byMessage: ReadonlyMap<number, readonly PartEvent[]>,
  upTo: number,
  names: OwnToolNames | undefined,
): string[] {
  const last = lastAnswer(messages, upTo);
  const asked = messages[last]?.parts.filter(({ kind, call }) => kind === 'tool_call' && ownTool(names, call?.name)) ?? [];
  if (asked.length === 0) return [];
  const ids = new Set(asked.map(({ call }) => call!.id));
  const behind = Array.from({ length: upTo - last }, (_, at) => byMessage.get(last + 1 + at) ?? []).flat();
  return behind.flatMap(({ id, content: { body } }) => (body.call && ids.has(body.call.id) ? [id] : []));
}

function lastAnswer(messages: readonly Message[], upTo: number): number {
  let last = upTo;
  while (last >= 0 && messages[last]!.value.role !== 'assistant') last -= 1;
  return last;
}

/** Returns true where the model was called behind a message: the next is its answer, or there is none. */
function isCalled(messages: readonly Message[], at: number): boolean {
  const next = messages[at + 1];
  return messages[at]!.value.role !== 'assistant' && (next === undefined || next.value.role === 'assistant');
}

function listEvents(messages: readonly Message[], headLength: number): PartEvent[] {
  const events: PartEvent[] = [];
  for (let message = headLength; message < messages.length; message++) {
    const { parts, value } = messages[message]!;
    const messageId = value.role === 'assistant' ? `m${message}` : undefined;
    parts.forEach((part, at) =>
      events.push({ id: `p${events.length}`, kind: part.kind, message, part: at, content: contentOf(part, messageId) }),
    );
  }
  return events;
}

async function countEvents(
  counter: PartCounter,
  family: string,
  messages: readonly Message[],
  events: readonly PartEvent[],
  slices: Slices,
): Promise<ReadonlyMap<string, FormTokens>> {
  const parts = events.map(({ message, part, content }) => {
    const { parts: all, partHashes } = messages[message]!;
    return { part: all[part]!, hash: partHashes[part]!, content };
  });
  const counts = await counter.countParts(family, parts, slices);
  return new Map(events.map(({ id }, at) => [id, counts[at]!]));
}

function recordOf({ id, kind, content }: PartEvent, tokens: ReadonlyMap<string, FormTokens>): EventRecord {
  const offset = Number(id.slice(1));
  return {
    offset,
    envelope: {
      schemaVersion: 1,
      id,
      ...ADDRESS,
      kind,
      occurredAt: 0,
      recordedAt: 0,
      tokens: tokens.get(id)!,
      family: '',
      keyId: '',
    },
    body: content.body,
  };
}
