import type { AppendResult } from '@total-recall/ports';
import { createLruMap, TotalRecallError } from '@total-recall/runtime';
import { createExchanges, type Exchange, type SaidInBetween } from '../answers/exchanges.ts';
import type { Message } from '../conversation/read-conversation.ts';
import { PROXY_LIMITS } from '../limits.ts';
import { noteOf, notesOf, readNotes } from '../memory/exchange-notes.ts';
import type { AgentCall } from '../window/plan-call.ts';
import type { AgentCallDeps } from './agent-call.ts';
import type { ConversationLog } from './conversation-logs.ts';

/** An answer over recalls, and what it is kept with. */
export interface AnsweredExchange {
  readonly answered: readonly Message[];
  readonly exchange: Exchange | undefined;
  /** Ids of the events that were recalled for it. */
  readonly quotes: ReadonlySet<string>;
  /** Resolves once the answer is in the log, or could not be appended. */
  readonly recorded: Promise<unknown>;
  /** Returns false once something was erased since the call began. */
  readonly isCurrent: () => boolean;
}

/** Exchanges in memory, and as notes beside the log, which outlive the process. */
export interface KeptExchanges {
  /** Resolves once those of a conversation are known here, or that has had its time. Never rejects. */
  ready(call: AgentCall, log: ConversationLog): Promise<void>;
  /** Keeps an exchange at once here, and beside the log behind the answer. */
  keep(call: AgentCall, log: ConversationLog, answer: AnsweredExchange): void;
  putBack(call: AgentCall, log: ConversationLog): string[];
  /** Forgets all that is held here: some of it was erased. What was not is read again. */
  forget(): void;
  /** Resolves when nothing is being written any more. */
  settle(): Promise<void>;
}

/** Holds what is known of a conversation's notes. */
interface KnownNotes {
  /** Chains by the ids of their notes. */
  readonly chains: Map<string, string>;
  readAt?: number;
  reading?: Promise<void>;
  /** True where the reading that runs was waited for in vain. */
  isLate?: boolean;
}

/** True for a note that was stored without what it says, as something that it quotes was erased. */
const isWithheld = ({ redactions }: AppendResult['events'][number]): boolean => redactions?.some(({ rule }) => rule === 'erased') === true;

const MAY_NOT_READ = 'A key may not read its space, so behind a restart nothing of what was recalled within answers is put back for it.';

type Deps = Pick<AgentCallDeps, 'clock' | 'scheduler' | 'onErased'>;

/**
 * Creates them. Where nobody tells of erasures, notes are looked at again before what they say is put back, and what
 * could not be looked at is left out.
 */
