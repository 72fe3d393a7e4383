import { tailStart } from '../compaction/plan/tail.ts';
import { shrinkBudgets } from '../policy/derive-budgets.ts';
import type { SessionPolicy, WindowBudgets } from '../policy/session-policy.ts';
import type { SessionState } from '../session/session-state.ts';
import { assembleHistory } from './assemble-history.ts';
import type { NoteTools } from './note-tools.ts';
import type { EntryContent } from './render-entry.ts';
import type { BlockKind, WindowBlock, WindowTokens } from './window-request.ts';

/** A block of the caller with its token count. */
export interface CountedBlock {
  readonly kind: Extract<BlockKind, 'system' | 'skill' | 'workspace_file' | 'recall_line' | 'user_message'>;
  readonly text: string;
  readonly tokens: number;
}

export interface AssembleInput {
  readonly state: SessionState;
  readonly policy: SessionPolicy;
  /** Size of the window; at most the policy's. */
  readonly windowTokens: number;
  readonly callerBlocks: readonly CountedBlock[];
  /** Tokens of the tool schemas, which are sent beside the messages. */
  readonly toolTokens: number;
  readonly taskState?: { readonly text: string; readonly tokens: number };
  readonly contents: ReadonlyMap<string, EntryContent>;
  /** Tools that notes and markers name; those of `NOTE_TOOLS` where absent. */
  readonly noteTools?: NoteTools;
  /** Known facts; left out where they do not fit. */
  readonly facts?: { readonly text: string; readonly tokens: number };
  /** Evidence to push; left out where it does not fit. */
  readonly pack?: { readonly text: string; readonly tokens: number };
}

export type AssembleResult =
  | { readonly kind: 'window'; readonly blocks: readonly WindowBlock[]; readonly tokens: WindowTokens; readonly budgets: WindowBudgets }
  | {
      readonly kind: 'over_budget';
      readonly part: 'system' | 'task' | 'user' | 'history';
      readonly tokens: number;
      readonly budgetTokens: number;
    };

/**
 * Assembles the window in the order that suits prompt caches: parts that never change first, parts that always change
 * last. Every budget is hard: a part that does not fit is named in an error, nothing is cut. Pushed evidence is new
 * every turn, so it stands directly before the user message. Source: 002 P8, §9.1.
 */
export function assembleWindow(input: AssembleInput): AssembleResult {
  const { state, policy, callerBlocks, contents } = input;
  const { front, flow } = assembleHistory(state, contents, input.noteTools);
  const user = callerBlocks.filter((block) => block.kind === 'user_message');
  const system = callerBlocks.filter((block) => block.kind !== 'user_message');
  const counted = countTokens(input, front, flow);
  const budgets = input.windowTokens === policy.budgets.window ? policy.budgets : shrinkBudgets(policy.budgets, input.windowTokens);
  const over = findOverBudget(counted, budgets);
  if (over) return over;
  const task: WindowBlock[] = input.taskState ? [{ kind: 'task_state', text: input.taskState.text, tokens: input.taskState.tokens }] : [];
  const facts = input.facts && input.facts.tokens <= knowledgeRoom(counted, budgets) ? input.facts : undefined;
  const known: WindowBlock[] = facts ? [{ kind: 'facts', text: facts.text, tokens: facts.tokens }] : [];
  const withFacts = facts ? { ...counted, total: counted.total + facts.tokens, knowledge: facts.tokens } : counted;
  const head = [
    ...system.filter((block) => block.kind !== 'recall_line'),
    ...front,
    ...known,
    ...system.filter((block) => block.kind === 'recall_line'),
  ];
  const pack = input.pack && input.pack.tokens <= pushRoom(withFacts, budgets) ? input.pack : undefined;
  const tokens = pack ? { ...withFacts, total: withFacts.total + pack.tokens, pack: pack.tokens } : withFacts;
  const body = policy.taskStatePlacement === 'before_history' ? [...task, ...flow] : [...flow, ...task];
  return { kind: 'window', blocks: [...head, ...body, ...(pack ? [{ kind: 'pack' as const, ...pack }] : []), ...user], tokens, budgets };
}

/** Computes the tokens available for pushed evidence: its budget, limited to the rest of the window. */
export function pushRoom({ total }: Pick<WindowTokens, 'total'>, { window, headroom, push }: WindowBudgets): number {
  return Math.max(0, Math.min(push, window - headroom - total));
}

/** Computes the tokens available for known facts: their budget, limited to the rest of the window. */
function knowledgeRoom({ total }: Pick<WindowTokens, 'total'>, { window, headroom, knowledge }: WindowBudgets): number {
  return Math.min(knowledge, window - headroom - total);
}

function sum(blocks: readonly { readonly tokens: number }[]): number {
  return blocks.reduce((total, block) => total + block.tokens, 0);
}

function countTokens(input: AssembleInput, front: readonly WindowBlock[], flow: readonly WindowBlock[]): WindowTokens {
  const { state, policy, callerBlocks } = input;
  const start = tailStart(state, policy.compaction.tailTurns, policy.budgets.tail);
  const sys = sum(callerBlocks.filter((block) => block.kind !== 'user_message')) + input.toolTokens;
  const user = sum(callerBlocks.filter((block) => block.kind === 'user_message'));
  const task = input.taskState?.tokens ?? 0;
  const history = sum(front) + sum(flow);
  return {
    total: sys + user + task + history,
    sys,
    task,
    markers: sum(flow.filter((block) => block.kind === 'marker')),
    history,
    tail: sum(flow.filter((block) => block.kind === 'event' && (block.turn ?? 0) >= start)),
    knowledge: 0,
    pack: 0,
    user,
  };
}

type CallerPart = 'system' | 'task' | 'user';

/** Returns the largest part, and the size it could have if `left` tokens remain. */
function largest(parts: readonly (readonly [CallerPart, number])[], left: number): [CallerPart, number, number] {
  const [part, tokens] = parts.reduce((most, each) => (each[1] > most[1] ? each : most));
  return [part, tokens, Math.max(0, left + tokens)];
}

function findOverBudget(tokens: WindowTokens, budgets: WindowBudgets): Extract<AssembleResult, { kind: 'over_budget' }> | undefined {
  const over = (part: 'system' | 'task' | 'user' | 'history', used: number, budgetTokens: number) =>
    used > budgetTokens ? ({ kind: 'over_budget', part, tokens: used, budgetTokens } as const) : undefined;
  const left = budgets.window - budgets.headroom - tokens.sys - tokens.task - tokens.user;
  return (
    over('system', tokens.sys, budgets.sys) ??
    over('task', tokens.task, budgets.task) ??
    over('user', tokens.user, budgets.user) ??
    // Markers are part of the history. After their cap was lowered there are more, until a compaction merges them.
    over('history', tokens.history, Math.max(0, left)) ??
    // Without history, the parts before it must fit by themselves; the largest of them is named.
    over(
      ...largest(
        [
          ['system', tokens.sys],
          ['task', tokens.task],
          ['user', tokens.user],
        ],
        left,
      ),
    )
  );
}
