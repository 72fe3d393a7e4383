import type { PolicySettings, WindowBudgets } from './session-policy.ts';

/** Largest tokens of one marker, and number of markers in a window. Source: 002 §4.3, §6.4. */
export const MARKER_TOKENS = 60;
export const MIN_MARKER_CAP = 2;
export const MAX_MARKER_CAP = 20;
export const MIN_WINDOW_TOKENS = 2_000;
export const DEFAULT_WINDOW_TOKENS = 128_000;
export const MAX_WINDOW_TOKENS = 4_000_000;

/**
 * Tokens of the system block used by the service's own tools and the line about recall, in families counted exactly.
 */
export const OWN_SYSTEM_TOKENS = 680;
/** Smallest system block: the service's own part in any family, and a little for the caller. */
const LEAST_SYSTEM_TOKENS = 960;

type Row = Omit<WindowBudgets, 'markers' | 'headroom' | 'push' | 'pullMax' | 'knowledge'>;

/**
 * Default budgets by window size, in tokens. A window takes the row of the largest size that does not exceed it; a
 * window smaller than all takes the first row in proportion. Small windows get fewer recalls rather than answers too
 * short to be useful. Source: 002 §9.1; the numbers are ours.
 */
export const BUDGET_TABLE: readonly Row[] = [
  { window: 8_000, sys: 1_024, task: 500, tail: 1_536, user: 640, markerCap: 8, pull: 1_080, pullCalls: 1, output: 140 },
  { window: 32_000, sys: 4_096, task: 600, tail: 8_192, user: 2_048, markerCap: 20, pull: 4_000, pullCalls: 1, output: 900 },
  { window: 128_000, sys: 12_000, task: 800, tail: 16_000, user: 6_000, markerCap: 20, pull: 4_000, pullCalls: 3, output: 1_000 },
  { window: 200_000, sys: 16_000, task: 800, tail: 24_000, user: 8_000, markerCap: 20, pull: 4_000, pullCalls: 3, output: 1_000 },
  { window: 1_000_000, sys: 32_000, task: 800, tail: 48_000, user: 16_000, markerCap: 20, pull: 4_000, pullCalls: 3, output: 1_000 },
];

/** Returns min(13,000, 15 % of the window). Source: 004. */
export function defaultHeadroom(windowTokens: number): number {
  return Math.min(13_000, Math.floor(windowTokens * 0.15));
}

/** Share of a window that one call may request, and share that the answers of a turn may take by default. */
const PULL_SHARE = 1 / 64;
const PULLS_SHARE = 1 / 16;

/**
 * Computes a headroom that fits the largest answers of a turn. It grows with windows so large that an answer may exceed
 * the usual size.
 */
function headroomFor({ pullMaxTokens, ...settings }: PolicySettings, row: Row, window: number): number {
  if (settings.headroomTokens !== undefined) return settings.headroomTokens;
  const calls = settings.pullCalls ?? row.pullCalls;
  const most = pullMaxTokens ?? Math.floor(window * PULL_SHARE);
  const wanted = most > row.pull ? most * calls + (settings.outputTokens ?? row.output) : 0;
  const bound = pullMaxTokens === undefined ? Math.floor(window * PULLS_SHARE) : wanted;
  return Math.max(defaultHeadroom(window), Math.min(wanted, bound));
}

/**
 * Derives the hard budgets of a window. Settings win over the table; everything else is fitted so that all bounds still
 * hold.
 */
export function deriveBudgets(settings: PolicySettings): WindowBudgets {
  const window = settings.windowTokens ?? DEFAULT_WINDOW_TOKENS;
  const row = rowFor(window);
  const headroom = headroomFor(settings, row, window);
  const output = settings.outputTokens ?? Math.min(row.output, Math.floor(headroom / 4));
  const pullCalls = settings.pullCalls ?? row.pullCalls;
  const each = Math.floor((headroom - output) / pullCalls);
  const pull = settings.pullTokens ?? Math.min(row.pull, each, settings.pullMaxTokens ?? Infinity);
  const pullMax = settings.pullMaxTokens ?? Math.max(pull, Math.min(each, Math.floor(window * PULL_SHARE)));
  const markerCap = settings.markerCap ?? row.markerCap;
  return {
    window,
    sys: settings.systemTokens ?? row.sys,
    task: settings.taskTokens ?? row.task,
    tail: settings.tailTokens ?? row.tail,
    user: settings.userTokens ?? row.user,
    headroom,
    markerCap,
    markers: markerCap * MARKER_TOKENS,
    pull,
    pullMax,
    pullCalls,
    output,
    push: settings.pushTokens ?? 0,
    knowledge: settings.knowledgeTokens ?? defaultKnowledge(window),
  };
}

/** Smallest block of known facts that says anything: its heading and one fact. */
export const LEAST_KNOWLEDGE_TOKENS = 64;
/** Largest block by default; about 25 facts. */
const MOST_KNOWLEDGE_TOKENS = 1_000;
/** Share of a window that known facts may take by default. */
const KNOWLEDGE_SHARE = 1 / 40;

/** Returns the default budget of known facts; 0 for windows in which not one would fit. */
function defaultKnowledge(window: number): number {
  const tokens = Math.min(MOST_KNOWLEDGE_TOKENS, Math.floor(window * KNOWLEDGE_SHARE));
  return tokens < LEAST_KNOWLEDGE_TOKENS ? 0 : tokens;
}

/**
 * Shrinks the budgets for a call that names a smaller window: headroom, answers of recall, tail, live requests and the
 * number of markers. What the caller may bring and the present markers keep their bounds.
 */
export function shrinkBudgets(budgets: WindowBudgets, windowTokens: number): WindowBudgets {
  const headroom = Math.min(budgets.headroom, defaultHeadroom(windowTokens));
  const output = Math.min(budgets.output, Math.floor(headroom / 4));
  const each = Math.floor((headroom - output) / Math.max(1, budgets.pullCalls));
  const [pull, pullMax] = [Math.min(budgets.pull, each), Math.min(budgets.pullMax, each)];
  const row = rowFor(windowTokens);
  const tail = Math.min(budgets.tail, row.tail);
  const user = Math.min(budgets.user, row.user);
  const markerCap = Math.min(budgets.markerCap, row.markerCap);
  const push = Math.min(budgets.push, pull);
  const knowledge = Math.min(budgets.knowledge, defaultKnowledge(windowTokens));
  return { ...budgets, window: windowTokens, headroom, output, pull, pullMax, tail, user, markerCap, push, knowledge };
}

function rowFor(window: number): Row {
  const fitting = BUDGET_TABLE.findLast((row) => row.window <= window);
  if (fitting) return fitting;
  const first = BUDGET_TABLE[0]!;
  const share = window / first.window;
  const scale = (tokens: number) => Math.floor(tokens * share);
  const bounds = {
    sys: Math.max(LEAST_SYSTEM_TOKENS, scale(first.sys)),
    task: Math.max(200, scale(first.task)),
    user: scale(first.user),
    markerCap: Math.max(4, scale(first.markerCap)),
  };
  const left = window - defaultHeadroom(window) - bounds.sys - bounds.task - bounds.user - bounds.markerCap * MARKER_TOKENS;
  const tail = Math.max(0, Math.min(scale(first.tail), left));
  return { window, ...bounds, tail, pull: scale(first.pull), pullCalls: 1, output: scale(first.output) };
}
