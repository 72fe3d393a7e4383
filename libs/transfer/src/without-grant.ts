import type { EventWire } from '@total-recall/client';

type Parent = NonNullable<NonNullable<EventWire['body']>['meta']['parent']>;

/**
 * Returns the parent of a session without what the service granted to it. An import appends as any caller does, who
 * grants nothing.
 */
export function withoutGrant({ delegation: _grant, ...parent }: Parent): Omit<Parent, 'delegation'> {
  return parent;
}
