import type { AppendRequest, AppendResult } from '@total-recall/ports';
import { appendAsBefore, appendBranches, createLruMap, type Branch } from '@total-recall/runtime';
import { charsOf, hashOf, type Message } from '../conversation/read-conversation.ts';
import { PROXY_LIMITS } from '../limits.ts';
import { eventsOf } from './events-of.ts';
import type { Memory } from './memory.ts';

export interface Conversation {
  readonly memory: Memory;
  /** Stands for whose memory it is: a hash of the key, and the space. */
  readonly owner: string;
  readonly space: string;
  /** The session that the caller named, or else one made from its beginning. */
  readonly session: string;
  readonly messages: readonly Message[];
}

/** Where the events of a conversation ended in the log. */
export interface Place {
  readonly session: string;
  readonly source: string;
  readonly sequence: number;
}

export interface Recorder {
  /**
   * Appends what the log does not have of a conversation; resolves with the session that holds its end. One that waits
   * is appended with the next that goes on from it. Rejects where the memory does not answer, or too much waits;
   * a later request of the conversation brings it all again.
   */
  record(conversation: Conversation): Promise<string>;
  /** Where a recorded conversation ends in the log, and the way to say so of one that stands for it from then on. */
  placeOf(end: ConversationEnd): Place | undefined;
  /** Returns the id of the event that a recorded conversation ends with; undefined where it is not known here. */
  eventOf(end: ConversationEnd): string | undefined;
  resume(end: ConversationEnd, place: Place): void;
}

export interface ConversationEnd {
  readonly owner: string;
  readonly session: string;
  /** Of its last message. */
  readonly chain: string;
}

export const SOURCE = 'proxy';

/** A place, and the id of the event there. */
interface Ended {
  readonly place: Place;
  readonly eventId?: string;
}

/** A conversation whose turn to be appended has not come. */
interface Waiting extends PromiseWithResolvers<string> {
  conversation: Conversation;
  /** Characters of its messages. */
  chars: number;
}

/** Names a session after how its conversation began, and what the caller says of it. */
export function sessionName(hint: string | undefined, first: Message | undefined): string {
  return `proxy-${hashOf(hint ?? '', first?.chain ?? '').slice(0, 16)}`;
}

/**
 * Creates the recorder. Where a conversation stands in the log is remembered by its chain, so of a known one only what
 * is new is sent. Any other is sent whole: source and sequence tell what is there, and what contradicts it is a fork.
 */
export function createRecorder(): Recorder {
  const places = createLruMap<Ended>(PROXY_LIMITS.conversations);
  /** Appends that wait behind the one that runs, for each conversation that has one. */
  const queues = new Map<string, Waiting[]>();
  /** Characters of all that wait, and of those that run. */
  let chars = 0;

  async function append({ memory, owner, space, session, messages }: Conversation): Promise<string> {
    const keyAt = (at: number): string => `${owner}:${session}:${messages[at]!.chain}`;
    let known = messages.length - 1;
    while (known >= 0 && places.get(keyAt(known)) === undefined) known -= 1;
    const place = known < 0 ? { session, source: SOURCE, sequence: 0 } : places.get(keyAt(known))!.place;
    const fresh = eventsOf(messages.slice(known + 1), messages.slice(0, known + 1));
    if (fresh.length === 0) {
      if (known >= 0) places.set(keyAt(messages.length - 1), places.get(keyAt(known))!);
      return place.session;
    }
    const branch: Branch = { ...place, events: fresh.map((event, at) => ({ ...event, sequence: place.sequence + at + 1 })) };
    let eventId: string | undefined;
    const append = async (request: AppendRequest): Promise<AppendResult> => {
      const result = await memory.append(request);
      eventId = result.events.at(-1)?.id;
      return result;
    };
    const end = (await appendBranches({ tenant: '', space, session: place.session }, branch, appendAsBefore(append))).at(-1)!;
    const ended = { session: end.session, source: end.source, sequence: end.lastSequence };
    places.set(keyAt(messages.length - 1), { place: ended, ...(eventId !== undefined && { eventId }) });
    return end.session;
  }

  async function appendAll(key: string, queue: Waiting[]): Promise<void> {
    for (let next = queue.shift(); next; next = queue.shift()) {
      await append(next.conversation).then(next.resolve, next.reject);
      chars -= next.chars;
    }
    queues.delete(key);
  }

  const keyOf = ({ owner, session, chain }: ConversationEnd): string => `${owner}:${session}:${chain}`;

  return {
    placeOf: (end) => places.get(keyOf(end))?.place,
    eventOf: (end) => places.get(keyOf(end))?.eventId,
    resume(end, place) {
      if (places.get(keyOf(end)) === undefined) places.set(keyOf(end), { place });
    },
    async record(conversation) {
      const key = `${conversation.owner}:${conversation.session}`;
      const queue = queues.get(key) ?? [];
      const known = queue.find((one) => goesOn(conversation, one.conversation) || goesOn(one.conversation, conversation));
      if (known && !goesOn(conversation, known.conversation)) return known.promise;
      const own = charsOf(conversation.messages);
      const more = own - (known?.chars ?? 0);
      if (chars > 0 && chars + more > PROXY_LIMITS.appendChars) throw new Error('Too much waits to be appended.');
      if (known) {
        Object.assign(known, { conversation, chars: own });
        chars += more;
        return known.promise;
      }
      if (queue.length >= PROXY_LIMITS.appendsWaiting) throw new Error('Too many branches of this conversation wait to be appended.');
      const mine: Waiting = { conversation, chars: own, ...Promise.withResolvers<string>() };
      queue.push(mine);
      chars += own;
      if (!queues.has(key)) {
        queues.set(key, queue);
        void appendAll(key, queue);
      }
      return mine.promise;
    },
  };
}

/** Returns true where a conversation holds all of another one. */
function goesOn({ messages }: Conversation, { messages: before }: Conversation): boolean {
  return before.length <= messages.length && messages[before.length - 1]?.chain === before.at(-1)?.chain;
}
