import type { AppendResult } from '@total-recall/ports';
import { createExchanges, type Exchange, type SaidInBetween } from '../answers/exchanges.ts';
import type { Message } from '../conversation/read-conversation.ts';
import { callerTools } from '../dialects/own-tools.ts';
import { PROXY_LIMITS } from '../limits.ts';
import { noteOf, notesOf } from '../memory/exchange-notes.ts';
import type { AgentCall } from '../window/plan-call.ts';
import type { ConversationLog } from './conversation-logs.ts';
import { createNoteReadings, talkOf, type Fell, type ReadingDeps } from './note-readings.ts';

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

/** True for a note that was stored without what it says, as something that it quotes was erased. */
const isWithheld = ({ redactions }: AppendResult['events'][number]): boolean => redactions?.some(({ rule }) => rule === 'erased') === true;

/**
 * Creates them. Where nobody tells of erasures, notes are looked at again before what they say is put back, and what
 * could not be looked at is left out.
 */
export function createKeptExchanges(deps: ReadingDeps, fell: Fell): KeptExchanges {
  const exchanges = createExchanges();
  const notes = createNoteReadings(deps, exchanges, fell);
  const writing = new Set<Promise<unknown>>();
  const isTold = deps.onErased !== undefined;

  /** Resolves to false for one that cannot be kept beside the log. */
  async function write(call: AgentCall, log: ConversationLog, said: SaidInBetween, answer: AnsweredExchange): Promise<boolean> {
    const known = notes.of(talkOf(call, log));
    await Promise.all([answer.recorded, known.reading]);
    const end = log.eventOf(answer.answered.at(-1)!) ?? log.eventOf(call.messages.at(-1)!);
    // Without its conversation in the log it would outlive an erasure of that.
    if (end === undefined) return false;
    const quotes = [...new Set([...answer.quotes, end])];
    const note = noteOf(call.dialect.name, said, quotes);
    if (!note || known.chains.size >= PROXY_LIMITS.exchangeNotes)
      throw new RangeError('What was said within an answer is too large to be kept beside the log, or there is too much of it.');
    const { memory, space, session } = log;
    // The append finds out itself whether recalled events were erased, by their renderings.
    if (!isTold) await memory.refuseErased({ space, eventId: end });
    if (!answer.isCurrent()) return false;
    const { events } = await memory.append({ tenant: '', space, session: notesOf(session), events: [note] });
    for (const { id } of events) known.chains.set(id, said.chain);
    if (events.some(isWithheld)) exchanges.drop(talkOf(call, log), said.chain);
    return true;
  }

  return {
    ready: notes.ready,
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
      const { dialect, body, messages } = call;
      const values = () => messages.map(({ value }) => value);
      return exchanges.putBack(talk, messages, isTold || !notes.isDue(talk), () => callerTools(dialect, body, values()));
    },
    forget() {
      notes.forget();
      exchanges.forget();
    },
    async settle() {
      await Promise.all(writing);
    },
  };
}
