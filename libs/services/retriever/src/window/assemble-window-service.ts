import {
  assembleWindow,
  checkWindow,
  emptySession,
  encodePosition,
  pushRoom,
  renderTaskState,
  sessionKey,
  toAnthropicMessages,
  toOpenAiMessages,
  usableTokens,
  usedTokens,
  type AssembledWindow,
  type AssembleResult,
  type EntryContent,
  type SessionPolicy,
  type SessionState,
  type WindowBlock,
  type WindowRequest,
} from '@total-recall/domain';
import { createUlidFactory, TotalRecallError } from '@total-recall/runtime';
import { positionIn } from '../position-in.ts';
import { buildAnatomy } from './build-anatomy.ts';
import { createCallerCounter, type CountedCaller } from './caller-blocks.ts';
import type { EntryContents } from './entry-contents.ts';
import type { PushPack } from './find-pack.ts';
import { foldAtTurn } from './fold-at-turn.ts';
import type { PushInput } from './push-pack.ts';
import type { WindowConfig, WindowDeps } from './window-deps.ts';
import { createWindowMemory } from './window-memory.ts';

type Window = Extract<AssembleResult, { kind: 'window' }>;

/** Assembles windows: the fold up to now, rendered under hard budgets. Errors: `not_caught_up`, `window_over_budget`, `invalid_request`. */
export function createWindowAssembler(
  deps: WindowDeps & { readonly contents: EntryContents; readonly push: (input: PushInput) => Promise<PushPack | undefined> },
  config: WindowConfig,
) {
  const newId = createUlidFactory(deps);
  const countCaller = createCallerCounter(deps.tokens);
  const compare = createWindowMemory(config.rememberedSessions);

  return async function assemble(request: WindowRequest): Promise<AssembledWindow> {
    const startedMs = deps.clock.monotonicMs();
    const { policy } = await deps.policies.resolve(request);
    const windowTokens = windowSize(request, policy);
    const [state, caller] = await Promise.all([stateFor(deps, config, request, policy), countCaller(request, policy.family)]);
    const opened = await deps.contents.load(state);
    const context: RenderContext = { request, state, policy, windowTokens, caller, opened };
    const bare = render(deps, context);
    const budgetTokens = request.atTurn === undefined ? pushRoom(bare.tokens, bare.budgets) : 0;
    const pack = budgetTokens > 0 ? await deps.push({ request, state, opened, budgetTokens }) : undefined;
    const window = pack ? render(deps, { ...context, pack }) : bare;
    for (const violation of checkWindow(window)) deps.observer.violated(violation);
    const comparison = compare(sessionKey(request), window.blocks);
    const windowId = newId();
    const anatomy = buildAnatomy({ windowId, at: deps.clock.now(), state, window, caller, comparison });
    await deps.anatomy.appendAnatomy([anatomy]);
    const formatted = await format(deps, request, window.blocks, caller.tools);
    const seconds = (deps.clock.monotonicMs() - startedMs) / 1000;
    const { stablePrefixShare } = comparison;
    deps.observer.assembled({ seconds, tokens: { ...window.tokens }, utilisation: anatomy.contextUtilPct / 100, stablePrefixShare });
    return {
      windowId,
      position: encodePosition({
        generation: deps.log.generation,
        partition: deps.log.partitionOf(sessionKey(request)),
        offset: Math.max(0, state.offset),
      }),
      turn: state.turn,
      cycle: state.cycle,
      blocks: window.blocks,
      ...formatted,
      tokens: window.tokens,
      budgets: window.budgets,
      taskStateStale: state.taskState !== undefined && state.turn - state.taskState.turn > policy.taskStateStaleTurns,
      anatomy,
    };
  };
}

function windowSize({ windowTokens }: WindowRequest, policy: SessionPolicy): number {
  const { window } = policy.budgets;
  if (windowTokens === undefined) return window;
  if (windowTokens > window) {
    throw new TotalRecallError(
      'invalid_request',
      `The session's window has ${window} tokens; a call may name a smaller one, not ${windowTokens}. Change windowTokens in its policy.`,
    );
  }
  return windowTokens;
}

