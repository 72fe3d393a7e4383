import { hash } from 'node:crypto';
import { labelTopics, sessionKey, type SessionAddress, type WindowBlock } from '@total-recall/domain';
import type { DestroyedPlace } from '@total-recall/ports';
import { createLruMap } from '@total-recall/runtime';
import { isWithin } from '../watch-erasures.ts';

/** A session's last window, kept to measure what stayed the same: ids and hashes, no text but topic labels. */
interface LastWindow {
  readonly address: SessionAddress;
  readonly blocks: readonly { readonly hash: string; readonly bytes: number }[];
  readonly topics: readonly string[];
}

export interface WindowComparison {
  /**
   * Share of the last window's bytes that this one starts with unchanged; null without a last window. Source: 002 P8.
   */
  readonly stablePrefixShare: number | null;
  readonly topicLabel: string | null;
  readonly topicTransition: boolean;
}

const TOPIC_EVENTS = 6;
const TOPIC_CHARS = 2_000;

/** The last windows of sessions. */
export interface WindowMemory {
  /** Compares a window with the previous one of its session. It is the next one's previous window if it is `kept`. */
  compare(address: SessionAddress, blocks: readonly WindowBlock[], options: { readonly kept: boolean }): WindowComparison;
  /** Drops what is kept of a session or a space. */
  forget(place: DestroyedPlace): void;
}

export function createWindowMemory(capacity: number): WindowMemory {
  const last = createLruMap<LastWindow>(capacity);
  const compare: WindowMemory['compare'] = ({ tenant, space, session }, blocks, { kept }) => {
    const address = { tenant, space, session };
    const key = sessionKey(address);
    const prints = blocks
      .filter((block) => block.kind !== 'user_message')
      .map((block) => ({ hash: hashOf(`${block.superseded === true} ${block.text}`), bytes: Buffer.byteLength(block.text) }));
    const recent = blocks.filter((block) => block.kind === 'event' && !block.synthetic).slice(-TOPIC_EVENTS);
    const topics = labelTopics(recent.map((block) => block.text.slice(0, TOPIC_CHARS)));
    const before = last.get(key);
    if (kept) last.set(key, { address, blocks: prints, topics });
    return {
      stablePrefixShare: before ? sharedPrefix(before.blocks, prints) : null,
      topicLabel: topics[0] ?? null,
      topicTransition:
        before !== undefined && before.topics.length > 0 && topics.length > 0 && !topics.some((topic) => before.topics.includes(topic)),
    };
  };
  return { compare, forget: (place) => last.deleteWhere(({ address }) => isWithin(address, place)) };
}

function hashOf(text: string): string {
  return hash('sha1', text, 'base64');
}

function sharedPrefix(before: LastWindow['blocks'], now: LastWindow['blocks']): number {
  const total = before.reduce((sum, block) => sum + block.bytes, 0);
  let same = 0;
  for (let at = 0; at < Math.min(before.length, now.length) && before[at]!.hash === now[at]!.hash; at++) same += before[at]!.bytes;
  return total === 0 ? 1 : same / total;
}
