import type { EventBody } from '../event/event-body.ts';
import type { ErasedRest } from '../event/event-record.ts';
import type { TaskState } from '../task-state/task-state.ts';

/**
 * Reduces an event to what its session's fold needs, so that turns, pairs of calls and results, and recognition of
 * repeats do not change. It keeps names of tools, tasks and sources and ids of calls, but no text, arguments, files,
 * labels or hashes of content.
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

/** Drops the fingerprints: they are hashes of the content and would confirm a correct guess. */
function withoutFingerprint({
  fingerprint: _fingerprint,
  callFingerprint: _call,
  ...origin
}: NonNullable<EventBody['origin']>): EventBody['origin'] {
  return origin;
}

/** Keeps the version numbers, which later versions continue. */
function restOfTaskState({ version, premiseVersion, taskId, phase, keyEvents }: TaskState): TaskState {
  return {
    version,
    premiseVersion,
    ...(taskId !== undefined && { taskId }),
    ...(phase && { phase }),
    ...(keyEvents && { keyEvents }),
  };
}
