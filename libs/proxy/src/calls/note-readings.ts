import { createLruMap, inTime, TotalRecallError } from '@total-recall/runtime';
import type { Exchanges } from '../answers/exchanges.ts';
import { PROXY_LIMITS } from '../limits.ts';
import { notesOf, readNotes } from '../memory/exchange-notes.ts';
import type { AgentCall } from '../window/plan-call.ts';
import type { AgentCallDeps } from './agent-call.ts';
import type { ConversationLog } from './conversation-logs.ts';
import type { ProxyPart } from './tell-outcomes.ts';

/** The notes of conversations, as far as they are known here. */
export interface NoteReadings {
  /** Resolves once those of a conversation are known, or that has had its time. Never rejects. */
  ready(call: AgentCall, log: ConversationLog): Promise<void>;
  of(talk: string): KnownNotes;
  /** Returns true where they are to be read before anything of them is put back. */
  isDue(talk: string): boolean;
  /** Forgets all that is known, so that it is read again. */
  forget(): void;
}

/** Holds what is known of a conversation's notes. */
export interface KnownNotes {
  /** Chains by the ids of their notes. */
  readonly chains: Map<string, string>;
  readAt?: number;
  reading?: Promise<void>;
  /** True where the reading that runs was waited for in vain. */
  isLate?: boolean;
}

const MAY_NOT_READ = 'A key may not read its space, so behind a restart nothing of what was recalled within answers is put back for it.';

export type ReadingDeps = Pick<AgentCallDeps, 'clock' | 'scheduler' | 'onErased'>;
export type Fell = (part: ProxyPart, error?: unknown) => void;

/** Names the exchanges of a conversation in one form. */
export function talkOf({ dialect }: AgentCall, { talk }: ConversationLog): string {
  return `${talk}:${dialect.name}`;
}

/** Creates the readings, which tell `exchanges` what was read. Where nobody tells of erasures, they are repeated. */
export function createNoteReadings({ clock, scheduler, onErased }: ReadingDeps, exchanges: Exchanges, fell: Fell): NoteReadings {
  const talks = createLruMap<KnownNotes>(PROXY_LIMITS.conversations);
  /** Owners whose keys may not read notes. */
  const unread = createLruMap<true>(PROXY_LIMITS.memories);
  const takesTooLong = createPatience(scheduler);
  let forgotten = 0;

  function of(talk: string): KnownNotes {
    const known = talks.get(talk) ?? { chains: new Map<string, string>() };
    talks.set(talk, known);
    return known;
  }

  function isDue(talk: string): boolean {
    const { readAt, chains } = of(talk);
    if (readAt === undefined) return true;
    return onErased === undefined && chains.size > 0 && clock.monotonicMs() - readAt >= PROXY_LIMITS.uncheckedMs;
  }

  /** Says once of a key that it may not read notes; asking again within the conversation would change nothing. */
  function refused(owner: string, known: KnownNotes, error: TotalRecallError): void {
    known.readAt = clock.monotonicMs();
    if (unread.get(owner)) return;
    unread.set(owner, true);
    fell('exchanges', new TotalRecallError('forbidden', MAY_NOT_READ, { cause: error }));
  }

  async function read(call: AgentCall, log: ConversationLog, known: KnownNotes): Promise<void> {
    const before = forgotten;
    const startedAt = clock.monotonicMs();
    const notes = await readNotes(log.memory, { space: log.space, session: notesOf(log.session) });
    // A reading from before an erasure may hold what went with it.
    if (before !== forgotten) return;
    const talk = talkOf(call, log);
    for (const { eventId, form, said } of notes) {
      if (said && form === call.dialect.name && !known.chains.has(eventId)) {
        exchanges.restore({ holder: call.holder, talk }, said, call.dialect);
        known.chains.set(eventId, said.chain);
      }
      const chain = known.chains.get(eventId);
      if (!said && chain !== undefined) exchanges.drop(talk, chain);
    }
    known.readAt = startedAt;
  }

  return {
    of,
    isDue,
    async ready(call, log) {
      const talk = talkOf(call, log);
      if (!isDue(talk)) return;
      const known = of(talk);
      const hasAnswers = log.spoken.some(({ value }) => value.role !== 'user');
      known.reading ??= read(call, log, known)
        .catch((error: unknown) => {
          if (error instanceof TotalRecallError && error.code === 'forbidden') refused(call.owner, known, error);
          else if (hasAnswers) fell('exchanges', error);
        })
        .finally(() => {
          delete known.reading;
          known.isLate = false;
        });
      if (!hasAnswers || known.isLate || !(await takesTooLong(known.reading))) return;
      known.isLate = true;
      fell('exchanges');
    },
    forget() {
      forgotten += 1;
      talks.clear();
    },
  };
}

/**
 * Creates a function that resolves to true where a reading does not end in its time, which is shorter behind one that did
 * not.
 */
function createPatience(scheduler: AgentCallDeps['scheduler']): (reading: Promise<void>) => Promise<boolean> {
  let isSlow = false;
  return async (reading) => {
    const ms = isSlow ? PROXY_LIMITS.slowMs : PROXY_LIMITS.exchangesMs;
    isSlow = (await inTime(reading, { scheduler, ms })).kind === 'late';
    return isSlow;
  };
}
