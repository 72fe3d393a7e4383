import {
  assembleWindow,
  checkShown,
  checkWindow,
  encodePosition,
  isAnimatedGif,
  pushRoom,
  sessionKey,
  showLines,
  showTaskState,
  toAnthropicMessages,
  toOpenAiMessages,
  overWindow,
  policyForCall,
  type Anatomy,
  type AssembledWindow,
  type AssembleResult,
  type CallerTokens,
  type ChatTemplate,
  type DerivedTaskState,
  type EntryContent,
  type SessionPolicy,
  type SessionState,
  type WindowBlock,
  type WindowBudgets,
  type WindowRequest,
} from '@total-recall/domain';
import type { ServedWindow, ShownInWindow } from '@total-recall/ports';
import { createUlidFactory, TotalRecallError, type Turn, type WorkGate } from '@total-recall/runtime';
import type { ErasureWatch, MetErasure } from '../watch-erasures.ts';
import { bytesCost, releaseTurnWhileWaiting } from '../work-costs.ts';
import type { RetrieverDeps } from '../retriever-deps.ts';
import { withinPictureLimits } from './within-picture-limits.ts';
import { buildAnatomy } from './build-anatomy.ts';
import { countForFormat } from './count-for-format.ts';
import { countForPolicy } from './count-for-policy.ts';
import { createCallerCounter, type CountedCaller } from './caller-blocks.ts';
import { callerChars, overByLength } from './caller-length.ts';
import type { EntryContents } from './entry-contents.ts';
import type { PushPack } from './find-pack.ts';
import { fitToCall, type FittedSession } from './fit-to-call.ts';
import type { FoldFromLogLimits } from '../read/fold-from-log.ts';
import type { FoldWait } from '../read/fold-wait.ts';
import { loadState } from './load-state.ts';
import type { PushInput } from './push-pack.ts';
import type { WindowConfig, WindowDeps } from './window-deps.ts';
import { createWindowMemory } from './window-memory.ts';
import { showKnowledge, type ShownKnowledge } from './show-knowledge.ts';

type Window = Extract<AssembleResult, { kind: 'window' }>;

interface AssemblerDeps extends WindowDeps, Pick<RetrieverDeps, 'signer' | 'onErased'> {
  readonly contents: EntryContents;
  readonly push: (input: PushInput) => Promise<PushPack | undefined>;
  readonly gate: WorkGate;
  readonly erasures: ErasureWatch;
  readonly wait: FoldWait;
}

/**
 * Assembles windows: the fold up to now, rendered under hard budgets. Errors: `not_caught_up`,
 * `window_over_budget`, `invalid_request`.
 */
export function createWindowAssembler(deps: AssemblerDeps, config: WindowConfig & FoldFromLogLimits) {
  const newId = createUlidFactory(deps);
  const countCaller = createCallerCounter(deps.tokens);
  const { compare, forget } = createWindowMemory(config.rememberedSessions);
  deps.onErased?.(forget);

  return (request: WindowRequest): Promise<ServedWindow> => {
    const startedMs = deps.clock.monotonicMs();
    return deps.erasures.during(request, (met) =>
      deps.gate.run({ tenant: request.tenant, kind: 'window', cost: 1 }, (turn) => assemble(request, turn, { startedMs, met })),
    );
  };

  async function assemble(request: WindowRequest, turn: Turn, { startedMs, met }: WindowCall): Promise<ServedWindow> {
    const { policy, settings } = await deps.policies.resolve(request);
    const windowTokens = windowSize(request, policy);
    const chars = callerChars(request);
    const over = overByLength(chars, mostForCall(policy, windowTokens));
    if (over) throw overBudget(deps, over, 'at least ');
    await turn.spend(bytesCost(chars.system + chars.user));
    const [{ state: folded, fromLog }, caller] = await Promise.all([
      loadState(releaseTurnWhileWaiting(deps, turn), config, request, policy),
      countCaller(request, policy.family),
    ]);
    const opened = await deps.contents.load(folded, fromLog);
    await turn.spend(windowCost(folded, opened));
    const ofPolicy = await countForPolicy(deps.tokens, folded, policy, opened);
    const counted = await countForFormat(deps.tokens, ofPolicy, { family: policy.family, format: request.format, contents: opened });
    const ofCall = callPolicy(policy, windowTokens, caller);
    const mayFit = counted !== folded || fromLog !== undefined || isCallsOwn(request, folded, policy);
    const call = { state: counted, policy: ofCall, caller: callerTokens(caller), opened };
    const fitted: FittedSession = mayFit ? await fitToCall(deps, call) : { state: counted };
    const { state } = fitted;
    const shown = { state, policy: ofCall, opened, tools: caller.noteTools };
    const facts = await showKnowledge(deps, { ...shown, ...(request.subjects && { subjects: request.subjects }) });
    const context: RenderContext = { request, ...fitted, policy: ofCall, caller, opened, ...(facts && { facts }) };
    const bare = render(deps, context);
    const budgetTokens = request.atTurn === undefined ? pushRoom(bare.tokens, bare.budgets) : 0;
    const pack = budgetTokens > 0 ? await deps.push({ request, state, opened, budgetTokens, turn }) : undefined;
    const whole = pack ? render(deps, { ...context, pack }) : bare;
    const pinned = new Set(state.entries.flatMap(({ id, pinned: isPinned }) => (isPinned ? [id] : [])));
    const window = { ...whole, blocks: await withinPictureLimits(deps, request, whole.blocks, pinned) };
    for (const violation of [...checkWindow(window), ...checkShown(state, window.blocks)]) deps.observer.violated(violation);
    const comparison = compare(request, window.blocks, { kept: isUnaffected(met()) });
    const windowId = newId(request.tenant);
    const anatomy = buildAnatomy({ windowId, at: deps.clock.now(), state, window, caller, comparison });
    await deps.anatomy.appendAnatomy(recordable(anatomy, met()));
    const formatted = await format(deps, request, window.blocks, { tools: caller.tools, template: settings.chatTemplate });
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
      shows: shownIn(state, window.blocks, { facts, pack }),
    };
  }
}

