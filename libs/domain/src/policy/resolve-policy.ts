import {
  deriveBudgets,
  LEAST_KNOWLEDGE_TOKENS,
  MAX_MARKER_CAP,
  MAX_WINDOW_TOKENS,
  MIN_MARKER_CAP,
  MIN_WINDOW_TOKENS,
} from './derive-budgets.ts';
import type { PolicySettings, SessionPolicy, WindowBudgets } from './session-policy.ts';

export type ResolvedPolicy =
  | { readonly kind: 'policy'; readonly policy: SessionPolicy; readonly settings: PolicySettings }
  | { readonly kind: 'invalid'; readonly problems: readonly { readonly field: string; readonly message: string }[] };

/**
 * Resolves the policy in force from the settings of all levels, least specific first, over the defaults; or returns the
 * problems found.
 */
export function resolvePolicy(levels: readonly (PolicySettings | undefined)[]): ResolvedPolicy {
  const settings: PolicySettings = Object.assign({}, ...levels.map((level) => defined(level ?? {})));
  const budgets = deriveBudgets(settings);
  const problems = findProblems(settings, budgets);
  if (problems.length > 0) return { kind: 'invalid', problems };
  const policy: Omit<SessionPolicy, 'version'> = {
    family: settings.family ?? 'o200k',
    budgets,
    compaction: {
      triggerRatio: settings.triggerRatio ?? 0.85,
      targetRatio: settings.targetRatio ?? 0.5,
      tailTurns: settings.tailTurns ?? 4,
      largeResultTokens: settings.largeResultTokens ?? largeTokens(budgets),
    },
    taskStatePlacement: settings.taskStatePlacement ?? 'before_history',
    taskStateStaleTurns: settings.taskStateStaleTurns ?? 20,
    derivedTaskState: settings.derivedTaskState ?? true,
  };
  return { kind: 'policy', policy: { version: fingerprint(JSON.stringify(policy)), ...policy }, settings };
}

const LARGE_TOKENS = 600;
/** Share of the usable window above which a result is large, in a small window. */
const LARGE_SHARE = 1 / 12;

/** Returns the size above which a result is large, in tokens. */
export function largeTokens({ window, headroom }: Pick<WindowBudgets, 'window' | 'headroom'>): number {
  return Math.min(LARGE_TOKENS, Math.floor((window - headroom) * LARGE_SHARE));
}

function defined(level: PolicySettings): PolicySettings {
  return Object.fromEntries(Object.entries(level).filter(([, value]) => value !== undefined));
}

function findProblems(settings: PolicySettings, budgets: WindowBudgets): { field: string; message: string }[] {
  const problems: { field: string; message: string }[] = [];
  const need = (ok: boolean, field: string, message: string) => {
    if (!ok) problems.push({ field, message });
  };
  const { window, sys, task, user, headroom, markers, pull, pullMax, pullCalls, output, push, knowledge } = budgets;
  need(
    window >= MIN_WINDOW_TOKENS && window <= MAX_WINDOW_TOKENS,
    'windowTokens',
    `must lie in ${MIN_WINDOW_TOKENS}..${MAX_WINDOW_TOKENS}`,
  );
  need(
    budgets.markerCap >= MIN_MARKER_CAP && budgets.markerCap <= MAX_MARKER_CAP,
    'markerCap',
    `must lie in ${MIN_MARKER_CAP}..${MAX_MARKER_CAP}`,
  );
  need(pull >= 64, 'pullTokens', 'leaves less than 64 tokens for an answer of recall; raise headroomTokens or lower pullCalls');
  need(
    pull * pullCalls + output <= headroom,
    'pullTokens',
    `${pullCalls} x ${pull} + ${output} tokens do not fit the headroom of ${headroom}`,
  );
  need(pullMax >= pull, 'pullMaxTokens', `is below the ${pull} tokens of an answer whose call names no budget`);
  need(
    pullMax <= pull || pullMax * pullCalls + output <= headroom,
    'pullMaxTokens',
    `${pullCalls} x ${pullMax} + ${output} tokens do not fit the headroom of ${headroom}; raise headroomTokens or lower pullCalls`,
  );
  need(
    push === 0 || (Number.isInteger(push) && push >= 64 && push <= pull),
    'pushTokens',
    `must be 0, or a whole number in 64..${pull}, the tokens of one recall`,
  );
  const mostKnowledge = Math.floor((window - headroom) / 4);
  need(
    knowledge === 0 || (Number.isInteger(knowledge) && knowledge >= LEAST_KNOWLEDGE_TOKENS && knowledge <= mostKnowledge),
    'knowledgeTokens',
    `must be 0, or a whole number in ${LEAST_KNOWLEDGE_TOKENS}..${mostKnowledge}, a quarter of the usable window`,
  );
  const fixed = sys + task + user + markers + push + headroom;
  need(
    fixed < window,
    'systemTokens',
    `system ${sys} + task ${task} + user ${user} + markers ${markers} + push ${push} + headroom ${headroom} leave nothing of ${window}`,
  );
  const trigger = settings.triggerRatio ?? 0.85;
  const target = settings.targetRatio ?? 0.5;
  need(trigger >= 0.3 && trigger <= 1, 'triggerRatio', 'must lie in 0.3..1');
  need(target >= 0.1 && target < trigger, 'targetRatio', 'must lie in 0.1..triggerRatio');
  const tailTurns = settings.tailTurns ?? 4;
  need(Number.isInteger(tailTurns) && tailTurns >= 1 && tailTurns <= 64, 'tailTurns', 'must be a whole number in 1..64');
  return problems;
}

/**
 * Hashes with FNV-1a over UTF-16 units, twice with different seeds: 64 bits in hex. Names a version; no protection
 * against forgery.
 */
export function fingerprint(text: string): string {
  let low = 0x811c9dc5;
  let high = 0xcbf29ce4;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit ^ (at & 0xff), 0x01000193);
  }
  return (high >>> 0).toString(16).padStart(8, '0') + (low >>> 0).toString(16).padStart(8, '0');
}
