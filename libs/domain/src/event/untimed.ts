import type { EventMetadata } from './event-body.ts';

/**
 * Tag of an event of which nobody knows when it was said, as of a message in an imported file that has no times: its time
 * is that of its import, by which it was said.
 */
export const UNTIMED_TAG = 'untimed';

/** Returns true for an event whose time is only that of its import. */
export function isUntimed({ tags }: Pick<EventMetadata, 'tags'>): boolean {
  return tags?.includes(UNTIMED_TAG) === true;
}