/** A call of a window as it came: when, and which erasures it has met since. */
interface WindowCall {
  readonly startedMs: number;
  readonly met: () => MetErasure;
}

/** Returns true where nothing that a window was made of can be erased by now. */
function isUnaffected({ whileUnderWay, shortlyBefore }: MetErasure): boolean {
  return !whileUnderWay && !shortlyBefore;
}

/** Returns what may be recorded of a window: nothing where it read what was erased meanwhile, no topic where it may quote such. */
function recordable(anatomy: Anatomy, { whileUnderWay, shortlyBefore }: MetErasure): Anatomy[] {
  if (whileUnderWay) return [];
  return [shortlyBefore ? { ...anatomy, topicLabel: null, topicTransition: false } : anatomy];
}

/** Names what the blocks of a window disclose. */
function shownIn(
  { entries }: SessionState,
  blocks: readonly WindowBlock[],
  { facts, pack }: { readonly facts: ShownKnowledge | undefined; readonly pack: PushPack | undefined },
): ShownInWindow {
  const shown = new Set(blocks.flatMap(({ eventId }) => eventId ?? []));
  const has = (kind: WindowBlock['kind']): boolean => blocks.some((block) => block.kind === kind);
  return {
    ordinals: entries.flatMap(({ id, ordinal }) => (shown.has(id) ? [ordinal] : [])),
    facts: has('facts') ? (facts?.units ?? []) : [],
    pushed: has('pack') ? (pack?.eventIds ?? []) : [],
    markers: blocks.flatMap(({ markerId }) => markerId ?? []),
  };
}

