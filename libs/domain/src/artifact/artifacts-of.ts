import type { EventBody } from '../event/event-body.ts';

/**
 * Returns the ids of the artifacts that hold content of an event, without repeats: its text, its attachments and the
 * words given with them.
 */
export function artifactsOf({ artifacts = [] }: Pick<EventBody, 'artifacts'>): string[] {
  return [...new Set(artifacts.flatMap(({ id, text }) => (text?.givenId === undefined ? [id] : [id, text.givenId])))];
}
