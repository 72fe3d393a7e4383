import { createLruMap } from '@total-recall/runtime';
import { groupItems } from '../dialects/responses-dialect.ts';
import { typeOf } from '../dialects/responses-items.ts';
import { PROXY_LIMITS } from '../limits.ts';
import { isRecord, recordsIn, type JsonRecord } from '../text/json-values.ts';
import { openCompaction, type OpenedCompaction } from './compaction-item.ts';
import type { Message } from './read-conversation.ts';

/** A part of a conversation that the vendor holds: what was said up to one of its responses. */
interface Held {
  readonly before?: Held;
  /** The conversation or response that it begins behind, where that was not seen. */
  readonly root?: string;
  readonly raws: readonly string[];
}

/** The whole conversation of a request that may say only what is new of it. */
export interface GivenHistory {
  /** Texts of all messages. */
  readonly raws: readonly string[];
  /** What stands for history that only the vendor knows; its window cannot be planned. */
  readonly unknown?: string;
  /** Fields that must go where the messages are written out, as JSON texts. */
  readonly dropped: Readonly<Record<string, string>>;
  /** Number of messages that the vendor holds, and what is held. */
  readonly heldLength: number;
  readonly held?: Held;
  /** A compaction of ours that was opened; the vendor cannot read it. */
  readonly opened?: OpenedCompaction;
}

export interface VendorHistory {
  read(owner: string, body: JsonRecord, listed: readonly string[]): GivenHistory;
  /** Keeps what a response ended: a request's messages, and the answer as the caller has it, with the response's id. */
  keep(
    owner: string,
    body: JsonRecord,
    given: GivenHistory,
    messages: readonly Message[],
    answered: readonly Message[],
    told: JsonRecord,
  ): void;
  /** Forgets a response that the vendor was told to delete. */
  forget(owner: string, id: string): void;
}

/** Creates the memory of what vendors hold. A response that is forgotten costs its followers the window, not the call. */
export function createVendorHistory(): VendorHistory {
  const ends = createLruMap<Held>(PROXY_LIMITS.heldChars);
  const items = createLruMap<string>(PROXY_LIMITS.heldChars / 2);
  const copyOf = (text: string): string => Buffer.from(text).toString('utf8');

  function resolved(owner: string, raw: string): string | undefined {
    const item = JSON.parse(raw) as JsonRecord;
    return typeOf(item) === 'item_reference' ? items.get(`${owner}:${String(item.id)}`) : raw;
  }

  return {
    read(owner, { previous_response_id: previous, conversation }, listed) {
      const talk = talkIn(conversation);
      const name = talk ?? previous ?? undefined;
      const dropped: Record<string, string> = typeof previous === 'string' ? { previous_response_id: 'null' } : {};
      const held = name === undefined ? undefined : ends.get(`${owner}:${String(name)}`);
      const own = listed.map((raw) => resolved(owner, raw));
      const opened = openCompaction(own.map((raw, at) => raw ?? listed[at]!));
      const { raws: before, root } = rawsOf(held);
      const isUnknown = own.includes(undefined) || (name !== undefined && (!held || root !== undefined || talk !== undefined));
      const unknown = isUnknown ? String(root ?? name ?? 'items') : undefined;
      // What was compacted here holds all that came before it.
      const shown = opened ? opened.raws : own.map((raw, at) => raw ?? listed[at]!);
      const raws = opened ? groupItems(shown) : [...before, ...groupItems(shown)];
      return {
        raws,
        ...(unknown !== undefined && { unknown }),
        dropped,
        heldLength: opened ? 0 : before.length,
        ...(held && !opened && { held }),
        ...(opened && { opened: { ...opened, length: groupItems(opened.raws.slice(0, opened.length)).length } }),
      };
    },
    keep(owner, { store: asked, conversation }, { held, heldLength, unknown }, messages, answered, { id, items: output, store, status }) {
      const isKept = asked !== false && store !== false && (status === 'completed' || status === 'incomplete');
      if (!isKept || typeof id !== 'string') return;
      const shared = held ? undefined : longestKnown(owner, messages);
      const fresh = [...messages.slice(shared ? shared.length : heldLength), ...answered].map(({ raw }) => copyOf(raw));
      const before = held ?? shared?.held;
      const end: Held = {
        ...(before && { before }),
        ...(unknown !== undefined && { root: unknown }),
        raws: fresh,
      };
      const chars = end.raws.reduce((sum, raw) => sum + raw.length, 0);
      const talk = talkIn(conversation);
      for (const name of [id, ...(talk === undefined ? [] : [talk]), `chain ${(answered.at(-1) ?? messages.at(-1)!).chain}`])
        ends.set(`${owner}:${name}`, end, chars);
      for (const item of recordsIn(output))
        if (typeof item.id === 'string') {
          const text = JSON.stringify(item);
          items.set(`${owner}:${item.id}`, text, text.length);
        }
    },
    forget(owner, id) {
      ends.delete(`${owner}:${id}`);
    },
  };

  /** Finds how much of a history that was sent whole is kept already. */
  function longestKnown(owner: string, messages: readonly Message[]): { held: Held; length: number } | undefined {
    for (let length = messages.length - 1; length > 0; length--) {
      const held = ends.get(`${owner}:chain ${messages[length - 1]!.chain}`);
      if (held) return { held, length };
    }
    return undefined;
  }
}

function talkIn(conversation: unknown): string | undefined {
  const id = isRecord(conversation) ? conversation.id : conversation;
  return typeof id === 'string' ? id : undefined;
}

function rawsOf(held: Held | undefined): { raws: readonly string[]; root?: string } {
  const parts: (readonly string[])[] = [];
  let root: string | undefined;
  for (let at = held; at; at = at.before) {
    parts.push(at.raws);
    root ??= at.root;
  }
  return { raws: parts.reverse().flat(), ...(root !== undefined && { root }) };
}
