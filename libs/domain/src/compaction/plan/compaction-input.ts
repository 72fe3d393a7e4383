import type { EventKind } from '../../event/event-kind.ts';
import type { Marks } from '../../log/marks.ts';
import type { SessionPolicy } from '../../policy/session-policy.ts';
import type { SessionState } from '../../session/session-state.ts';
import type { ClearToolUses } from './clear-tool-uses.ts';
import type { CompactionTrigger } from '../compaction-record.ts';
import type { CallerTokens } from '../tokens/used-tokens.ts';

/** Input of the decision on one compaction. */
export interface CompactionInput {
  readonly state: SessionState;
  readonly policy: SessionPolicy;
  readonly marks: Marks;
  readonly trigger: CompactionTrigger;
  /** Number of tokens in use to reach; overrides the policy's target. */
  readonly targetTokens?: number;
  /** Tokens of the call being planned for; only the service's own tools where absent. */
  readonly caller?: CallerTokens;
  /**
   * Kinds that may be shrunk or evicted; all where absent. An atom is evicted only if all its entries are of these
   * kinds.
   */
  readonly only?: ReadonlySet<EventKind>;
  /** Tokens down to which entries are cut while anything else can give way; those of the policy where absent. */
  readonly leastTokens?: number;
  /** Ids of events that may be neither shrunk nor evicted. */
  readonly except?: ReadonlySet<string>;
  /** True for the window of one call: no later compaction needs the places of markers that are free. */
  readonly isForCall?: boolean;
}

/** A request for a compaction. Source: C12. */
export interface CompactionRequest {
  readonly trigger: CompactionTrigger;
  readonly targetTokens?: number;
  /** With fewer tokens in use nothing is done. */
  readonly fromTokens?: number;
  /** Limits the compaction to a clear of tool uses, which then takes everything it may. */
  readonly clearToolUses?: ClearToolUses;
}
