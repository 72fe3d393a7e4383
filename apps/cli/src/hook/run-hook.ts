import { stat } from 'node:fs/promises';
import { asksForEvidence, evidenceForPrompt, knownAtStart, queriesOfPrompt, queryOfPrompt, type Client } from '@total-recall/client';
import type { ImportFormat } from '@total-recall/importers';
import type { Clock } from '@total-recall/ports';
import { captureTranscript, type Captured, type Conversation } from './capture-transcript.ts';

/** The fields that are read of what an agent writes to a hook. Claude Code and Codex name the fields alike. */
export interface HookPayload {
  readonly session_id: string;
  readonly transcript_path?: string | null;
  /** The file of a subagent, where it is not beside the other. */
  readonly agent_transcript_path?: string | null;
  /** A subagent, whose prompt is not what the user asked last. */
  readonly agent_id?: string;
  readonly hook_event_name: string;
  readonly source?: string;
  readonly prompt?: string;
}

/** State of a conversation, kept between its hooks. */
export interface HookState extends Captured {
  /** The last prompt that asked for something. */
  lastPrompt?: string;
  /** When a compaction last took what was said from the context of the agent, in milliseconds. */
  compactedAt?: number;
  saidDown?: boolean;
}

export interface HookDeps {
  readonly client: Client;
  readonly space: string;
  readonly format: ImportFormat;
  readonly state: HookState;
  readonly clock: Pick<Clock, 'now'>;
  readonly signal: AbortSignal;
  /** Ends the capture ahead of the hook; what is left goes with the next one. */
  readonly captureSignal: AbortSignal;
}

const START_TOKENS = 1_500;
const PROMPT_TOKENS = 800;
/** A digest has no budget of its own. Longer ones are cut at a line, which is said. */
const DIGEST_CHARACTERS = 4_000;
const TOOLS = 'The tools recall and open of the MCP server total-recall return the original words of earlier conversations.';

/** Keeps what happened, and returns text for the context of the agent where there is something worth it. */
export async function runHook(payload: HookPayload, deps: HookDeps): Promise<string | undefined> {
  const { hook_event_name: event, prompt } = payload;
  const conversation = await capture(payload, deps);
  if (event === 'SessionStart' && payload.source === 'compact') deps.state.compactedAt = deps.clock.now();
  if (event === 'SessionStart') return atStart(payload, conversation?.session, deps);
  if (event !== 'UserPromptSubmit' || prompt === undefined) return undefined;
  if (payload.agent_id === undefined && asksForEvidence(prompt)) deps.state.lastPrompt = queryOfPrompt(prompt);
  return atPrompt(prompt, conversation, deps);
}

/** Returns true for a hook that puts something into the context of the agent, for which it needs time beside the capture. */
export function bringsIn({ hook_event_name: event }: HookPayload): boolean {
  return event === 'SessionStart' || event === 'UserPromptSubmit';
}

/** A new conversation has no transcript yet. */
async function capture(
  payload: HookPayload,
  { client, space, format, state, captureSignal: signal }: HookDeps,
): Promise<Conversation | undefined> {
  const { transcript_path: path, agent_transcript_path: another } = payload;
  let main: Conversation | undefined;
  for (const each of [path, another]) {
    const size = typeof each === 'string' ? await sizeOf(each) : 0;
    if (typeof each !== 'string' || size === 0) continue;
    const conversation = await captureTranscript(each, { client, space, format, captured: state, signal });
    if (each === path) main = conversation;
  }
  return main;
}

function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

/** After a compaction what the last request was about is looked up again: the agent has just lost it. */
async function atStart({ source }: HookPayload, session: string | undefined, deps: HookDeps): Promise<string | undefined> {
  const { client, space, state, signal } = deps;
  const known = await knownAtStart(client.space(space), {
    name: space,
    characters: DIGEST_CHARACTERS,
    whereMoreIs: 'the tool profile lists it',
    signal,
  });
  const parts = known === undefined ? [] : [known];
  if (state.lastPrompt !== undefined && session !== undefined && (source === 'compact' || source === 'resume')) {
    const query = { queries: queriesOfPrompt(state.lastPrompt), session, budgetTokens: START_TOKENS };
    const { rendered, hits } = await client.space(space).recall(query, { signal });
    if (hits.length > 0) parts.push(rendered);
    // Headings of its own session name no session, and the server of the tools has none.
    if (hits.some((hit) => hit.session === session))
      parts.push(`Above, e184 without a session is of this conversation: open takes it as ${session}/e184.`);
  }
  return parts.length === 0 ? undefined : [...parts, TOOLS].join('\n\n');
}

/** Leaves out what this conversation said, or repeats of another, since its last compaction: it is in its context already. */
function atPrompt(
  prompt: string,
  conversation: Conversation | undefined,
  { client, space, state, signal }: HookDeps,
): Promise<string | undefined> {
  const { compactedAt = 0 } = state;
  const { session, forkedFrom } = conversation ?? {};
  const isInContext = (hit: { readonly session: string; readonly occurredAt: string }): boolean => {
    const at = Date.parse(hit.occurredAt);
    const isSaid = hit.session === session || (hit.session === forkedFrom?.session && at <= forkedFrom.until);
    return isSaid && at >= compactedAt;
  };
  return evidenceForPrompt(client.space(space), prompt, { budgetTokens: PROMPT_TOKENS, isInContext, signal });
}
