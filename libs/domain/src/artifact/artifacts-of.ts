import type { EventBody } from '../event/event-body.ts';

/** Ids of the artifacts that hold what an event says, each once: its text, its attachments and the words given with them. */
export function artifactsOf({ artifacts = [] }: Pick<EventBody, 'artifacts'>): string[] {
  return [...new Set(artifacts.flatMap(({ id, text }) => (text?.givenId === undefined ? [id] : [id, text.givenId])))];
}
