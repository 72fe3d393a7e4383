import {
  BaseStore,
  type GetOperation,
  type Item,
  type Operation,
  type OperationResults,
  type PutOperation,
  type SearchItem,
  type SearchOperation,
} from '@langchain/langgraph-checkpoint';
import { inRequests, TotalRecallApiError, type Client, type SessionClient, type SpaceClient } from '@total-recall/client';
import { HeldItems, type HeldItem } from './held-items.ts';
import { eventOf, placeOf } from './put-events.ts';

export interface StorePlace {
  readonly client: Client;
  readonly space: string;
  /** The session that is the log of the store; `langgraph-store` where absent. */
  readonly session?: string;
  /** Fields that a search goes by where a put names none; all of an item where absent. */
  readonly index?: string[];
}

/** Bounds of a recall: hits, values of a filter, characters of a query. */
const MOST_HITS = 100;
const MOST_PLACES = 256;
const LONGEST_QUERY = 8_192;
/** Signals of a match; a recall also brings what only stands near one. */
const MATCHES = new Set(['text', 'exact', 'vector']);

/**
 * A store of LangGraph that is a log: a put is an event of one session, and what holds now is folded from the events in
 * this process. A search with a query is a recall below the prefix. The store of the Python package reads the same log.
 */
export class TotalRecallStore extends BaseStore {
  readonly #space: SpaceClient;
  readonly #name: string;
  readonly #session: SessionClient;
  readonly #index: string[] | undefined;
  readonly #held: HeldItems;
  #read = 0;
  #turn: Promise<unknown> = Promise.resolve();

  constructor({ client, space, session = 'langgraph-store', index }: StorePlace) {
    super();
    this.#space = client.space(space);
    this.#name = session;
    this.#session = this.#space.session(session);
    this.#index = index;
    this.#held = new HeldItems(this.#space);
  }

  /** Answers all reads, then puts in order, of each item the last alone. */
  override async batch<Op extends Operation[]>(operations: Op): Promise<OperationResults<Op>> {
    const answers = await this.#inTurn(async () => {
      await this.#readOn();
      const read = operations.map((operation) => this.#answerOf(operation));
      await this.#append(operations.filter(isPut));
      return read;
    });
    return (await Promise.all(answers.map((answer) => answer()))) as OperationResults<Op>;
  }

  #answerOf(operation: Operation): () => Promise<unknown> | unknown {
    if (isPut(operation)) return () => undefined;
    if (isSearch(operation)) {
      const found = this.#held.matching(operation);
      return () => this.#page(operation, found);
    }
    if (isGet(operation)) {
      const item = this.#held.get(operation.namespace, operation.key);
      return () => (item ? itemOf(item) : null);
    }
    const namespaces = this.#held.namespaces(operation);
    return () => namespaces;
  }

  async #page({ query, limit = 10, offset = 0 }: SearchOperation, found: readonly HeldItem[]): Promise<SearchItem[]> {
    const ranked = query ? await this.#ranked(query, found) : found.map((item) => ({ item }));
    return ranked.slice(offset, offset + limit).map(({ item, ...score }) => ({ ...itemOf(item), ...score }));
  }

  /** Returns the items that a recall finds, the best first. */
  async #ranked(query: string, found: readonly HeldItem[]): Promise<{ item: HeldItem; score: number }[]> {
    const byEvent = new Map(found.filter(({ isSearched }) => isSearched).map((item) => [item.eventId, item]));
    if (byEvent.size === 0) return [];
    const taskIds = [...new Set([...byEvent.values()].map(({ namespace }) => placeOf(namespace)))];
    const scope = { sessions: [this.#name], ...(taskIds.length > MOST_PLACES ? {} : { taskIds }) };
    const asked = { query: query.slice(0, LONGEST_QUERY).toWellFormed(), scope, limit: MOST_HITS, granularity: 'local' as const };
    const { hits } = await this.#space.recall(asked);
    return hits.flatMap(({ eventId, score, sources }) => {
      const item = sources.some((source) => MATCHES.has(source)) ? byEvent.get(eventId) : undefined;
      // An event may be among the hits by several of its passages.
      return item && byEvent.delete(eventId) ? [{ item, score }] : [];
    });
  }

  async #append(puts: readonly PutOperation[]): Promise<void> {
    const last = new Map(puts.map((put) => [JSON.stringify([put.namespace, put.key]), put]));
    const events = [...last.values()].flatMap((put) => {
      const before = this.#held.get(put.namespace, put.key)?.eventId;
      if (put.value === null && before === undefined) return [];
      const { index = this.#index } = put;
      return [eventOf({ ...put, ...(index === undefined ? {} : { index }) }, before)];
    });
    if (events.length === 0) return;
    for (const some of inRequests(events)) await this.#session.append(some, { wait: 'searchable' });
  }

  /** Reads what this and other processes put since the last look. */
  async #readOn(): Promise<void> {
    try {
      for await (const event of this.#session.allEvents(this.#read + 1)) {
        await this.#held.apply(event);
        this.#read = event.ordinal;
      }
    } catch (error) {
      // The first put makes the session.
      if (!(error instanceof TotalRecallApiError && error.code === 'not_found' && this.#read === 0)) throw error;
    }
  }

  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(act);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }
}

/** Copies the value, so that callers cannot change what is held. */
function itemOf({ namespace, key, value, createdAt, updatedAt }: HeldItem): Item {
  return { namespace: [...namespace], key, value: structuredClone(value), createdAt, updatedAt };
}

const isPut = (operation: Operation): operation is PutOperation => 'value' in operation;
const isSearch = (operation: Operation): operation is SearchOperation => 'namespacePrefix' in operation;
const isGet = (operation: Exclude<Operation, PutOperation>): operation is GetOperation => 'key' in operation;
