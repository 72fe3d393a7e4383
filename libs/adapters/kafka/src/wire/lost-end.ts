import { TotalRecallError } from '@total-recall/runtime';
import type { TopicPlace } from './kafka-connection.ts';

/**
 * The error for a partition that lacks records which this process has written, read or heard of. Others may have written
 * different records at the same offsets since, so a process that has seen it believes nothing of the partition any more
 * until it is started anew.
 */
export class LostEnd extends TotalRecallError {}

/** Makes the error for a partition where a batch was written at `first`, below records that were known to be in it. */
export function wentOnBelow(place: TopicPlace, first: number, end: number): LostEnd {
  return lostEnd(place, `went on at offset ${first}, and had records up to ${end - 1}`);
}

/** Makes the error for a partition that was read to before `next`, and whose broker has no such offset. */
export function endsBefore(place: TopicPlace, next: number, end: number): LostEnd {
  return lostEnd(place, `ends at offset ${end - 1}, and had records up to ${next - 1}`);
}

function lostEnd({ topic, partition }: TopicPlace, what: string): LostEnd {
  return new LostEnd(
    'unavailable',
    `Partition ${partition} of ${topic} ${what}: it has lost its end, or the topic was made anew. ` +
      'This process writes no more into it. Put the newest copy of the topics back and restart the services.',
  );
}