export function createKeptExchanges({ clock, scheduler, onErased }: Deps, fell: (part: string, error?: unknown) => void): KeptExchanges {
  const exchanges = createExchanges();
  const talks = createLruMap<KnownNotes>(PROXY_LIMITS.conversations);
  /** Owners whose keys may not read notes. */
  const unread = createLruMap<true>(PROXY_LIMITS.memories);
  const writing = new Set<Promise<unknown>>();
  const isTold = onErased !== undefined;
  let forgotten = 0;
  /** True from a reading that took too long until one that did not. */
  let isSlow = false;

  const talkOf = ({ dialect }: AgentCall, { talk }: ConversationLog): string => `${talk}:${dialect.name}`;

  function knownOf(talk: string): KnownNotes {
    const known = talks.get(talk) ?? { chains: new Map<string, string>() };
    talks.set(talk, known);
    return known;
  }

  function isDue({ readAt, chains }: KnownNotes): boolean {
    if (readAt === undefined) return true;
    return !isTold && chains.size > 0 && clock.monotonicMs() - readAt >= PROXY_LIMITS.uncheckedMs;
  }

  /** Says once of a key that it may not read notes; asking again within the conversation would change nothing. */
  function refused(owner: string, known: KnownNotes, error: TotalRecallError): void {
    known.readAt = clock.monotonicMs();
    if (unread.get(owner)) return;
    unread.set(owner, true);
    fell('exchanges', new TotalRecallError('forbidden', MAY_NOT_READ, { cause: error }));
  }

  async function read(call: AgentCall, { memory, space, session }: ConversationLog, talk: string, known: KnownNotes): Promise<void> {
    const before = forgotten;
    const startedAt = clock.monotonicMs();
    const notes = await readNotes(memory, { space, session: notesOf(session) });
    // A reading from before an erasure may hold what went with it.
    if (before !== forgotten) return;
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

  /** Resolves to false for one that cannot be kept beside the log. */
  async function write(call: AgentCall, log: ConversationLog, said: SaidInBetween, answer: AnsweredExchange): Promise<boolean> {
    const known = knownOf(talkOf(call, log));
    await Promise.all([answer.recorded, known.reading]);
    const end = log.eventOf(answer.answered.at(-1)!) ?? log.eventOf(call.messages.at(-1)!);
    // Without its conversation in the log it would outlive an erasure of that.
    if (end === undefined) return false;
    const quotes = [...new Set([...answer.quotes, end])];
    const note = noteOf(call.dialect.name, said, quotes);
    if (!note || known.chains.size >= PROXY_LIMITS.exchangeNotes)
      throw new RangeError('What was said within an answer is too large to be kept beside the log, or there is too much of it.');
    const { memory, space, session } = log;
    // Of what was recalled the append finds out itself, by its renderings.
    if (!isTold) await memory.refuseErased({ space, eventId: end });
    if (!answer.isCurrent()) return false;
    const { events } = await memory.append({ tenant: '', space, session: notesOf(session), events: [note] });
    for (const { id } of events) known.chains.set(id, said.chain);
    if (events.some(isWithheld)) exchanges.drop(talkOf(call, log), said.chain);
    return true;
  }

  return {
    async ready(call, log) {
      const known = knownOf(talkOf(call, log));
      if (!isDue(known)) return;
      const hasAnswers = log.spoken.some(({ value }) => value.role !== 'user');
      known.reading ??= read(call, log, talkOf(call, log), known)
        .catch((error: unknown) => {
          if (error instanceof TotalRecallError && error.code === 'forbidden') refused(call.owner, known, error);
          else if (hasAnswers) fell('exchanges', error);
        })
        .finally(() => {
          delete known.reading;
          known.isLate = false;
        });
      if (!hasAnswers || known.isLate) return;
      const inTime = new AbortController();
      const waitMs = isSlow ? PROXY_LIMITS.slowMs : PROXY_LIMITS.exchangesMs;
      const late = scheduler.delay(waitMs, inTime.signal).then(
        () => true,
        () => false,
      );
      isSlow = await Promise.race([known.reading.then(() => false), late]);
      inTime.abort();
      if (!isSlow) return;
      known.isLate = true;
      fell('exchanges');
    },
    keep(call, log, answer) {
      const talk = talkOf(call, log);
      const exchange = answer.isCurrent() ? answer.exchange : undefined;
      const said = exchanges.keep({ holder: call.holder, talk }, answer.answered, exchange, answer.quotes.size > 0);
      if (!said) return;
      const written = write(call, log, said, answer)
        .catch((error: unknown) => {
          fell('exchanges', error);
          return false;
        })
        .then((isKept) => {
          // Nothing could tell later whether it was erased.
          if (!isKept && !isTold && said.exchange?.quotes) exchanges.drop(talk, said.chain);
          return isKept;
        });
      writing.add(written);
      void written.finally(() => writing.delete(written));
    },
    putBack(call, log) {
      const talk = talkOf(call, log);
      return exchanges.putBack(talk, call.messages, isTold || !isDue(knownOf(talk)));
    },
    forget() {
      forgotten += 1;
      exchanges.forget();
      talks.clear();
    },
    async settle() {
      await Promise.all(writing);
    },
  };
}
