import type { EventWire, NewEventWire } from '@total-recall/client';

/**
 * The lines of an export, JSON each: a header, the events of all sessions in the order they were recorded, an end. An event is what its caller sent, so that whoever appends it again
 * gets the same: whole texts and attachments, times, its own source and sequence. Events are named by session and place (`summer/e12`), which are the same wherever
 * they are imported; ids, tokens, turns, previews, markers and compactions are made anew there. Source: ADR 0076.
 */
export const EXPORT_HEADER = { format: 'total-recall-export', version: 1 } as const;

export type ExportHeader = typeof EXPORT_HEADER;

interface Place {
  readonly session: string;
  /** 1, 2, 3 ... over the events of its session that callers wrote. */
  readonly event: number;
}

export interface EventLine extends Place, Omit<NewEventWire, 'kind'> {
  readonly kind: NewEventWire['kind'];
  /** It stood in one append with the line before. */
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

/** An event whose body is gone: its place is kept. */
export interface MissingLine extends Place {
  readonly kind: string;
  readonly missing: NonNullable<EventWire['missing']>;
}

export type SessionLine = EventLine | TaskStateLine | MissingLine;

/** Without it an export is not whole. */
export interface ExportEnd {
  readonly end: true;
  readonly sessions: number;
  readonly events: number;
}

/** Stands for the source of events that had none; an export leaves it out again. */
export const IMPORT_SOURCE = 'total-recall.export';

/** Of one append; a single event may be larger. */
export const APPEND_LIMITS = { events: 400, bytes: 8 * 1024 * 1024 } as const;

export function eventName({ session, event }: Place): string {
  return `${session}/e${event}`;
}