const BURST_POLL_MS = 20;

async function stateFor(deps: WindowDeps, config: WindowConfig, request: WindowRequest, policy: SessionPolicy): Promise<SessionState> {
  if (request.atTurn !== undefined) return foldAtTurn(deps, request, request.atTurn);
  const key = sessionKey(request);
  const partition = deps.log.partitionOf(key);
  const offset =
    request.after === undefined ? await deps.log.lastOffset(key) : (await positionIn(deps.log, request.after, partition)).offset;
  if (offset >= 0 && !(await deps.marks.waitFor(partition, offset, 'folded', config.foldTimeoutMs)))
    throw notCaughtUp('its session is not folded up to the log end yet');
  const load = async () => (await deps.sessions.load(request)) ?? emptySession(request);
  let state = await load();
  // A burst may stand above 100 %: its compaction is on the way. Where the last decision was to stop, another one may follow, soon or never.
  const startedMs = deps.clock.monotonicMs();
  const patienceMs = () => (state.stops.length > 0 ? config.stoppedTimeoutMs : config.compactionTimeoutMs);
  while (usedTokens(state, policy) > usableTokens(policy) && deps.clock.monotonicMs() - startedMs < patienceMs()) {
    await deps.scheduler.delay(BURST_POLL_MS);
    state = await load();
  }
  return state;
}

function notCaughtUp(why: string): TotalRecallError {
  return new TotalRecallError('not_caught_up', `The window cannot be assembled: ${why}. Try again shortly.`, { retryAfterMs: 500 });
}

interface RenderContext {
  readonly request: WindowRequest;
  readonly state: SessionState;
  readonly policy: SessionPolicy;
  readonly windowTokens: number;
  readonly caller: CountedCaller;
  readonly opened: ReadonlyMap<string, EntryContent>;
  readonly pack?: PushPack;
}

function render(deps: WindowDeps, { state, policy, windowTokens, caller, opened, pack }: RenderContext): Window {
  const task = state.taskState && opened.get(state.taskState.eventId)?.body.taskState;
  const result = assembleWindow({
    state,
    policy,
    windowTokens,
    callerBlocks: caller.blocks,
    toolTokens: caller.toolTokens,
    ...(task ? { taskState: { text: renderTaskState(task), tokens: state.taskState!.tokens } } : {}),
    contents: opened,
    ...(pack ? { pack } : {}),
  });
  if (result.kind === 'window') return result;
  deps.observer.overBudget(result.part);
  const { part, tokens, budgetTokens } = result;
  throw new TotalRecallError('window_over_budget', `The part "${part}" takes ${tokens} tokens and has ${budgetTokens}. ${ADVICE[part]}`, {
    details: { part, tokens, budgetTokens },
  });
}

const ADVICE: Record<Extract<AssembleResult, { kind: 'over_budget' }>['part'], string> = {
  system: 'Shorten the system block, skills, files or tools, or raise systemTokens in the policy.',
  task: 'Shorten the task state, or raise taskTokens in the policy.',
  user: 'Shorten the user message, append it as an event, or raise userTokens in the policy.',
  markers: 'Lower markerCap in the policy.',
  history: 'What is guarded (persona, constraints, pins, the last turn) does not fit: unpin, supersede, or use a larger window.',
};

async function format(
  deps: WindowDeps,
  request: WindowRequest,
  blocks: readonly WindowBlock[],
  tools: readonly unknown[],
): Promise<Pick<AssembledWindow, 'openai' | 'anthropic'>> {
  if (request.format !== 'openai' && request.format !== 'anthropic') return {};
  const shown = blocks.flatMap((block) => block.artifacts ?? []);
  const images = new Map<string, string>();
  for (const { id } of shown) {
    const read = await deps.artifacts.read({ tenant: request.tenant, space: request.space, artifactId: id });
    if (read) images.set(id, Buffer.from(read.bytes).toString('base64'));
  }
  if (request.format === 'openai') return { openai: { messages: toOpenAiMessages(blocks, images), tools } };
  return { anthropic: { ...toAnthropicMessages(blocks, images), tools } };
}