/** Estimates the cost of a window by the text it opens and the entries it plans over. */
function windowCost({ entries }: SessionState, opened: ReadonlyMap<string, EntryContent>): number {
  return 0.5 + entries.length / 500 + bytesCost(opened.values().reduce((sum, { fullText }) => sum + fullText.length, 0));
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

function callerTokens({ blocks, toolTokens }: CountedCaller): CallerTokens {
  const sum = (isUser: boolean) =>
    blocks.filter(({ kind }) => (kind === 'user_message') === isUser).reduce((total, { tokens }) => total + tokens, 0);
  return { sys: sum(false) + toolTokens, user: sum(true) };
}

/** Returns the most that the parts of a caller may take in a call, whatever they are. */
function mostForCall(policy: SessionPolicy, windowTokens: number): Pick<WindowBudgets, 'sys' | 'user'> {
  const { sys, user } = policyForCall(policy, windowTokens).budgets;
  return { sys, user: Math.max(user, policy.budgets.user) };
}

/** Derives the policy of a call with a smaller window. The caller's own message keeps the session's limit. */
function callPolicy(policy: SessionPolicy, windowTokens: number, caller: CountedCaller): SessionPolicy {
  const ofCall = policyForCall(policy, windowTokens);
  const user = Math.max(ofCall.budgets.user, Math.min(policy.budgets.user, callerTokens(caller).user));
  return user === ofCall.budgets.user ? ofCall : { ...ofCall, budgets: { ...ofCall.budgets, user } };
}

/**
 * Returns true when the call must plan its own view of the session. Otherwise a compaction is on its
 * way, or can be requested.
 */
function isCallsOwn(request: WindowRequest, state: SessionState, policy: SessionPolicy): boolean {
  return request.windowTokens !== undefined || request.atTurn !== undefined || state.stops.length > 0 || !overWindow(state, policy);
}

interface RenderContext {
  readonly request: WindowRequest;
  readonly state: SessionState;
  readonly policy: SessionPolicy;
  readonly caller: CountedCaller;
  readonly opened: ReadonlyMap<string, EntryContent>;
  /** Task state derived for this call. */
  readonly taskState?: DerivedTaskState;
  readonly facts?: ShownKnowledge;
  readonly pack?: PushPack;
}

function render(deps: WindowDeps, { state, policy, caller, opened, taskState, facts, pack }: RenderContext): Window {
  const result = assembleWindow({
    state,
    policy,
    windowTokens: policy.budgets.window,
    callerBlocks: caller.blocks,
    toolTokens: caller.toolTokens,
    noteTools: caller.noteTools,
    ...(taskState ? { taskState: shownCard(taskState) } : taskOf(state, opened, policy.budgets.task)),
    contents: opened,
    ...(facts ? { facts } : {}),
    ...(pack ? { pack } : {}),
  });
  if (result.kind === 'window') return result;
  throw overBudget(deps, result);
}

type OverBudget = Omit<Extract<AssembleResult, { kind: 'over_budget' }>, 'kind'>;

/** `counted` says how the tokens are known, where that is no count. */
function overBudget(
  { observer }: Pick<WindowDeps, 'observer'>,
  { part, tokens, budgetTokens }: OverBudget,
  counted = '',
): TotalRecallError {
  observer.overBudget(part);
  const message = `The part "${part}" takes ${counted}${tokens} tokens and has ${budgetTokens}. ${ADVICE[part]}`;
  return new TotalRecallError('window_over_budget', message, { details: { part, tokens, budgetTokens } });
}

/**
 * Returns the task state that the caller keeps, else the one that the last compaction derived. A derived one
 * that exceeds the budget is left out until a compaction derives it again: nobody asked for it, so it must
 * not make the window fail.
 */
function taskOf(
  { taskState, derivedTask }: SessionState,
  opened: RenderContext['opened'],
  budgetTokens: number,
): { taskState?: { text: string; tokens: number } } {
  if (taskState) {
    const card = opened.get(taskState.eventId)?.body.taskState;
    return card ? { taskState: { text: showTaskState(card), tokens: taskState.tokens } } : {};
  }
  const compaction = derivedTask && opened.get(derivedTask.eventId)?.body.compaction;
  const derived = compaction?.type === 'ContextCompacted' ? compaction.taskState : undefined;
  if (!derivedTask || !derived || derivedTask.tokens > budgetTokens) return {};
  return { taskState: shownCard({ ...derived, tokens: derivedTask.tokens }) };
}

const shownCard = ({ text, tokens }: DerivedTaskState) => ({ text: showLines(text), tokens });

const ADVICE: Record<OverBudget['part'], string> = {
  system: 'Shorten the system block, skills, files or tools, raise systemTokens in the policy, or use a larger window.',
  task: 'Shorten the task state, or raise taskTokens in the policy.',
  user: 'Shorten the user message, append it as an event, or raise userTokens in the policy.',
  history: 'What is guarded (persona, constraints, pins, the last turn) does not fit: unpin, supersede, or use a larger window.',
};

async function format(
  deps: WindowDeps,
  request: WindowRequest,
  blocks: readonly WindowBlock[],
  options: { readonly tools: readonly unknown[]; readonly template: ChatTemplate | undefined },
): Promise<Pick<AssembledWindow, 'openai' | 'anthropic' | 'renamed'>> {
  if (request.format !== 'openai' && request.format !== 'anthropic') return {};
  const shown = blocks.flatMap((block) => block.artifacts ?? []);
  const images = new Map<string, string>();
  for (const { id } of shown) {
    const read = await deps.content.artifact({ tenant: request.tenant, space: request.space, artifactId: id });
    // OpenAI refuses a whole window for one animated GIF.
    if (read && !(request.format === 'openai' && isAnimatedGif(read.bytes))) images.set(id, Buffer.from(read.bytes).toString('base64'));
  }
  const write = request.format === 'openai' ? toOpenAiMessages : toAnthropicMessages;
  const { renamed, ...messages } = write(blocks, { images, ...options });
  return { [request.format]: messages, renamed };
}
