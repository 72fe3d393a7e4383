import type { EventWire, NewEventWire } from '@total-recall/client';

/**
 * Lines of an export, each JSON: a header, the events of all sessions in order of recording, decisions of persons and
 * agents about facts, an end. An event holds
 * what its caller sent, so that appending it again gives the same: whole texts and attachments, times, its own source
 * and sequence. Events are named by session and place (`summer/e12`), which stay the same wherever they are imported;
 * ids, tokens, turns, previews, markers and compactions are computed again there. Source: ADR 0076.
 */
export const EXPORT_HEADER = { format: 'total-recall-export', version: 1 } as const;

export type ExportHeader = typeof EXPORT_HEADER;

interface Place {
  readonly session: string;
  /** Number of the event, from 1, among the events of its session that callers wrote. */
  readonly event: number;
}

export interface EventLine extends Place, Omit<NewEventWire, 'kind'> {
  readonly kind: NewEventWire['kind'];
  /** True when the event was in the same append as the line before. */
  readonly withPrevious?: true;
  readonly source?: string;
}

export type TaskStateFields = Omit<NonNullable<NonNullable<EventWire['body']>['taskState']>, 'version' | 'premiseVersion'>;

export interface TaskStateLine extends Place {
  readonly kind: 'task_state';
  readonly occurredAt: string;
  readonly version: number;
  readonly agent?: string;
  readonly fields: TaskStateFields;
}

/** An event whose body is gone. The line keeps its place. */
export interface MissingLine extends Place {
  readonly kind: string;
  readonly missing: NonNullable<EventWire['missing']>;
}

export type SessionLine = EventLine | TaskStateLine | MissingLine;

/**
 * A decision of a person, or of an agent, about a fact, as it stood at the export; these lines follow those of the events.
 * `forget`: it was withdrawn, with `keepEvidence` without its events. `correct`: another that was written by hand replaced
 * it. `remember`: it was written by hand, and stands.
 */
export interface DecisionLine {
  readonly decision: 'forget' | 'correct' | 'remember';
  /** The fact by the event that states it, and the place of its sentence there (`summer/e12.40`). */
  readonly fact: string;
  readonly keepEvidence?: true;
  /** Present where an agent decided and no person did, with when that was: what was said of the fact since holds all the same. */
  readonly decidedBy?: 'agent';
  readonly at?: string;
}

/** Last line of an export; without it an export is incomplete. */
export interface ExportEnd {
  readonly end: true;
  readonly sessions: number;
  readonly events: number;
  /** Number of lines of decisions; absent where there are none. */
  readonly decisions?: number;
}

/** Source given to events that had none. An export leaves it out again. */
export const IMPORT_SOURCE = 'total-recall.export';

/** Limits of one append; a single event may be larger. */
export const APPEND_LIMITS = { events: 400, bytes: 8 * 1024 * 1024 } as const;

export function eventName({ session, event }: Place): string {
  return `${session}/e${event}`;
}
