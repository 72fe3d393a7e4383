import type { Item, ListNamespacesOperation, SearchOperation } from '@langchain/langgraph-checkpoint';
import type { EventWire, SpaceClient } from '@total-recall/client';
import { matches, namespacesOf } from './match-items.ts';
import { putOf } from './put-events.ts';

export interface HeldItem extends Item {
  /** The event that put it. */
  readonly eventId: string;
  readonly isSearched: boolean;
}

/** The items that a log of puts leaves, by namespace and key, each in the order in which it was first put. */
export class HeldItems {
  readonly #space: SpaceClient;
  readonly #namespaces = new Map<string, Map<string, HeldItem>>();

  constructor(space: SpaceClient) {
    this.#space = space;
  }

  /** Applies the next event of the log. */
  async apply(event: EventWire): Promise<void> {
    const put = await putOf(event, this.#space);
    if (!put) return;
    const { namespace, key, value, index } = put;
    const name = JSON.stringify(namespace);
    const items = this.#namespaces.get(name) ?? new Map<string, HeldItem>();
    if (value === null) items.delete(key);
    else {
      const updatedAt = new Date(event.occurredAt);
      const createdAt = items.get(key)?.createdAt ?? updatedAt;
      items.set(key, { namespace, key, value, createdAt, updatedAt, eventId: event.id, isSearched: index !== false });
    }
    if (items.size > 0) this.#namespaces.set(name, items);
    else this.#namespaces.delete(name);
  }

  get(namespace: readonly string[], key: string): HeldItem | undefined {
    return this.#namespaces.get(JSON.stringify(namespace))?.get(key);
  }

  matching(operation: SearchOperation): HeldItem[] {
    return this.#all().filter((item) => matches(item, operation));
  }

  namespaces(operation: ListNamespacesOperation): string[][] {
    return namespacesOf(this.#all(), operation);
  }

  #all(): HeldItem[] {
    return [...this.#namespaces.values()].flatMap((items) => [...items.values()]);
  }
}
