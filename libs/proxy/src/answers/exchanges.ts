import type { Message } from '../conversation/read-conversation.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { answeredTexts } from '../dialects/message-text.ts';
import { PROXY_LIMITS } from '../limits.ts';
import { createSharedEntries } from '../shared-entries.ts';
import { elementTexts, fieldSpans, withFields } from '../text/json-spans.ts';
import { recordsIn, sizeOf, type JsonRecord } from '../text/json-values.ts';
import type { Round, ToolAnswer } from './answer-form.ts';
import { isOfAnswer } from './is-of-answer.ts';

/** Roles that no message of an answer has. */
const ASKING_ROLES: ReadonlySet<unknown> = new Set(['user', 'system', 'developer']);

/** What was said between the proxy and a model within one answer, of which the caller knows the outcome alone. */
export interface Exchange {
  /** JSON texts of the messages that stand in place of the answer as the caller has it. */
  readonly messages: readonly string[];
  /** Results that come first in the message that answers the caller's calls. */
  readonly results: readonly JsonRecord[];
}

export interface KeptExchange extends Exchange {
  /** Number of messages that it stands in place of. */
  readonly length: number;
  /** True where it has something of the memory, which may be erased there. */
  readonly quotes: boolean;
}

/** Says what stands in place of an answer, by the chain of its end; without an exchange where it is the caller's whole. */
export interface SaidInBetween {
  readonly chain: string;
  readonly exchange?: KeptExchange;
}

/** Names a conversation, and the tenant or key whose share its exchanges take. */
export interface Talk {
  readonly holder: string;
  readonly talk: string;
}

export interface Exchanges {
  /**
   * Keeps what stands in place of an answer, of one message or several. Of one that is the caller's whole: nothing.
   * `quotes` is true where something of the memory is in it.
   * Returns what is to be known of it in later processes; undefined where that is nothing.
   */
  keep(of: Talk, answered: readonly Message[], exchange: Exchange | undefined, quotes: boolean): SaidInBetween | undefined;
  /** Keeps what a note says of an answer in this form. It is put back only where it is of that answer. */
  restore(of: Talk, said: SaidInBetween, dialect: Dialect): void;
  /** Forgets what stands in place of one answer. */
  drop(talk: string, chain: string): void;
  /**
   * Returns the texts of a request's messages with what the caller does not know put back, the same bytes each time.
   * Leaves out what quotes the memory where `quotes` is false. `taken` returns the names of the caller's tools; it is
   * called once at most, and only where something was not compared with its answer yet.
   */
  putBack(talk: string, messages: readonly Message[], quotes?: boolean, taken?: () => ReadonlySet<unknown>): string[];
  /** Forgets all of them: they hold what was recalled, and some of it was erased. */
  forget(): void;
}

