import type { Metrics } from '@total-recall/observability';
import type { Clock } from '@total-recall/ports';
import { createLruMap, TotalRecallError } from '@total-recall/runtime';
import { hashOf, type Message } from '../conversation/read-conversation.ts';
import { PROXY_LIMITS } from '../limits.ts';
import type { Memory } from '../memory/memory.ts';
import { createRecorder, sessionName } from '../memory/record-conversations.ts';
import { resting } from '../memory/resting.ts';
import type { AgentCall } from '../window/plan-call.ts';
import type { AgentCallDeps, CallPlace } from './agent-call.ts';

/** The log of the conversation that a call goes on with. */
export interface ConversationLog {
  readonly owner: string;
  /** Names the conversation among those of all callers. */
  readonly talk: string;
  readonly session: string;
  readonly memory: Memory;
  readonly space: string;
  /** Messages of the call, without those that are set up for it. */
  readonly spoken: readonly Message[];
  /** True where the last of it that was handed to the log was refused, as its session was erased. */
  readonly isErased: boolean;
  /** Resolves with the session that holds the end; undefined where it could not be appended. */
  record(messages: readonly Message[]): Promise<string | undefined>;
  /** Returns the place in the log where the conversation ends with a message. */
  placeOf(message: Message): ReturnType<ReturnType<typeof createRecorder>['placeOf']>;
  /** Returns the id of the event that a message ends with, once it is recorded. */
  eventOf(message: Message): string | undefined;
}

export interface ConversationLogs {
  open(call: AgentCall, place: CallPlace): ConversationLog;
  /** Resolves when nothing is being recorded any more. */
  settle(): Promise<void>;
}

export interface ConversationLogDeps extends Pick<AgentCallDeps, 'open'> {
  readonly clock: Clock;
  readonly metrics: Metrics;
  /** Told of what could not be appended. */
  readonly failed: (error: unknown) => void;
  /** Told of a conversation whose session was erased; `isFirst` is true once, until it is recorded again. */
  readonly erased: (isFirst: boolean) => void;
}

/** Names whose conversation it is. */
export function ownerOf({ apiKey, space }: CallPlace): string {
  return `${hashOf(apiKey)}:${space}`;
}

/** Names a conversation among those of all callers: whose it is, and its session. */
function talkOf(call: AgentCall, place: CallPlace): string {
  return `${ownerOf(place)}:${sessionOf(call, place)}`;
}

function sessionOf({ dialect, body, messages, given }: AgentCall, { session }: CallPlace): string {
  const first = messages[dialect.headLength(messages.map(({ value }) => value))];
  return session ?? given?.session ?? sessionName(dialect.hintOf(body), first);
}

/** Opens the logs of conversations. Appends run beside the call: a memory that is gone costs no call. */
export function createConversationLogs({ open, clock, metrics, failed, erased }: ConversationLogDeps): ConversationLogs {
  const recorder = createRecorder();
  const memories = createLruMap<Memory>(PROXY_LIMITS.memories);
  const recording = new Set<Promise<unknown>>();
  const gone = createLruMap<true>(PROXY_LIMITS.conversations);

  function memoryOf(apiKey: string): Memory {
    const key = hashOf(apiKey);
    const opened = memories.get(key) ?? resting(open(apiKey), clock);
    memories.set(key, opened);
    return opened;
  }

  async function append(
    to: Omit<ConversationLog, 'spoken' | 'isErased' | 'record' | 'placeOf' | 'eventOf'>,
    messages: readonly Message[],
  ): Promise<string | undefined> {
    try {
      const end = await recorder.record({ ...to, messages });
      metrics.proxyRecords.inc({ result: 'recorded' });
      gone.delete(to.talk);
      return end;
    } catch (error) {
      const isErased = error instanceof TotalRecallError && error.code === 'erased';
      metrics.proxyRecords.inc({ result: isErased ? 'erased' : 'failed' });
      if (isErased) erased(gone.get(to.talk) === undefined);
      else failed(error);
      if (isErased) gone.set(to.talk, true);
      return undefined;
    }
  }

  return {
    open(call, place) {
      const { owner, dialect, messages, given } = call;
      const spoken = messages.slice(dialect.headLength(messages.map(({ value }) => value)));
      const session = sessionOf(call, place);
      const log = { owner, talk: talkOf(call, place), session, memory: memoryOf(place.apiKey), space: place.space };
      if (given?.opened?.place) {
        const { chain } = messages[given.opened.length - 1]!;
        recorder.resume({ owner: log.owner, session, chain }, given.opened.place);
      }
      return {
        ...log,
        spoken,
        isErased: gone.get(log.talk) === true,
        record(said) {
          const done = append(log, said);
          recording.add(done);
          void done.finally(() => recording.delete(done));
          return done;
        },
        placeOf: ({ chain }) => recorder.placeOf({ owner: log.owner, session, chain }),
        eventOf: ({ chain }) => recorder.eventOf({ owner: log.owner, session, chain }),
      };
    },
    async settle() {
      await Promise.all(recording);
    },
  };
}
