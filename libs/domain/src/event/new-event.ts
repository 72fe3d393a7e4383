import type { DelegationPacket, DelegationReport } from '../delegation/delegation.ts';
import type { TaskStateUpdate } from '../task-state/task-state.ts';
import type { EventMetadata, RecallReceipt, ThinkingSeal, ToolCall } from './event-body.ts';
import type { EventKind } from './event-kind.ts';

/** An image, document or other file sent with an event. */
export interface Attachment {
  readonly mime: string;
  readonly data: Uint8Array;
  readonly title?: string;
  /** Caption or extracted text; kept whole, searched and shown. */
  readonly text?: string;
}

/** A validated event from a writer. The service assigns ids, times of recording, turns and tokens. */
export interface NewEvent {
  readonly kind: EventKind;
  readonly text?: string;
  readonly attachments?: readonly Attachment[];
  readonly call?: ToolCall;
  readonly isError?: boolean;
  readonly messageId?: string;
  readonly thinking?: ThinkingSeal;
  /** Epoch milliseconds; the time of recording where absent. */
  readonly occurredAt?: number;
  /** 1, 2, 3 ... within the request's source. */
  readonly sequence?: number;
  readonly meta?: EventMetadata;
  readonly recall?: RecallReceipt;
  readonly taskState?: TaskStateUpdate;
  /** On a delegation and on a report that the service wrote; a caller's append holds neither. */
  readonly delegation?: DelegationPacket;
  readonly report?: DelegationReport;
  readonly pin?: { readonly eventIds: readonly string[]; readonly pinned: boolean };
}
