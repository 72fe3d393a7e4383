import { SHARED_NAME_CHARS } from '@total-recall/runtime';
import { PROXY_LIMITS } from '../limits.ts';
import { createSharedEntries } from '../shared-entries.ts';
import type { Message } from './read-conversation.ts';

/** A part of a conversation that the vendor holds: what was said up to one of its responses. */
export interface Held {
  /** The response before it. By name, so that nothing outlives the bound of what is held. */
  readonly before?: string;
  /** The conversation or response that it begins behind, where that was not seen. */
  readonly root?: string;
  /** The session that its conversation is recorded in. */
  readonly session: string;
  readonly raws: readonly string[];
  /** True for an answer that was joined of several: what the vendor keeps by this name is not, or not all, of it. */
  readonly isJoined: boolean;
}

/** Whose it is, and the tenant or key whose share it takes. */
export interface Owned {
  readonly owner: string;
  readonly holder: string;
}

/** Messages up to a response, with the session that holds them. */
export type HeldHistory = Pick<Held, 'root' | 'raws' | 'session' | 'isJoined'>;

/** Returns true for what is recorded in a session, in a fork of it or in one that it forks, and for anything without a session. */
export function isOf(held: Pick<Held, 'session'>, session: string | undefined): boolean {
  if (session === undefined || held.session === session) return true;
  const isFork = (name: string, of: string): boolean => name.startsWith(`${of.slice(0, SHARED_NAME_CHARS)}.`);
  return isFork(session, held.session) || isFork(held.session, session);
}

/** Creates the memory of responses, each with what it added. The least recently used of who has the most go first. */
export function createHeldResponses() {
  const ends = createSharedEntries<Held>(PROXY_LIMITS.heldChars);
  /** Responses by other names: a conversation's last one, and the one that a history ends with. */
  const names = createSharedEntries<string>(PROXY_LIMITS.heldNames);

  /** Returns what was said up to a response; undefined where a part of it is not held any more. */
  function historyTo(heldBy: string): HeldHistory | undefined {
    const parts: (readonly string[])[] = [];
    const seen = new Set<string>();
    let root: string | undefined;
    for (let key: string | undefined = heldBy; key !== undefined;) {
      const held = ends.get(key);
      // A server that gives an id twice would lead in a circle.
      if (!held || seen.has(key)) return undefined;
      seen.add(key);
      parts.push(held.raws);
      root ??= held.root;
      key = held.before;
    }
    const { session, isJoined } = ends.get(heldBy)!;
    return { raws: parts.reverse().flat(), session, isJoined, ...(root !== undefined && { root }) };
  }

  /** Finds how much of a history that was sent whole is kept already. */
  function longestKnown(owner: string, messages: readonly Message[]): { heldBy: string; length: number } | undefined {
    for (let length = messages.length - 1; length > 0; length--) {
      const heldBy = names.get(`${owner}:chain ${messages[length - 1]!.chain}`);
      if (heldBy !== undefined && historyTo(heldBy)) return { heldBy, length };
    }
    return undefined;
  }

  return {
    keyOf: (owner: string, name: string): string => names.get(`${owner}:${name}`) ?? `${owner}:${name}`,
    historyTo,
    longestKnown,
    set({ owner, holder }: Owned, id: string, end: Held, otherNames: readonly string[]): void {
      const chars = end.raws.reduce((sum, raw) => sum + raw.length, 0);
      ends.set(holder, `${owner}:${id}`, end, chars);
      for (const name of otherNames) names.set(holder, `${owner}:${name}`, `${owner}:${id}`);
    },
    delete(owner: string, id: string): void {
      ends.delete(`${owner}:${id}`);
    },
    /** Deletes all that is recorded in a session; all there is without one. */
    deleteOf(session: string | undefined): void {
      ends.deleteWhere((held) => isOf(held, session));
    },
  };
}
