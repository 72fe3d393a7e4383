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
import type { Client, Paging, SpaceClient } from '@total-recall/client';
import { attributeOf, factOf, itemsOf, subjectOf, type StoredItem } from './item-facts.ts';
import { matches, namespacesOf } from './match-items.ts';

export interface StorePlace {
  readonly client: Client;
  readonly space: string;
  /** Fields that search goes by where a put names none; all of an item where absent. */
  readonly index?: string[];
}

/** The session that facts written by hand stand in. */
const WRITTEN = 'remembered';
const PAGE = 500;
const MOST_HITS = 100;

/**
 * A store of LangGraph whose items are facts of a space: a put replaces what the fact said, a delete withdraws it, and
 * both can be read in the history and undone. A search with a query is a recall.
 */
export class TotalRecallStore extends BaseStore {
  readonly #space: SpaceClient;
  readonly #index: string[] | undefined;

  constructor({ client, space, index }: StorePlace) {
    super();
    this.#space = client.space(space);
    this.#index = index;
  }

  /** Answers all reads, then puts in order, of each item the last alone. */
  override async batch<Op extends Operation[]>(operations: Op): Promise<OperationResults<Op>> {
    const results = await Promise.all(operations.map((operation) => this.#read(operation)));
    const puts = new Map(operations.filter(isPut).map((put) => [`${subjectOf(put.namespace)} ${put.key}`, put]));
    for (const put of puts.values()) await this.#put(put);
    return results as OperationResults<Op>;
  }

  async #read(operation: Operation): Promise<Item | SearchItem[] | string[][] | null | undefined> {
    if (isPut(operation)) return undefined;
    if (isSearch(operation)) return this.#search(operation);
    if (isGet(operation)) return (await this.#find(operation))?.item ?? null;
    return namespacesOf(
      (await this.#items({})).map(({ item }) => item),
      operation,
    );
  }

  async #put({ namespace, key, value, index = this.#index }: PutOperation): Promise<void> {
    if (value !== null) {
      await this.#space.remember(factOf(namespace, key, value, index));
      return;
    }
    const found = await this.#find({ namespace, key });
    if (found) await this.#space.forget(found.factId);
  }

  async #find({ namespace, key }: GetOperation): Promise<StoredItem | undefined> {
    const items = await this.#items({ subject: subjectOf(namespace), text: attributeOf(key) });
    // Subjects are found whatever the case of their letters is.
    return items.find(({ item }) => item.key === key && subjectOf(item.namespace) === subjectOf(namespace));
  }

  async #search(operation: SearchOperation): Promise<SearchItem[]> {
    const { namespacePrefix, query, limit = 10, offset = 0 } = operation;
    const text = namespacePrefix.length > 0 ? { text: subjectOf(namespacePrefix) } : {};
    const found = (await this.#items(text)).filter(({ item }) => matches(item, operation));
    if (!query || found.length === 0) return found.map(({ item }) => item).slice(offset, offset + limit);
    const { hits } = await this.#space.recall({ query, scope: { sessions: [WRITTEN] }, limit: MOST_HITS, granularity: 'local' });
    const byEvent = new Map(found.map(({ item, eventId }) => [eventId, item]));
    const ranked = hits.flatMap(({ eventId, score }) => {
      const item = byEvent.get(eventId);
      return item ? [{ ...item, score }] : [];
    });
    return ranked.slice(offset, offset + limit);
  }

  async #items(query: Paging<'listFacts'>): Promise<StoredItem[]> {
    const facts: Parameters<typeof itemsOf>[0][number][] = [];
    for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
      const at = cursor === undefined ? {} : { cursor };
      const page = await this.#space.facts({ label: 'reference', history: 'true', limit: PAGE, ...query, ...at });
      facts.push(...page.facts);
      cursor = page.cursor;
    }
    return itemsOf(facts);
  }
}

const isPut = (operation: Operation): operation is PutOperation => 'value' in operation;
const isSearch = (operation: Operation): operation is SearchOperation => 'namespacePrefix' in operation;
const isGet = (operation: Exclude<Operation, PutOperation>): operation is GetOperation => 'key' in operation;
