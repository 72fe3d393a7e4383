import { fitEvent, inRequests, TotalRecallApiError, type Client, type EventWire, type SessionClient } from '@total-recall/client';
import type { AgentInputItem, Session, Tool } from '@openai/agents';
import { withOwnCallNames } from './call-names.ts';
import { BEGINS_ANEW, checkName, findCurrent, findNext } from './clearings.ts';
import { eventsOfItems } from './item-events.ts';
import { isItem, itemOfEvent, itemsOfWindow } from './window-items.ts';
import { sessionTools } from './session-tools.ts';

export interface SessionPlace {
  readonly client: Client;
  readonly space: string;
  /** Its own name, under which it is found after clearings too; `NAME.cleared-1` and the like are refused. */
  readonly session: string;
}

/**
 * A session of the Agents SDK that keeps every item, and gives back the window: what fits, with markers for what left.
 * Give its `tools` to the agent, so that the model can ask for what left.
 */
export class TotalRecallSession implements Session {
  readonly tools: Tool[];
  readonly #place: SessionPlace;
  #current: Promise<string> | undefined;

  constructor(place: SessionPlace) {
    checkName(place.session);
    this.#place = place;
    this.tools = sessionTools(() => this.#open());
  }

  async getSessionId(): Promise<string> {
    const current = (this.#current ??= findCurrent(this.#place.session, (name) => this.#sessionOf(name)));
    // A service that was away is asked again.
    current.catch(() => {
      if (this.#current === current) this.#current = undefined;
    });
    return current;
  }

  /** Returns the window; with a limit, as many of the last items, word for word. Calls have names of their own in it. */
  async getItems(limit?: number): Promise<AgentInputItem[]> {
    const session = await this.#open();
    if (limit !== undefined) return limit <= 0 ? [] : this.#lastItems(session, limit);
    if (!(await exists(session))) return [];
    return withOwnCallNames(itemsOfWindow((await session.window({ format: 'openai-responses' })).responses));
  }

  async addItems(items: AgentInputItem[]): Promise<void> {
    const session = await this.#open();
    const events = eventsOfItems(items).map(fitEvent);
    for (const some of events.length === 0 ? [] : inRequests(events)) await session.append(some);
  }

  /**
   * Keeps what follows the compaction of a vendor, which stands first, and nothing of the compaction: the window is the
   * history, and the vendor alone can read the item. Without this method the SDK clears the session.
   */
  async replaceHistoryWithCompaction(items: AgentInputItem[]): Promise<void> {
    await this.addItems(items);
  }

  /** Refuses: what was said stays said. Erasure is a decision of its own. */
  async popItem(): Promise<AgentInputItem | undefined> {
    throw new Error('A Total Recall session keeps what was said: clearSession() begins anew, client.erase() erases for good.');
  }

  /** Begins anew under the next name, such as `support.cleared-1`. What was said before stays in the space, for recall. */
  async clearSession(): Promise<void> {
    const next = await findNext(this.#place.session, await this.getSessionId(), (name) => this.#sessionOf(name));
    await this.#sessionOf(next).append(BEGINS_ANEW);
    this.#current = Promise.resolve(next);
  }

  async #lastItems(session: SessionClient, limit: number): Promise<AgentInputItem[]> {
    const space = this.#place.client.space(this.#place.space);
    const items: AgentInputItem[] = [];
    for (const event of (await itemEvents(session)).slice(-limit)) items.push(await itemOfEvent(event, space));
    return withOwnCallNames(items);
  }

  async #open(): Promise<SessionClient> {
    return this.#sessionOf(await this.getSessionId());
  }

  #sessionOf(name: string): SessionClient {
    return this.#place.client.space(this.#place.space).session(name);
  }
}

async function exists(session: SessionClient): Promise<boolean> {
  try {
    await session.get();
    return true;
  } catch (error) {
    if (error instanceof TotalRecallApiError && error.code === 'not_found') return false;
    throw error;
  }
}

async function itemEvents(session: SessionClient): Promise<EventWire[]> {
  const events: EventWire[] = [];
  if (await exists(session)) for await (const event of session.allEvents()) if (isItem(event)) events.push(event);
  return events;
}
