import { eventHeading, isUntimed, type Evidence, type StatedValidity } from '@total-recall/domain';
import { nameRepeats } from './join-repeats.ts';
import type { LoadedEvent } from './load-passages.ts';

/** Builds the heading of an event in an answer. */
export function describeEvidence({
  opened,
  artifactId,
  about,
  update,
  over,
  validity,
}: LoadedEvent): Omit<Evidence, 'text' | 'fromByte' | 'toByte' | 'complete'> {
  const { envelope, event, body } = opened;
  const { since, until }: StatedValidity = validity ?? {};
  return {
    eventId: envelope.id,
    session: envelope.session,
    ordinal: event.accepted.ordinal,
    turn: event.accepted.turn,
    kind: envelope.kind,
    occurredAt: envelope.occurredAt,
    ...(isUntimed(body.meta) ? { isUntimed: true } : {}),
    // A call's label holds its arguments, so a withheld call is described by its kind alone.
    about: opened.redacted ? envelope.kind.replaceAll('_', ' ') : about,
    ...(body.meta.agent === undefined ? {} : { agent: body.meta.agent }),
    ...(artifactId === undefined ? {} : { artifactId }),
    ...(opened.supersededBy === undefined ? {} : { supersededBy: opened.supersededBy }),
    ...(update === undefined ? {} : { updatedBy: update.by }),
    ...(over === undefined || opened.redacted ? {} : { over }),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
    ...(opened.redacted ? { redacted: true } : {}),
    ...(opened.companionOf === undefined ? {} : { companionOf: opened.companionOf }),
  };
}

/** Renders the heading of an event with the longest range that it may show. */
export function longestHeading(event: LoadedEvent): string {
  const { totalBytes } = event;
  const { repeats = [] } = event;
  return eventHeading(
    [
      {
        ...describeEvidence(event),
        fromByte: Math.max(0, totalBytes - 1),
        toByte: totalBytes,
        complete: event.passages.length === 1,
        text: '',
      },
    ],
    repeats.length === 0 ? {} : { repeats: nameRepeats(event, repeats) },
  );
}
