import type { EventKind } from '../event/event-kind.ts';
import type { Marks } from '../log/marks.ts';
import type { SessionPolicy } from '../policy/session-policy.ts';
import type { SessionState } from '../session/session-state.ts';
import type { ClearToolUses } from './clear-tool-uses.ts';
import type { CompactionTrigger } from './compaction-record.ts';
import type { CallerTokens } from './used-tokens.ts';

/** What one compaction is decided on. */
export interface CompactionInput {
  readonly state: SessionState;
  readonly policy: SessionPolicy;
  readonly marks: Marks;
  readonly trigger: CompactionTrigger;
  /** Overrides the policy's target: tokens in use to come down to. */
  readonly targetTokens?: number;
  /** What the call brings, where a call is planned for; our own tools where absent. */
  readonly caller?: CallerTokens;
  /** Kinds that may be shrunk or evicted; an atom goes only where all of its entries are of these. All where absent. */
  readonly only?: ReadonlySet<EventKind>;
  /** Events that may be neither, by id. */
  readonly except?: ReadonlySet<string>;
}

/** What somebody asks of a compaction. Source: C12. */
export interface CompactionDemand {
  readonly trigger: CompactionTrigger;
  readonly targetTokens?: number;
  /** Tokens in use below which nothing is done. */
  readonly fromTokens?: number;
  /** Narrows a clear of tool uses; its target is then all that it may take. */
  readonly clearToolUses?: ClearToolUses;
}
