import type { EventBody } from '@total-recall/domain';

/** Returns true for a recall result that quotes erased events. */
export function holdsAny({ recall }: EventBody, going: ReadonlySet<string>): boolean {
  return recall?.evidence.some(({ eventId }) => going.has(eventId)) ?? false;
}

/** Returns true for what the service wrote of an erased report into the session above; its last pointer is to the original. */
export function isCopyOf(session: string, { report, meta }: EventBody, going: ReadonlySet<string>): boolean {
  return report !== undefined && report.session !== session && going.has(meta.provenance?.at(-1) ?? '');
}
