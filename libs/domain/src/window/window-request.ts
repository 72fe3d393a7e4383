import type { SessionAddress } from '../event/address.ts';
import type { ThinkingSeal } from '../event/event-body.ts';
import type { Anatomy } from '../anatomy/anatomy.ts';
import type { WindowBudgets } from '../policy/session-policy.ts';

/** Blocks that only the caller has. They must fit the system reserve, the user message its own. */
export interface CallerBlocks {
  readonly system?: string;
  readonly skills?: readonly string[];
  readonly workspaceFiles?: readonly { readonly path: string; readonly text: string }[];
  /** Tool schemas as the model's API takes them; counted, and handed back in the `tools` of the output. */
  readonly tools?: readonly unknown[];
  readonly userMessage?: string;
}

export interface WindowRequest extends SessionAddress {
  readonly blocks?: CallerBlocks;
  /** A smaller window than the session's policy has; an error where it does not fit. */
  readonly windowTokens?: number;
  readonly format?: 'blocks' | 'openai' | 'anthropic';
  /** Fold as it stood at the end of this turn. */
  readonly atTurn?: number;
  /** Wait until this position is folded; the log end of the session where absent. */
  readonly after?: string;
  /** Leave out the recall tool and its line. */
  readonly withoutRecallTool?: boolean;
}

/** What a format had to write another way, by how it is written: the name or id as it stands in the log. */
export interface RenamedParts {
  readonly tools: Readonly<Record<string, string>>;
  readonly calls: Readonly<Record<string, string>>;
}

export type BlockKind =
  | 'system'
  | 'skill'
  | 'workspace_file'
  | 'persona'
  | 'rule'
  | 'knowledge'
  | 'recall_line'
  | 'task_state'
  | 'marker'
  | 'event'
  | 'pack'
  | 'user_message';

/** One piece of an assembled window, in order. */
export interface WindowBlock {
  readonly kind: BlockKind;
  readonly text: string;
  readonly tokens: number;
  readonly eventId?: string;
  readonly markerId?: string;
  readonly eventKind?: string;
  readonly turn?: number;
  readonly callId?: string;
  readonly toolName?: string;
  readonly arguments?: string;
  readonly isError?: boolean;
  readonly messageId?: string;
  /** With thinking that its vendor wants back. */
  readonly thinking?: ThinkingSeal;
  readonly agent?: string;
  /** Images shown whole, as references to fetch. */
  readonly artifacts?: readonly { readonly id: string; readonly mime: string; readonly sizeBytes: number }[];
  /** `pending` and `no result` are synthetic: no event stands behind them. */
  readonly synthetic?: boolean;
  /** A result shown as a note that names its call, because it came too late to stand with it (I-05). */
  readonly note?: boolean;
}

export interface WindowTokens {
  readonly total: number;
  /** Caller's system, skills, files, the recall line and tool schemas. */
  readonly sys: number;
  readonly task: number;
  readonly markers: number;
  /** Front blocks, entries and markers. */
  readonly history: number;
  readonly tail: number;
  /** Evidence pushed. */
  readonly pack: number;
  readonly user: number;
}

export interface AssembledWindow {
  /** ULID of this assembly: the anatomy record's turn id. */
  readonly windowId: string;
  readonly position: string;
  readonly turn: number;
  readonly cycle: number;
  readonly blocks: readonly WindowBlock[];
  /** Present by format. */
  readonly openai?: { readonly messages: readonly unknown[]; readonly tools: readonly unknown[] };
  readonly anthropic?: { readonly system?: string; readonly messages: readonly unknown[]; readonly tools: readonly unknown[] };
  /** Present with the format of a vendor. */
  readonly renamed?: RenamedParts;
  readonly tokens: WindowTokens;
  readonly budgets: WindowBudgets;
  readonly taskStateStale: boolean;
  readonly anatomy: Anatomy;
}
