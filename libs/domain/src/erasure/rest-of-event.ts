import type { EventBody } from '../event/event-body.ts';
import type { ErasedRest } from '../event/event-record.ts';
import type { TaskState } from '../task-state/task-state.ts';

/**
 * What an erasure leaves of an event: what its session is folded by, so that turns, pairs of calls and results and repeats stay what they were. Names of
 * tools, tasks and sources and the ids of calls are among it; text, arguments, files, labels and hashes of content are not.
 */
export function restOfEvent(body: EventBody): ErasedRest {
  const { call, isError, messageId, meta, origin, recall, pin, taskState } = body;
  const { taskId, pinned, supersedes, parent } = meta;
  return {
    isErased: true,
    text: '',
    ...(call && { call: { id: call.id, name: call.name } }),
    ...(isError && { isError }),
    ...(messageId !== undefined && { messageId }),
    meta: {
      ...(taskId !== undefined && { taskId }),
      ...(pinned !== undefined && { pinned }),
      ...(supersedes && { supersedes }),
      ...(parent && { parent }),
    },
    ...(origin && { origin: withoutFingerprint(origin) }),
    ...(recall && { recall: { ...recall, renderingHash: '' } }),
    ...(pin && { pin }),
    ...(taskState && { taskState: restOfTaskState(taskState) }),
  };
}

/** It is a hash of what was said, and could tell whoever guesses it that he guessed right. */
function withoutFingerprint({ fingerprint: _fingerprint, ...origin }: NonNullable<EventBody['origin']>): EventBody['origin'] {
  return origin;
}

/** Versions go on from it. */
function restOfTaskState({ version, premiseVersion, taskId, phase, keyEvents }: TaskState): TaskState {
  return {
    version,
    premiseVersion,
    ...(taskId !== undefined && { taskId }),
    ...(phase && { phase }),
    ...(keyEvents && { keyEvents }),
  };
}
