import type { EventMetadata } from '../event/event-body.ts';
import { isUntimed } from '../event/untimed.ts';
import { renderEventRef } from '../event/event-ref.ts';
import { toldDay } from '../fact/told-day.ts';
import type { FactLabel } from '../unit/unit.ts';
import type { EntryContent } from '../window/render-entry.ts';
import type { ChosenFact } from './knowledge-choice.ts';
import type { FactLine } from './render-knowledge.ts';

/** Longest session name that stands in a reference; an event id is shorter than `SESSION/e12` of a longer one. */
const SESSION_CHARS = 24;

/** When a fact holds, and when its sentence was said, in epoch milliseconds. */
export interface FactTimes {
  readonly since: number;
  readonly at: number;
  /** Its end by its own words, excluded. */
  readonly until?: number;
}

/**
 * Returns the line of a fact, from the event that states it. Undefined where the sentence is not there any more, and where the
 * event is labelled as sensitive: nobody asked for it.
 */
export function factLine(
  fact: ChosenFact,
  { since, at, until }: FactTimes,
  { body, fullText }: Pick<EntryContent, 'body' | 'fullText'>,
): FactLine | undefined {
  const text = fullText.slice(fact.from, fact.to).trim();
  if (text === '' || (body.meta.sensitivity?.length ?? 0) > 0) return undefined;
  const isNotTimed = isUntimed(body.meta);
  const day = isNotTimed ? undefined : toldDay(text, at);
  return {
    label: fact.label,
    subject: shownSubject(fact.label, body.meta),
    text,
    since,
    ...(isNotTimed && since >= at && { isUntimed: true }),
    ...(until !== undefined && { until }),
    ...(day && { day }),
    ref: refOf(fact),
  };
}

function refOf({ session, ordinal, eventId }: ChosenFact): string {
  return renderEventRef(session.length > SESSION_CHARS ? { kind: 'id', eventId } : { kind: 'ordinal', session, ordinal });
}

/** Returns whom a line names: who a person wrote that it is about, or who spoke of himself under a name. */
function shownSubject(label: FactLabel, { agent, subject, tags, extra }: EventMetadata): string {
  const written =
    tags?.includes('remembered') === true ? (extra?.['fact'] as { readonly subject?: unknown } | undefined)?.subject : undefined;
  if (typeof written === 'string') return written;
  return label === 'user' ? (agent ?? subject ?? 'user') : 'project';
}
