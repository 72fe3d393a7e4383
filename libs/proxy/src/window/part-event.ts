import type { EntryContent } from '@total-recall/domain';
import type { MessagePart } from '../dialects/dialect.ts';

/** A part of the request as an event: its place, and what it holds. */
export interface PartEvent {
  readonly id: string;
  readonly kind: MessagePart['kind'];
  /** Index of its message in the request, and its own index there. */
  readonly message: number;
  readonly part: number;
  readonly content: EntryContent;
}
