import type { SessionAddress } from '../event/address.ts';
import type { ThinkingSeal } from '../event/event-body.ts';
import type { EventKind } from '../event/event-kind.ts';
import type { Anatomy } from '../anatomy/anatomy.ts';
import type { WindowBudgets } from '../policy/session-policy.ts';

/** Blocks that only the caller has. They must fit the system reserve; the user message has its own budget. */
export interface CallerBlocks {
  readonly system?: string;
  readonly skills?: readonly string[];
  readonly workspaceFiles?: readonly { readonly path: string; readonly text: string }[];
  /** Tool schemas as the model's API takes them. Counted, and returned in the output's `tools`. */
  readonly tools?: readonly unknown[];
  readonly userMessage?: string;
}

export interface WindowRequest extends SessionAddress {
  readonly blocks?: CallerBlocks;
  /** A smaller window than the policy's; an error where it does not fit. */
  readonly windowTokens?: number;
  readonly format?: 'blocks' | 'openai' | 'anthropic';
  /** Uses the fold as of the end of this turn. */
  readonly atTurn?: number;
  /** Waits until this position is folded; the session's log end where absent. */
  readonly after?: string;
  /** Leaves out our tools and their line. Notes and markers then name only those of them that `blocks.tools` declares. */
  readonly withoutRecallTool?: boolean;
  /** The only data subjects whose private facts may be shown; those of any where absent. */
  readonly subjects?: readonly string[];
}

/** Names and ids that a format had to change, by the changed form: the original as in the log. */
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
  | 'facts'
  | 'recall_line'
  | 'task_state'
  | 'marker'
  | 'gap'
  | 'event'
  | 'pack'
  | 'user_message';

/** A picture of a window, as a reference to fetch. */
export interface ShownPicture {
  readonly id: string;
  readonly mime: string;
  readonly sizeBytes: number;
  /** Absent where the picture's header does not say, or where it was stored before this was kept. */
  readonly widthPixels?: number;
  readonly heightPixels?: number;
}

/** One piece of an assembled window, in order. */
export interface WindowBlock {
  readonly kind: BlockKind;
  readonly text: string;
  readonly tokens: number;
  readonly eventId?: string;
  readonly markerId?: string;
  readonly eventKind?: EventKind;
  readonly turn?: number;
  readonly callId?: string;
  readonly toolName?: string;
  readonly arguments?: string;
  readonly isError?: boolean;
  readonly messageId?: string;
  /** Seal of thinking that its vendor requires. */
  readonly thinking?: ThinkingSeal;
  readonly agent?: string;
  /** Images shown whole. */
  readonly artifacts?: readonly ShownPicture[];
  /** True where a later event supersedes this one, which then stands in the conversation and no longer holds. */
  readonly superseded?: boolean;
  /** True for `pending` and `no result`, which no event stands behind. */
  readonly synthetic?: boolean;
  /** True for a result shown as a note that names its call, because it came too late to stand with it (I-05). */
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
  /** Known facts. */
  readonly knowledge: number;
  /** Pushed evidence. */
  readonly pack: number;
  readonly user: number;
}

export interface AssembledWindow {
  /** ULID of this window, the same as the turn id of its anatomy record. */
  readonly windowId: string;
  readonly position: string;
  readonly turn: number;
  readonly cycle: number;
  readonly blocks: readonly WindowBlock[];
  /** Messages in the requested format. */
  readonly openai?: { readonly messages: readonly unknown[]; readonly tools: readonly unknown[] };
  readonly anthropic?: { readonly system?: string; readonly messages: readonly unknown[]; readonly tools: readonly unknown[] };
  /** Present with a vendor's format. */
  readonly renamed?: RenamedParts;
  readonly tokens: WindowTokens;
  readonly budgets: WindowBudgets;
  readonly taskStateStale: boolean;
  readonly anatomy: Anatomy;
}