/** Creates the memory of exchanges. One that is forgotten costs the model what it recalled then, not the request. */
export function createExchanges(): Exchanges {
  const known = createSharedEntries<KeptExchange>(PROXY_LIMITS.exchangeChars);
  /** Forms of what notes say, and what was not compared with its answer yet. */
  const unchecked = new WeakMap<KeptExchange, Dialect>();
  const keyOf = (talk: string, chain: string): string => `${talk}:${chain}`;

  function set({ holder, talk }: Talk, { chain, exchange }: SaidInBetween): void {
    if (!exchange) return known.delete(keyOf(talk, chain));
    const chars = exchange.messages.reduce((sum, text) => sum + text.length, sizeOf(exchange.results));
    known.set(holder, keyOf(talk, chain), exchange, chars);
  }

  /** Returns what stands in place of the messages before an end, where that is what their caller was told. */
  function foundFor(
    talk: string,
    messages: readonly Message[],
    end: number,
    taken: () => ReadonlySet<unknown> | undefined,
  ): KeptExchange | undefined {
    const { value, chain } = messages[end - 1]!;
    const found = ASKING_ROLES.has(value.role) ? undefined : known.get(keyOf(talk, chain));
    const dialect = found && unchecked.get(found);
    if (!found || !isAnswer(messages, end, found.length)) return undefined;
    if (found.results.length > 0 && messages[end]?.value.role !== 'user') return undefined;
    if (dialect && !isOfAnswer(dialect, found, messages.slice(end - found.length, end), taken())) {
      known.delete(keyOf(talk, chain));
      return undefined;
    }
    unchecked.delete(found);
    return found;
  }

  return {
    keep(of, answered, exchange, quotes) {
      const end = answered.at(-1);
      if (!end) return undefined;
      const { chain } = end;
      const said = { chain, ...(exchange && { exchange: { ...exchange, length: answered.length, quotes } }) };
      // Another run may have said the same without it.
      const isNews = exchange !== undefined || known.get(keyOf(of.talk, chain)) !== undefined;
      set(of, said);
      return isNews ? said : undefined;
    },
    restore(of, said, dialect) {
      if (said.exchange) unchecked.set(said.exchange, dialect);
      set(of, said);
    },
    drop: (talk, chain) => known.delete(keyOf(talk, chain)),
    putBack(talk, messages, quotes = true, taken) {
      let results: readonly JsonRecord[] = [];
      let names: ReadonlySet<unknown> | undefined;
      const takenOnce = () => (names ??= taken?.());
      const texts: (readonly string[])[] = [];
      for (const [at, { raw, value }] of messages.entries()) {
        const found = foundFor(talk, messages, at + 1, takenOnce);
        const exchange = found?.quotes && !quotes ? undefined : found;
        texts.push([results.length > 0 ? withResults(raw, value, results) : raw]);
        if (exchange) texts.splice(-exchange.length, exchange.length, ...spread(exchange));
        results = exchange?.results ?? [];
      }
      return texts.flat();
    },
    forget: () => known.clear(),
  };
}

/** Returns true where no caller asked with any of so many messages before an end: a note may say any number. */
function isAnswer(messages: readonly Message[], end: number, length: number): boolean {
  return length <= end && !messages.slice(end - length, end).some(({ value }) => ASKING_ROLES.has(value.role));
}

/** Returns what is sent for each message of the answer: all for the last one, so that places stay those of the request. */
function spread({ messages, length }: KeptExchange): readonly (readonly string[])[] {
  return [...Array.from({ length: length - 1 }, () => []), messages];
}

function withResults(raw: string, { content }: JsonRecord, results: readonly JsonRecord[]): string {
  const span = fieldSpans(raw).get('content');
  const given =
    Array.isArray(content) && span ? elementTexts(raw.slice(span.from, span.to)) : [JSON.stringify({ type: 'text', text: content })];
  return withFields(raw, { content: `[${[...results.map((result) => JSON.stringify(result)), ...given].join(',')}]` });
}

/** Returns what is kept of an answer over several rounds; undefined where the caller knows all of it. */
export function exchangeOf(
  dialect: Dialect,
  said: readonly JsonRecord[],
  last: Round,
  answers: readonly ToolAnswer[],
): Exchange | undefined {
  if (said.length === 0 && last.own.length === 0) return undefined;
  if (last.own.length > 0) {
    const { messages, results } = dialect.answers.beside(last, answers);
    return { messages: answeredTexts(dialect, [...said, ...messages]), results };
  }
  const saysSomething = dialect.readMessage(last.message).some(({ text, call }) => text !== '' || call);
  if (saysSomething) return { messages: answeredTexts(dialect, [...said, last.message]), results: [] };
  // Vendors refuse a message without content, and some of them two of the user's in a row.
  const asked = said.at(-1)!;
  return asked.role === 'user'
    ? { messages: answeredTexts(dialect, said.slice(0, -1)), results: recordsIn(asked.content) }
    : { messages: answeredTexts(dialect, said), results: [] };
}
