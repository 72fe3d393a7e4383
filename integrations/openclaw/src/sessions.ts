import type { SpaceClient } from '@total-recall/client';
import type { HostContext, HostMessage } from './host-api.ts';
import { createRecorder, type Recorder } from './recorder.ts';

/** State of a session between its hooks. */
export interface KnownSession {
  readonly id: string;
  readonly recorder: Recorder;
  /** Facts as they were when the session was met, or last compacted: a system prompt that stays the same is cached. */
  facts?: { readonly text: string | undefined };
  /** When the session was last compacted, in milliseconds since 1970. */
  compactedAt?: number;
  /** The last prompt, which a compaction may have taken out of the messages. */
  lastPrompt?: string;
  /** True until the first prompt behind a compaction. */
  hasLost?: boolean;
}

export interface Sessions {
  /** Returns the session of a hook; undefined where the hook names none. */
  of(context: HostContext): KnownSession | undefined;
  /** Keeps a message of a conversation whose session is not known yet. */
  hold(key: string, message: HostMessage): void;
  /** Says who started the session of a key. */
  startedBy(childKey: string, parentKey: string): void;
  /** Says that a session goes on under another id. */
  continues(id: string, earlier: string): void;
}

/** Sessions that are known at the same time; the one that was met first is forgotten for a further one. */
const KNOWN_SESSIONS = 1_000;
const HELD_MESSAGES = 100;
/**
 * Keys of what is not kept: runs of OpenClaw's own over a copy of a session, such as to write its notes before a
 * compaction, and sessions that somebody holds incognito.
 */
const UNKEPT = /^agent:[^:]+:(?:internal-session-effects:|(?:dashboard|subagent):incognito-)/i;
/** Keys of subagents name the agent that they are of. */
const SUBAGENT = /^agent:([^:]+):subagent:/;

export function createSessions(space: () => SpaceClient): Sessions {
  const known = new Map<string, KnownSession>();
  const ids = new Map<string, string>();
  const parents = new Map<string, string>();
  const earlier = new Map<string, string>();
  const held = new Map<string, HostMessage[]>();
  const unkept = new Map<string, true>();

  function open(id: string, key: string | undefined): KnownSession {
    const parent = (): string | undefined => earlier.get(id) ?? ids.get(parents.get(key ?? '') ?? '');
    const parentAgent = SUBAGENT.exec(key ?? '')?.[1];
    const recorder = createRecorder(() => space().session(id), { parent, parentAgent });
    const session: KnownSession = { id, recorder };
    put(known, id, session);
    return session;
  }

  return {
    of({ sessionId, sessionKey }) {
      if (UNKEPT.test(sessionKey ?? '')) {
        if (sessionId !== undefined) put(unkept, sessionId, true);
        return undefined;
      }
      const id = sessionId ?? ids.get(sessionKey ?? '');
      if (id === undefined || unkept.has(id)) return undefined;
      if (sessionKey !== undefined) put(ids, sessionKey, id);
      const session = known.get(id) ?? open(id, sessionKey);
      const early = sessionKey === undefined ? undefined : held.get(sessionKey);
      if (early !== undefined) {
        held.delete(sessionKey!);
        void session.recorder.follow(early).catch(() => undefined);
      }
      return session;
    },
    hold(key, message) {
      if (UNKEPT.test(key)) return;
      const messages = held.get(key) ?? [];
      if (messages.length < HELD_MESSAGES) put(held, key, [...messages, message]);
    },
    startedBy: (childKey, parentKey) => put(parents, childKey, parentKey),
    continues: (id, before) => put(earlier, id, before),
  };
}

function put<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > KNOWN_SESSIONS) map.delete(map.keys().next().value!);
}
